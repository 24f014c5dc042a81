import { expect, test } from '@playwright/test';
import { findTestChromium } from '../../libs/testing/src/smoke/chromium.mjs';
import { startChromium } from '../browsers/chromium';
import { pageOf, type BrowserPage } from '../browsers/page';
import { startProxy } from '../browsers/proxy';
import { READY, signIn, signOut } from '../browsers/sign-in';
import { findFirefox, findWebKit, startFirefox, startWebKit } from '../browsers/webdriver';
import { PORTAL_URL } from '../environment';
import { everyPage } from '../support/every-page';
import { oldChromium, oldFirefox } from './old-browsers';
import { CELL, type Cell } from './table';

/** The oldest supported versions, and beside them those of this machine. Safari 16.4 is in no package. */
const BROWSERS = [
  { name: 'Chromium 111', find: oldChromium, start: startChromium },
  { name: 'Firefox 115', find: oldFirefox, start: startFirefox },
  { name: 'Chromium', find: findTestChromium, start: startChromium },
  { name: 'Firefox', find: findFirefox, start: startFirefox },
  { name: 'WebKit', find: findWebKit, start: startWebKit },
];

/** How long a page may take: the run tells what opens, not how fast, and shares its machine. Milliseconds. */
const PATIENCE = 120_000;

/** What a person would call broken, or null. */
const PROBLEM = `(() => {
  const text = document.body.innerText;
  const failed = /konnte nicht (?:geladen|gestartet) werden|kann nicht starten|Ihr Browser ist zu alt/.exec(text);
  if (failed) return failed[0];
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) return 'scrolls sideways';
  if (document.querySelector('h1').innerText.trim() === '') return 'has an empty heading';
  return null;
})()`;

/** Opens a page; returns its problem in a few words, or null. */
async function problemOf(page: BrowserPage, address: string): Promise<string | null> {
  try {
    await page.open(PORTAL_URL + address);
    await page.until(READY).catch((cause: unknown) => {
      throw new Error(`was not ready within ${PATIENCE / 1_000} s`, { cause });
    });
    const problem = await page.read(PROBLEM);
    return problem === null ? null : String(problem);
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 80) : String(error);
  }
}

for (const { name, find, start } of BROWSERS) {
  // A browser of its own per account: whatever one meets, the others' pages are opened.
  for (const { name: who, account, addresses } of await everyPage()) {
    test(`${name} opens every page: ${who}`, async () => {
      test.setTimeout(1_800_000);
      const executable = await find();
      if (executable === null && process.env['CI']) throw new Error(`${name} is not installed.`);
      test.skip(executable === null, `${name} is not installed (docs/testing.md).`);
      if (executable === null) return;
      const proxy = await startProxy();
      const driver = await start(executable, proxy.port);
      const broken: Cell[] = [];
      try {
        const page = pageOf(driver, PATIENCE);
        if (account !== null) await signIn(page, account);
        for (const address of addresses) {
          const cell = { page: `${address} (${who})`, browser: name, problem: await problemOf(page, address) };
          test.info().annotations.push({ type: CELL, description: JSON.stringify(cell) });
          if (cell.problem === null) continue;
          broken.push(cell);
          const body = await page.picture().catch(() => null);
          if (body !== null) await test.info().attach(address, { body, contentType: 'image/png' });
        }
        if (account !== null) {
          // Some pages have no menu.
          await page.open(`${PORTAL_URL}/dashboard`);
          await page.until(READY);
          await signOut(page);
        }
      } finally {
        await driver.stop();
        await proxy.stop();
      }
      expect(broken).toEqual([]);
    });
  }
}
