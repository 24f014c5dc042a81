/**
 * Configuration of the mutation run (`npm run mutate -- <package>`): Stryker changes the source of one package, a small
 * change at a time, and runs the package's tests against each. What survives is behaviour that no test holds.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = process.env.NEMUS_MUTATED ?? 'libs/registry';
/** Every which line is changed: a sample says within minutes what all of it says within an hour. */
const every = Number(process.env.NEMUS_MUTATED_EVERY ?? 1);
const WITHOUT_BEHAVIOUR = /\.test\.ts$|(^|\/)(samples|loader-setup)\.ts$|fixtures|(^|\/)testing\//;

/** The lines to change, as Stryker names places. */
function* linesToChange() {
  for (const name of readdirSync(path.join(folder, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || WITHOUT_BEHAVIOUR.test(name)) continue;
    const file = path.join(folder, 'src', name);
    const lines = readFileSync(file, 'utf8').split('\n');
    for (const [at, line] of lines.entries()) {
      const [first, last] = [`${at + 1}:0`, `${at + 1}:${line.length}`];
      if (at % every === 0 && line.trim() !== '') yield `${file}:${first}-${last}`;
    }
  }
}

export default {
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  jest: {
    projectType: 'custom',
    configFile: 'jest.config.mjs',
    config: { rootDir: folder },
    enableFindRelatedTests: true,
  },
  mutate:
    every > 1
      ? [...linesToChange()]
      : [
          `${folder}/src/**/*.ts`,
          `!${folder}/src/**/*.test.ts`,
          `!${folder}/src/**/samples.ts`,
          `!${folder}/src/**/loader-setup.ts`,
          `!${folder}/src/**/*fixtures*.ts`,
          `!${folder}/src/testing/**`,
        ],
  coverageAnalysis: 'perTest',
  // One process by default: a second one makes the first run out of time on a machine with other work.
  concurrency: Number(process.env.NEMUS_MUTATED_WORKERS ?? 1),
  // A busy machine must not pass for a test that noticed.
  timeoutMS: 15_000,
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
