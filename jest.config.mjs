/**
 * One jest configuration for every package; a package runs it with its own rootDir.
 * A test that touches the DOM says so in its first line (`@jest-environment ../../jest.browser.mjs`), all others run in plain Node.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { notTransformed, TRANSFORM } from './libs/testing/jest/source.mjs';

const root = path.dirname(fileURLToPath(import.meta.url));

export default {
  testEnvironment: path.join(root, 'libs/testing/jest/node.mjs'),
  // Tests that take minutes (`*.soak.ts`) run with `npm run test:soak`; a cheaper test holds what each of them proves.
  testMatch: [
    '<rootDir>/**/*.test.ts',
    '<rootDir>/**/*.test.tsx',
    ...(process.env.NEMUS_SOAK === '1' ? ['<rootDir>/**/*.soak.ts'] : []),
  ],
  runtime: path.join(root, 'libs/testing/jest/runtime.cjs'),
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  cacheDirectory: path.join(root, 'node_modules/.cache/jest'),
  setupFiles: [path.join(root, 'jest.polyfills.mjs')],
  setupFilesAfterEnv: [path.join(root, 'jest.setup.mjs')],
  transform: TRANSFORM,
  moduleNameMapper: {
    // Late components are there at once, as in a page that has loaded.
    '^\\./load-parts$': path.join(root, 'libs/ui/src/late/testing/load-parts.ts'),
    // The bundler's addresses of font files mean nothing here.
    '^\\./font-files$': path.join(root, 'libs/area/src/pdf/testing/font-files.ts'),
    // It names itself to `import` alone, and here modules are required.
    '^canonicalize$': path.join(root, 'node_modules/canonicalize/lib/canonicalize.js'),
  },
  transformIgnorePatterns: notTransformed(['github-slugger', 'picoquery']),
};
