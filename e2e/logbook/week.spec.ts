import path from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { API_URL } from '../environment';
import { createAccount, newAccount, openWithSession } from '../support/accounts';
import { publishableKey } from '../support/publishable-key';
import { expect, expectAccessible, expectNoSidewaysScroll, expectPageReady, test } from '../support/test';

const PHONE = { width: 360, height: 740 };
const sessionSchema = z.object({ access_token: z.string() });

/** Minutes and notes of all entries that the server has of an account. */
async function onServer(session: string): Promise<unknown> {
  const { access_token: token } = sessionSchema.parse(JSON.parse(session));
  const answer = await fetch(`${API_URL}/rest/v1/nemus_logbook_entries?select=minutes,note,state&order=minutes`, {
    headers: { apikey: await publishableKey(), authorization: `Bearer ${token}` },
  });
  return answer.json();
}

/** A picture to be looked at, of both widths, into the folder that `NEMUS_E2E_PICTURES` names. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['NEMUS_E2E_PICTURES'];
  if (folder === undefined) return;
  for (const size of [PHONE, { width: 1280, height: 900 }]) {
    await page.setViewportSize(size);
    await page.screenshot({ path: path.join(folder, `${name}-${size.width}.png`), fullPage: true });
  }
  await page.setViewportSize(PHONE);
}

const formOf = (page: Page) => page.getByRole('form', { name: 'Eintrag' });

/** Label of the focused field. */
const focused = (page: Page) => page.locator(':focus');

