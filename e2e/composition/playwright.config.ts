import config from '../playwright.config';

/** The composition tests alone: they bring a small portal of their own and need no started one. */
export default {
  ...config,
  projects: [{ name: 'composition' }],
  testDir: '.',
  globalSetup: '../fixtures/build.ts',
  outputDir: '../../test-results',
  webServer: undefined,
};
