import path from 'node:path';
import { PORTAL_SETUP, portalServer, SHARED } from '../playwright.config';

/** The failure suite in full. A test that needs a second attempt has found something: there is none. */
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