test('a week is entered by keyboard only, on a phone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const session = await createAccount(newAccount());
  await openWithSession(page, session, '/logbook/sites');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stätte hinzufügen' }).press('Enter');
  await expect(focused(page)).toHaveAccessibleName('Name der Stätte');
  await page.keyboard.type('Klinik am See');
  await page.getByLabel('Erster Tag').fill('2020-01-01');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Klinik am See' })).toBeVisible();
  await picture(page, 'sites');

  await page.getByRole('link', { name: 'Fälle' }).press('Enter');
  await expectPageReady(page);
  await page.getByRole('button', { name: 'Fall anlegen' }).press('Enter');
  const code = /F-\w{4}/.exec(await page.getByText(/^Der Code dieses Falls ist F-\w{4}\.$/).innerText())?.[0] ?? '';
  await expect(page.getByRole('heading', { name: code })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, 'cases');

  await page.getByRole('link', { name: 'Woche', exact: true }).press('Enter');
  await expectPageReady(page);
  const form = formOf(page);
  await form.getByLabel('Minuten').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('60');
  await expect(form.getByText(/^60 Min\. = 1\sUE 15\sMin\.$/)).toBeVisible();
  await form.getByLabel('Stätte').selectOption('Klinik am See');
  await form.getByLabel('Fall').selectOption(code);
  await form.getByLabel(/^Notiz/).focus();
  await page.keyboard.type('Frau Sommer, Exposition');
  await expect(form.getByText(/^Sieht das nach einem Namen aus\?/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('Gespeichert', { exact: true })).toHaveCount(1);
  // The next one at once: the keyboard is in its first field, and it has the site of the last.
  await expect(focused(page)).toHaveAccessibleName('Datum');
  await expect(form.getByLabel('Stätte').locator('option:checked')).toHaveText('Klinik am See');
  await form.getByRole('button', { name: '135 Min.' }).press('Enter');
  await form.getByLabel('Minuten').press('Enter');
  await expect(page.getByText('Gespeichert', { exact: true })).toHaveCount(2);
  const sums = page.getByRole('article', { name: 'Summe der Woche' });
  // 60 and 135 minutes are 195, four units and a quarter of an hour.
  await expect(sums.getByText(/^4\sUE 15\sMin\.$/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, 'week');

  await page
    .getByRole('button', { name: /^Bearbeiten: Praxis/ })
    .first()
    .press('Enter');
  await expect(form.getByLabel('Minuten')).toHaveValue('60');
  await form.getByLabel('Minuten').fill('90');
  await form.getByLabel('Minuten').press('Enter');
  await expect(sums.getByText(/^5\sUE$/)).toBeVisible();
  expect(await onServer(session)).toEqual([
    { minutes: 90, note: 'Frau Sommer, Exposition', state: 'draft' },
    { minutes: 135, note: '', state: 'draft' },
  ]);

  await page.getByRole('link', { name: 'Vorige Woche' }).press('Enter');
  await expect(page).toHaveURL(/woche=\d{4}-W\d{2}$/);
  await page.getByRole('link', { name: 'Nächste Woche' }).press('Enter');
  await page.getByRole('link', { name: 'Nächste Woche' }).press('Enter');
  await page.getByRole('button', { name: 'Wie letzte Woche' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Wie letzte Woche' });
  await expect(dialog.getByRole('checkbox')).toHaveCount(2);
  await expect(dialog.getByRole('checkbox').first()).toBeDisabled();
  await expectAccessible(page);
  await picture(page, 'copy');
});

test('offline input survives a closed tab, and reaches the server once', async ({ context, page, complaints }) => {
  complaints.expected(/Failed to load resource|ERR_INTERNET_DISCONNECTED|net::ERR/);
  await page.setViewportSize(PHONE);
  const session = await createAccount(newAccount());
  await openWithSession(page, session, '/logbook');
  const form = formOf(page);
  await context.setOffline(true);
  await form.getByLabel('Minuten').fill('60');
  await form.getByLabel(/^Notiz/).fill('In der Bahn');
  await form.getByLabel('Minuten').press('Enter');
  await expect(page.getByText('1 Eintrag wartet auf diesem Gerät')).toBeVisible();
  // A second one is begun, and never saved by hand.
  await form.getByLabel(/^Notiz/).fill('Noch nicht fertig');
  await expect(page.getByText('Entwurf (nur auf diesem Gerät)')).toHaveCount(2);
  await picture(page, 'offline');
  // Closed at once: an orderly close would restore the cut connection a moment before the page goes.
  const ended = page.waitForEvent('crash');
  void (await context.newCDPSession(page)).send('Page.crash').catch(() => undefined);
  await ended;
  await page.close();
  expect(await onServer(session)).toEqual([]);

  // The page itself comes from the portal: it can be opened again when the connection is back.
  await context.setOffline(false);
  const later = await context.newPage();
  await later.setViewportSize(PHONE);
  await openWithSession(later, session, '/logbook');
  await expect(later.getByText('Gespeichert', { exact: true })).toHaveCount(1);
  await expect(formOf(later).getByLabel(/^Notiz/)).toHaveValue('Noch nicht fertig');
  await expect(later.getByText('Entwurf (nur auf diesem Gerät)')).toHaveCount(1);
  await expectAccessible(later);
  await later.reload();
  await expectPageReady(later);
  expect(await onServer(session)).toEqual([{ minutes: 60, note: 'In der Bahn', state: 'draft' }]);
});

test('a restored connection sends pending entries, also with two tabs', async ({ context, page, complaints }) => {
  complaints.expected(/Failed to load resource|ERR_INTERNET_DISCONNECTED|net::ERR/);
  const session = await createAccount(newAccount());
  await openWithSession(page, session, '/logbook');
  const second = await context.newPage();
  await openWithSession(second, session, '/logbook');
  await context.setOffline(true);
  await formOf(page).getByLabel('Minuten').fill('45');
  await formOf(page).getByLabel('Minuten').press('Enter');
  await expect(page.getByText('1 Eintrag wartet auf diesem Gerät')).toBeVisible();
  await expect(second.getByText('Entwurf (nur auf diesem Gerät)')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Gespeichert', { exact: true })).toHaveCount(1);
  await expect(second.getByText('Gespeichert', { exact: true })).toHaveCount(1);
  expect(await onServer(session)).toEqual([{ minutes: 45, note: '', state: 'draft' }]);
});
