import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../tools/portal/chromium.mjs';
import { E2E_ENVIRONMENT, PORTAL_URL } from './environment';

/** The started portal, on ports and data of its own. */
export const WEB_SERVER = {
  command: 'node --import tsx ../tools/portal/src/start.ts --temporary --no-build',
  cwd: import.meta.dirname,
  url: PORTAL_URL,
  env: E2E_ENVIRONMENT,
  timeout: 240_000,
  // While writing tests: a portal that stands already, with the same ports (`e2e/environment.ts`).
  reuseExistingServer: process.env['NEMUS_E2E_REUSE'] === '1',
  gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  stdout: 'pipe',
} as const;

/** One started portal for all specs, on ports and data of its own, so that tests run beside a running portal. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './fixtures/build.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // CI shares two cores between portal, browsers and tests; what passes at the second attempt is reported as flaky.
  retries: process.env['CI'] ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    baseURL: PORTAL_URL,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    launchOptions: { executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS },
  },
  webServer: WEB_SERVER,
  projects: [
    { name: 'portal', testIgnore: 'failures/**' },
    // The whole failure suite takes longer than everything else: `npm run test:failures`.
    { name: 'failures', testDir: 'failures', grep: /@core/ },
  ],
});
