/**
 * Configuration of the mutation run (`npm run mutate -- <package>`): Stryker changes the source of one package, a small
 * change at a time, and runs the package's tests against each. What survives is behaviour that no test holds.
 */
const folder = process.env.NEMUS_MUTATED ?? 'libs/registry';

export default {
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  jest: {
    projectType: 'custom',
    configFile: 'jest.config.mjs',
    config: { rootDir: folder },
    enableFindRelatedTests: true,
  },
  mutate: [
    `${folder}/src/**/*.ts`,
    `!${folder}/src/**/*.test.ts`,
    `!${folder}/src/**/samples.ts`,
    `!${folder}/src/**/*fixtures*.ts`,
    `!${folder}/src/testing/**`,
  ],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Changes of what runs once per module would need a new jest each; schemas have tests of hostile input instead.
  ignoreStatic: true,
  inPlace: false,
  ignorePatterns: ['dist', '.nx', '**/dist', '.nemus'],
  reporters: ['clear-text', 'json', 'progress'],
  jsonReporter: { fileName: `.nemus/mutation/${folder.replaceAll('/', '-')}.json` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  tempDirName: '.nemus/stryker',
  buildCommand: 'node tools/mutation/environments.mjs',
  disableTypeChecks: false,
  // Stryker would rewrite it with TypeScript's old API, which version 7 has no more; jest reads no tsconfig.
  tsconfigFile: 'none',
};
