/**
 * The configuration of jest for an area in a repository of its own: as inside of the portal's house, where
 * `jest.config.mjs` of the repository says the same for its packages.
 */
import { fileURLToPath } from 'node:url';
import path from 'node:path';

const here = path.dirname(fileURLToPath(import.meta.url));

/** Packages that ship ECMAScript modules alone are transformed like own source. */
const MODULES_ALONE = ['@nemus', 'canonicalize', 'commander', 'oxc-parser', 'single-spa-react', 'until-async'];

/** @param {string} folder The repository's. */
export function jestConfig(folder) {
  return {
    rootDir: folder,
    testEnvironment: 'node',
    testMatch: ['<rootDir>/src/**/*.test.ts', '<rootDir>/src/**/*.test.tsx'],
    modulePathIgnorePatterns: ['<rootDir>/dist/'],
    setupFiles: [path.join(here, 'polyfills.mjs')],
    setupFilesAfterEnv: [path.join(here, 'setup.mjs')],
    transform: {
      '^.+\\.(t|j|mj)sx?$': [
        '@swc/jest',
        {
          jsc: {
            parser: { syntax: 'typescript', tsx: true },
            transform: { react: { runtime: 'automatic' } },
            target: 'es2022',
          },
          module: { type: 'commonjs' },
        },
      ],
    },
    moduleNameMapper: {
      // The bundler's addresses of font files mean nothing here.
      '^\\./font-files\\.js$': path.join(folder, 'node_modules/@nemus/area/dist/pdf/testing/font-files.js'),
      // It names itself to `import` alone, and here modules are required.
      '^canonicalize$': path.join(folder, 'node_modules/canonicalize/lib/canonicalize.js'),
    },
    transformIgnorePatterns: [`/node_modules/(?!(${MODULES_ALONE.join('|')})/)`],
  };
}
