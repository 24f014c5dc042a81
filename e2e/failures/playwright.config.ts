import config, { WEB_SERVER } from '../playwright.config';

/** The failure suite in full. A test that needs a second attempt has found something: there is none. */
export default {
  ...config,
  projects: [{ name: 'failures' }],
  testDir: '.',
  globalSetup: '../fixtures/build.ts',
  outputDir: '../../test-results',
  retries: 0,
  use: { ...config.use, actionTimeout: 20_000 },
  webServer: WEB_SERVER,
};
