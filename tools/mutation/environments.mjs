/**
 * Runs in the copy of the project that Stryker works on: the environment of tests that touch the DOM gets Stryker's
 * own jsdom, which tells which test reaches which mutant. Without it every test would run against every mutant.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const environment = 'libs/testing/jest/browser.mjs';
const browser = readFileSync(environment, 'utf8');
const watched = browser.replace(
  "import { TestEnvironment } from 'jest-environment-jsdom';",
  "import TestEnvironment from '@stryker-mutator/jest-runner/jest-env/jsdom';",
);
if (watched === browser) throw new Error(`${environment} no longer imports jsdom as this file expects.`);
writeFileSync(environment, watched);
