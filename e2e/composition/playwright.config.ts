import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { PORTAL_SETUP, SHARED } from '../playwright.config';

/** The composition tests bring a small portal of their own and need no started one. */
export default defineConfig({
  ...SHARED,
  testDir: '.',
  globalSetup: PORTAL_SETUP,
  outputDir: path.join(import.meta.dirname, '../../test-results/composition'),
});
