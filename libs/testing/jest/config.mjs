/**
 * The configuration of jest for an area in a repository of its own: as inside of the portal's house, where
 * `jest.config.mjs` of the repository reads sources the same way (`source.mjs`).
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
      // The bundler's addresses of font files mean nothing here.
      '^\\./font-files\\.js$': path.join(folder, 'node_modules/@nemus/area/dist/pdf/testing/font-files.js'),
      // It names itself to `import` alone, and here modules are required.
      '^canonicalize$': path.join(folder, 'node_modules/canonicalize/lib/canonicalize.js'),
    },
    transformIgnorePatterns: notTransformed(['@nemus']),
  };
}
