import path from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { API_URL } from '../environment';
import { createAccount, newAccount, openWithSession } from '../support/accounts';
import { publishableKey } from '../support/publishable-key';
import { expect, expectAccessible, expectNoSidewaysScroll, expectPageReady, test } from '../support/test';

// Everywhere else, the worker is disabled.
test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 } });

const OFFLINE = /Failed to load resource|net::ERR|Failed to fetch|config\.json could not be fetched/;
const sessionSchema = z.object({ access_token: z.string() });
const headersOf = async (session: string) => ({
  apikey: await publishableKey(),
  authorization: `Bearer ${sessionSchema.parse(JSON.parse(session)).access_token}`,
});

/** Minutes of all entries that the server has of an account. */
async function onServer(session: string): Promise<unknown> {
  const address = `${API_URL}/rest/v1/nemus_logbook_entries?select=minutes&order=minutes`;
  return (await fetch(address, { headers: await headersOf(session) })).json();
}

/** Length of the stored copy; null when there is none. Creates no database. */
const storedLength = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes('nemus-device')) return null;
    return new Promise<number | null>((resolve, reject) => {
      const opening = indexedDB.open('nemus-device');
      opening.addEventListener('error', () => reject(opening.error));
      opening.addEventListener('success', () => {
        const work = opening.result.transaction('copies');
        const asked: IDBRequest<{ bytes: ArrayBuffer; key: CryptoKey } | undefined> = work
          .objectStore('copies')
          .get('copy');
        work.addEventListener('complete', () => {
          opening.result.close();
          if (asked.result?.key.extractable) reject(new Error('The key is extractable.'));
          else resolve(asked.result?.bytes.byteLength ?? null);
        });
      });
    });
  });

/** What an account has left in the browser: databases, entries and session, and cached answers that are no files. */
const leftIn = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const cached = (await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))).flat();
    return [
      ...(await indexedDB.databases()).map(({ name }) => name),
      ...Object.keys(localStorage).filter((key) => /^nemus-auth|^nemus\.(logbook|recent)/.test(key)),
      ...cached
        .map(({ url }) => url)
        .filter((url) => !/\/(assets|releases)\/.+\.(js|css|woff2)$|\/\.nemus-page\?/.test(url)),
    ];
  });

const formOf = (page: Page) => page.getByRole('form', { name: 'Eintrag' });
const notice = (page: Page) => page.getByText(/^Ohne Verbindung – Stand vom \d{2}\.\d{2}\.\d{4}, \d{2}:\d{2} Uhr$/);
const saved = (page: Page) => page.getByText('Gespeichert', { exact: true });

async function save(page: Page, minutes: string) {
  await formOf(page).getByLabel('Minuten').fill(minutes);
  await formOf(page).getByLabel('Minuten').press('Enter');
}

/** A first visit with one entry, after which worker and reads are on the device. Returns the account's session. */
async function visit(page: Page): Promise<string> {
  const session = await createAccount(newAccount());
  await openWithSession(page, session, '/logbook');
  // Automatically, once the page is idle.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => storedLength(page)).not.toBeNull();
  const before = (await storedLength(page)) ?? 0;
  await save(page, '60');
  await expect(saved(page)).toHaveCount(1);
  // The week with its entry.
  await expect.poll(() => storedLength(page)).toBeGreaterThan(before + 200);
  return session;
}

/** The portal says that there is no connection, and shows nothing. */
const expectClosed = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toHaveText('Keine Verbindung');

test('the week opens without a connection, in a new tab too, and accepts entries', async ({
  context,
  page,
  complaints,
}) => {
  complaints.expected(OFFLINE);
  const session = await visit(page);
  await context.setOffline(true);
  await page.reload();
  await expect(notice(page)).toBeVisible();
  await expect(saved(page)).toHaveCount(1);
  await expectPageReady(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const folder = process.env['NEMUS_E2E_PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: path.join(folder, 'offline-360.png'), fullPage: true });
  const second = await context.newPage();
  await second.goto('/logbook');
  await expect(notice(second)).toBeVisible();
  await second.setViewportSize({ width: 1280, height: 900 });
  await expect(second.getByText('Mira Sommer')).toBeVisible();
  await save(second, '45');
  await expect(second.getByText('1 Eintrag wartet auf diesem Gerät')).toBeVisible();
  if (folder !== undefined) await second.screenshot({ path: path.join(folder, 'offline-1280.png'), fullPage: true });
  expect(await onServer(session)).toEqual([{ minutes: 60 }]);
  // What is not on the device needs a connection.
  await second.goto('/logbook/cases');
  await expectClosed(second);
  await expectAccessible(second);
  await second.getByRole('link', { name: 'Zuletzt gelesene Seite öffnen' }).click();
  await expect(notice(second)).toBeVisible();
  await second.close();

  await context.setOffline(false);
  await expect(saved(page)).toHaveCount(2);
  await expect(notice(page)).toHaveCount(0);
  expect(await onServer(session)).toEqual([{ minutes: 45 }, { minutes: 60 }]);
});

test('a sign-out without a connection leaves nothing, in any tab, and another account sees nothing', async ({
  context,
  page,
  complaints,
}) => {
  complaints.expected(OFFLINE);
  const other = await createAccount(newAccount());
  await visit(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await context.setOffline(true);
  const second = await context.newPage();
  await second.goto('/logbook');
  await expect(notice(second)).toBeVisible();
  await page.reload();
  await expect(notice(page)).toBeVisible();
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible();
  await expect(second.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible();
  await expect.poll(() => leftIn(page)).toEqual([]);
  await second.goto('/logbook');
  await expectClosed(second);
  expect(await leftIn(second)).toEqual([]);
  await page.evaluate((stored) => localStorage.setItem('nemus-auth', stored), other);
  await second.reload();
  await expectClosed(second);
});

test('an expired token signs no one out, and a session that was ended elsewhere ends at the first contact', async ({
  context,
  page,
  complaints,
}) => {
  complaints.expected(OFFLINE);
  complaints.expected(/status of 40[013]/);
  const session = await visit(page);
  const expire = () =>
    page.evaluate(() => {
      const stored: unknown = JSON.parse(localStorage.getItem('nemus-auth') ?? 'null');
      localStorage.setItem('nemus-auth', JSON.stringify({ ...Object(stored), expires_at: 1 }));
    });
  await context.setOffline(true);
  await expire();
  await page.reload();
  await expect(notice(page)).toBeVisible();
  await context.setOffline(false);
  await expect(notice(page)).toHaveCount(0);
  await save(page, '30');
  await expect(saved(page)).toHaveCount(2);

  await context.setOffline(true);
  await expire();
  await page.reload();
  await expect(notice(page)).toBeVisible();
  await save(page, '25');
  await expect(page.getByText('Entwurf (nur auf diesem Gerät)')).toBeVisible();
  const ended = await fetch(`${API_URL}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: await headersOf(session),
  });
  expect(ended.status).toBe(204);
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: /Sitzung/ })).toBeVisible();
  await expect.poll(() => storedLength(page)).toBeNull();
  // What was written waits for the account.
  expect(await leftIn(page)).toEqual([expect.stringMatching(/^nemus\.logbook\./)]);
});
