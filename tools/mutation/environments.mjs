/**
 * Runs in the copy of the project that Stryker works on: test files that ask for jsdom get Stryker's own jsdom, which
 * tells which test reaches which mutant, and so does the environment with fetch. Without it every test would run against
 * every mutant.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const folder = process.env.NEMUS_MUTATED ?? 'libs/registry';
for (const name of readdirSync(path.join(folder, 'src'), { recursive: true, encoding: 'utf8' })) {
  if (!/\.test\.tsx?$/.test(name)) continue;
  const file = path.join(folder, 'src', name);
  const text = readFileSync(file, 'utf8');
  const changed = text.replace(
    '@jest-environment jsdom',
    '@jest-environment @stryker-mutator/jest-runner/jest-env/jsdom',
  );
  if (changed !== text) writeFileSync(file, changed);
}

const browser = readFileSync('jest.browser.mjs', 'utf8');
const watched = browser.replace(
  "import { TestEnvironment } from 'jest-environment-jsdom';",
  "import TestEnvironment from '@stryker-mutator/jest-runner/jest-env/jsdom';",
);
if (watched === browser) throw new Error('jest.browser.mjs no longer imports jsdom as this file expects.');
writeFileSync('jest.browser.mjs', watched);
