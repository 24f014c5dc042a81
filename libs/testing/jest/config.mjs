/**
 * The jest configuration for an area in its own repository: it reads sources like the repository's `jest.config.mjs`
 * (`source.mjs`).
 */
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { notTransformed, TRANSFORM } from './source.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

/** @param {string} folder The repository's. */
export function jestConfig(folder) {
  return {
    rootDir: folder,
    testEnvironment: 'node',
    testMatch: ['<rootDir>/src/**/*.test.ts', '<rootDir>/src/**/*.test.tsx'],
    modulePathIgnorePatterns: ['<rootDir>/dist/'],
    setupFiles: [path.join(here, 'polyfills.mjs')],
    setupFilesAfterEnv: [path.join(here, 'setup.mjs')],
    transform: TRANSFORM,
    moduleNameMapper: {
      // Late components are there at once, as in a page that has loaded.
      '^\\./load-parts\\.js$': path.join(folder, 'node_modules/@nemus/ui/dist/late/testing/load-parts.js'),
      // Font file URLs of the bundler do not resolve here.
      '^\\./font-files\\.js$': path.join(folder, 'node_modules/@nemus/area/dist/pdf/testing/font-files.js'),
      // Its exports map only supports `import`, and modules are required here.
      '^canonicalize$': path.join(folder, 'node_modules/canonicalize/lib/canonicalize.js'),
    },
    transformIgnorePatterns: notTransformed(['@nemus']),
  };
}
