import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findTestChromium, TEST_FLAGS } from '../libs/testing/src/smoke/chromium.mjs';
import { E2E_ENVIRONMENT, PORTAL_URL } from './environment';

/** Builds the fixture shell and areas. */
export const PORTAL_SETUP = path.join(import.meta.dirname, 'fixtures/build.ts');

/**
 * The started portal, with its own ports and data.
 *
 * @param areas names of the areas that it has; all of this checkout by default.
 * @param sampleData new accounts receive the sample set.
 * @param catalogue includes the seed's courses.
 */
export function portalServer(areas?: readonly string[], { sampleData = true, catalogue = true } = {}) {
  const chosen = areas ? ` --areas=${areas.join(',')}` : '';
  return {
    command: `node ../tools/backend/src/program/run.mjs tools/portal/src/serve/start.ts --temporary --no-build${chosen}`,
    cwd: import.meta.dirname,
    url: PORTAL_URL,
    env: {
      ...E2E_ENVIRONMENT,
      NEMUS_SAMPLE_DATA: sampleData ? 'on' : 'off',
      NEMUS_CATALOGUE: catalogue ? 'on' : 'off',
    },
    timeout: 240_000,
    // While writing tests: reuses a running portal with the same ports (`e2e/environment.ts`).
    reuseExistingServer: process.env['NEMUS_E2E_REUSE'] === '1',
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
    stdout: 'pipe' as const,
  };
}

/** Specs of the early start itself, in a run without it. */
const OTHER_START = process.env['NEMUS_EARLY_START'] === 'off' ? [/@early-start/] : [];

/** The long run measures times as well. */
const SOAK = process.env['NEMUS_SOAK'] === '1';

/** Shared configuration of all suites. */
export const SHARED = defineConfig({
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  // Number of browsers. Where two suites run in parallel, each has one.
  workers: Number(process.env['NEMUS_E2E_WORKERS'] ?? 2),
  forbidOnly: true,
  // CI shares two cores between portal, browsers and tests; a test that passes at the second attempt is reported as
  // flaky.
  retries: process.env['CI'] ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  // Tests that take minutes: `npm run test:soak`. Those about the early start run where it is on (docs/start.md).
  ...(SOAK ? { grep: /@soak/, grepInvert: OTHER_START } : { grepInvert: [/@soak/, ...OTHER_START] }),
  use: {
    baseURL: PORTAL_URL,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    // The portal has its worker on; specs need every request to reach the routes between page and servers.
    // `shell/worker.spec.ts` enables it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: findTestChromium() ?? undefined,
      args: [...CHROMIUM_FLAGS, ...(SOAK ? [] : TEST_FLAGS)],
    },
  },
});

/**
 * Every spec except the failure suite's with one portal and all areas: for writing tests (`playwright test --config
 * e2e/playwright.config.ts <file>`). `npm test` runs the suites with their own configurations.
 */
export default defineConfig({
  ...SHARED,
  testDir: '.',
  globalSetup: PORTAL_SETUP,
  outputDir: '../test-results/all',
  webServer: portalServer(),
  projects: [
    { name: 'portal', testIgnore: 'failures/**' },
    // The whole failure suite takes longer than everything else: `npm run test:failures`.
    { name: 'failures', testDir: 'failures', grep: /@core/ },
  ],
});
