import path from 'node:path';
import { PORTAL_SETUP, portalServer, SHARED } from '../playwright.config';

/** The full failure suite. A test that needs a retry has found something: there are no retries. */
export default {
  ...SHARED,
  projects: [{ name: 'failures' }],
  testDir: '.',
  globalSetup: PORTAL_SETUP,
  outputDir: path.join(import.meta.dirname, '../../test-results/all-failures'),
  retries: 0,
  use: { ...SHARED.use, actionTimeout: 20_000 },
  webServer: portalServer(),
};
