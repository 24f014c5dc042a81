/**
 * `npm run screenshots -w @nemus/portal`: takes the pictures of the README from the portal as it is built, with the
 * seed's accounts.
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../../../../libs/testing/src/smoke/chromium.mjs';
import { addressesOf } from '../serve/addresses';
import { startPortal } from '../serve/portal';
import { ROOT } from '../serve/settings';
import { temporaryFolder } from '../serve/temporary-folder';
import { signInAs } from './sign-in';
import { temporarySettings } from './temporary-settings';

const IMAGES = path.join(ROOT, 'docs/images');
const PICTURES = [
  { file: 'dashboard.png', account: 'demo.piw@nemus.example', address: '/dashboard' },
  { file: 'dashboard-institution.png', account: 'demo.institution@nemus.example', address: '/dashboard' },
] as const;

/** Signs in, opens the page, and takes the picture once nothing loads any more. */
async function take(browser: Browser, portal: string, { file, account, address }: (typeof PICTURES)[number]) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await signInAs(page, portal, account);
  await page.goto(`${portal}${address}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: path.join(IMAGES, file) });
  await context.close();
}

const dataDir = await temporaryFolder('pictures');
const settings = await temporarySettings(dataDir);
const running = await startPortal(settings);
try {
  await mkdir(IMAGES, { recursive: true });
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS });
  for (const picture of PICTURES) await take(browser, addressesOf(settings).portal, picture);
  await browser.close();
} finally {
  await running.close();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(0);
