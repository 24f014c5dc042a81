import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { z } from 'zod';
import { PORTAL_URL } from '../environment';
import { createAccount, newAccount } from '../support/accounts';
import { DEMO } from '../support/test';
import { pageOf, type BrowserPage } from './page';
import { startProxy, type Proxy } from './proxy';
import { READY, signIn, signOut } from './sign-in';
import { findFirefox, findWebKit, startFirefox, startWebKit } from './webdriver';

test.describe.configure({ mode: 'default' });
test.slow();

/** Browsers of Debian other than the one that every other test uses. */
const BROWSERS = [
  { name: 'Firefox', executable: findFirefox(), start: startFirefox },
  { name: 'WebKit', executable: findWebKit(), start: startWebKit },
];

/** Names of the portal's menu entries. */
const MENU = `[...document.querySelectorAll('nav li a[href^="/"]')].map((entry) => entry.innerText.trim())`;

/** Opens every entry of the menu; returns the names of those that showed a page of their own. */
async function openEveryArea(page: BrowserPage): Promise<string[]> {
  const opened: string[] = [];
  for (const name of z.array(z.string()).parse(await page.read(MENU))) {
    await page.click(name);
    await page.until(
      `document.querySelector('nav a[aria-current="page"]')?.innerText.trim() === ${JSON.stringify(name)}`,
    );
    await page.until(READY);
    const failed = await page.read(`document.body.innerText.includes('Der Bereich konnte nicht')`);
    if (failed === false) opened.push(name);
  }
  return opened;
}

/** What the page's policies do with markup and with a script that has no integrity. */
const POLICIES = `(() => {
  const mark = document.documentElement.dataset;
  if (mark.script === undefined) {
    mark.script = 'waits';
    try {
      document.createElement('div').innerHTML = '<b>x</b>';
      mark.markup = 'taken';
    } catch {
      mark.markup = 'refused';
    }
    const script = document.createElement('script');
    script.src = [...document.scripts].find(({ src }) => src.includes('/assets/')).src + '?again';
    script.addEventListener('load', () => (mark.script = 'ran'));
    script.addEventListener('error', () => (mark.script = 'refused'));
    document.head.append(script);
  }
  return mark.markup + ', ' + mark.script;
})()`;

const WORKER_IS_ACTIVE = `(() => {
  const mark = document.documentElement.dataset;
  navigator.serviceWorker.getRegistration().then((found) => {
    if (found?.active?.state === 'activated') mark.worker = 'active';
  });
  return mark.worker === 'active';
})()`;

/** A picture to be looked at, into the folder that `NEMUS_E2E_PICTURES` names. */
async function picture(page: BrowserPage, name: string): Promise<void> {
  const folder = process.env['NEMUS_E2E_PICTURES'];
  if (folder !== undefined) await writeFile(path.join(folder, `${name}.png`), await page.picture());
}

for (const { name, executable, start } of BROWSERS) {
  test.describe(name, () => {
    let proxy: Proxy;
    let page: BrowserPage;
    let stop = () => Promise.resolve();

    test.beforeEach(async () => {
      if (executable === null) {
        if (process.env['NEMUS_REQUIRE_SERVERS'] === '1') throw new Error(`${name} is not installed.`);
        test.skip(true, `${name} is not installed (docs/testing.md).`);
        return;
      }
      proxy = await startProxy();
      const driver = await start(executable, proxy.port);
      page = pageOf(driver);
      stop = async () => {
        await driver.stop();
        await proxy.stop();
      };
    });
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    test.afterEach(async ({}, info) => {
      if (info.status !== info.expectedStatus) await picture(page, `${name}-failed`).catch(() => undefined);
      await stop();
    });

    test(`${name}: an institution opens every area, buys credits, and signs out`, async () => {
      const account = newAccount('Institut am Wald');
      await createAccount(account);
      await signIn(page, account);
      await picture(page, `${name}-institution`);
      const entries = z.array(z.string()).parse(await page.read(MENU));
      expect(entries.length).toBeGreaterThan(6);
      expect(await openEveryArea(page)).toEqual(entries);
      await page.click('Abonnement');
      await page.fill('Anzahl der Credits', '200');
      await page.click('Jetzt kaufen');
      await page.enterNewTab();
      await page.see('Jetzt bezahlen');
      // WebKit calls the tab closed from here on.
      await page.enterFirstTab();
      await page.see('Bezahlseite');
      expect(await page.read(`document.body.innerText.includes('geschlossen')`)).toBe(false);
      await page.enterNewTab();
      await page.click('Jetzt bezahlen');
      await page.see('200 Credits wurden Ihrem Konto hinzugefügt.');
      await page.enterFirstTab();
      await page.see('200 Credits verfügbar');
      await signOut(page);
    });

    test(`${name}: a trainee opens every area, and an entry written offline reaches the server`, async () => {
      const account = newAccount();
      await createAccount(account);
      await signIn(page, account);
      await picture(page, `${name}-trainee`);
      const entries = z.array(z.string()).parse(await page.read(MENU));
      expect(entries.length).toBeGreaterThan(6);
      expect(await openEveryArea(page)).toEqual(entries);
      await page.click('Logbuch');
      await page.until(READY);
      proxy.cut(true);
      await page.fill('Minuten', '60');
      await page.click('Eintrag speichern');
      await page.see('1 Eintrag wartet auf diesem Gerät');
      await picture(page, `${name}-offline`);
      proxy.cut(false);
      await page.see('Gespeichert');
      await signOut(page);
    });

    test(`${name}: both script policies are enforced, and the configuration is requested once`, async () => {
      await page.open(`${PORTAL_URL}/auth`);
      await page.until(`document.querySelector('#first-form') === null && ${READY}`);
      expect(proxy.requested.filter((path) => path === '/config.json')).toHaveLength(1);
      await page.until(`!(${POLICIES}).endsWith('waits')`);
      expect(await page.read(POLICIES)).toBe('refused, refused');
    });

    test(`${name}: a page of the worker says that the server is not reached, and opens once it is`, async () => {
      await signIn(page, DEMO.piw);
      // It is registered seconds after the sign-in, and answers from the next page on.
      await page.until(WORKER_IS_ACTIVE);
      await page.open(`${PORTAL_URL}/dashboard`);
      await page.until(`navigator.serviceWorker.controller !== null && ${READY}`);
      proxy.cut(true);
      await page.open(`${PORTAL_URL}/dashboard`);
      await page.see('Der Server ist gerade nicht erreichbar');
      expect(await page.read(`document.body.innerText.includes('Konfiguration')`)).toBe(false);
      await picture(page, `${name}-unreachable`);
      proxy.cut(false);
      await page.until(`document.querySelector('nav a[aria-current="page"]') !== null && ${READY}`);
    });
  });
}
