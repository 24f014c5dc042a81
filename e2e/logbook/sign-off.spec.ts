import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { API_URL } from '../environment';
import { createAccount, newAccount, openWithSession } from '../support/accounts';
import { linkIn, readMail } from '../support/mail';
import { publishableKey } from '../support/publishable-key';
import { expect, expectAccessible, expectNoSidewaysScroll, expectPageReady, test } from '../support/test';
import { ask, institutionWithTrainee, sessionSchema } from './confirming';

const PHONE = { width: 360, height: 740 };
/** A picture to be looked at, into the folder that `NEMUS_E2E_PICTURES` names. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['NEMUS_E2E_PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}

async function look(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, name);
}

/** Types into a field that the keyboard has come to. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await field.focus();
  await page.keyboard.type(text);
}

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Three entries of these days, submitted to the only person with that name. */
async function submit(session: string, confirmer: string): Promise<void> {
  const people = z
    .array(z.object({ id: z.string(), name: z.string() }))
    .parse(await ask(session, 'rest/v1/rpc/nemus_possible_confirmers', {}));
  const ids: string[] = [];
  for (const days of [1, 2, 9]) {
    const id = crypto.randomUUID();
    const entry = {
      id,
      revision: null,
      done_on: dayBefore(days),
      category: 'practice',
      minutes: 90,
      note: 'Zwei Sitzungen',
    };
    const confirmer_id = people.find(({ name }) => name === confirmer)?.id;
    await ask(session, 'rest/v1/rpc/nemus_save_entry', {
      p_entry: { ...entry, competency: null, level: null, site_id: null, case_id: null, confirmer_id },
    });
    ids.push(id);
  }
  await ask(session, 'rest/v1/rpc/nemus_submit_entries', { p_entries: ids });
}

test('an institution names, a trainee submits, and people with and without an account sign, by keyboard on a phone', async ({
  browser,
  page,
  storedSession,
}) => {
  test.slow();
  await page.setViewportSize(PHONE);
  const { institution, trainee } = await institutionWithTrainee(await storedSession('operator'));
  const ada = newAccount();
  const leader = await createAccount(ada);

  // The institution names two people, each with a role.
  await openWithSession(page, institution, '/logbook/people');
  const outside = `ben.${crypto.randomUUID().slice(0, 12)}@nemus.example`;
  for (const [name, email] of [
    ['Ada Lehr', ada.email],
    ['Ben Alt', outside],
  ] as const) {
    await page.getByRole('button', { name: 'Person benennen' }).press('Enter');
    await type(page, page.getByLabel('Name', { exact: true }), name);
    await type(page, page.getByLabel('E-Mail'), email);
    if (name === 'Ada Lehr') await look(page, 'sign-off-person');
    await page.getByRole('radio', { name: /^Befugte\*r/ }).press('Space');
    await page.getByLabel('Erster Tag').fill('2020-01-01');
    if (name === 'Ada Lehr') await look(page, 'sign-off-role');
    await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expect(page.getByText('Befugte*r, alle PiW, seit 01.01.2020')).toHaveCount(2);
  await look(page, 'sign-off-people');

  // One has an account: she accepts, confirms a week, and returns the rest.
  const hers = await (await browser.newContext({ viewport: PHONE })).newPage();
  await openWithSession(hers, leader, '/logbook/inbox');
  await hers.getByRole('button', { name: 'Annehmen' }).press('Enter');
  await expect(hers.getByText('Nichts wartet auf Sie')).toBeVisible();
  await submit(trainee, 'Ada Lehr');
  // The institution reminds her, and reads what was sent.
  await page.getByRole('link', { name: 'Auslastung' }).press('Enter');
  await page.getByRole('button', { name: 'E-Mails an Ada Lehr: Offene Einträge' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Erinnern' }).press('Enter');
  await expect(page.getByText(/^Erinnerung .*, angefordert von der Weiterbildungsstätte$/)).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Erinnern' })).toBeDisabled();
  await look(page, 'sign-off-letters');
  await page.keyboard.press('Escape');
  await ask(trainee, 'functions/v1/send-sign-off-letters', {});
  expect((await readMail(ada.email)).subject).toBe('Logbuch: 3 Einträge warten auf Sie');
  await hers.reload();
  await expectPageReady(hers);
  const entries = hers.getByRole('checkbox', { name: /: Praxis, 2\sUE$/ });
  await expect(entries).toHaveCount(3);
  await entries.first().press('Space');
  await look(hers, 'sign-off-inbox');
  await hers.getByRole('button', { name: 'Auswahl zurückgeben' }).press('Enter');
  await type(hers, hers.getByLabel('Grund'), 'Bitte das Datum prüfen.');
  await look(hers, 'sign-off-return');
  await hers.getByRole('dialog').getByRole('button', { name: 'Zurückgeben' }).press('Enter');
  await expect(entries).toHaveCount(2);
  while ((await entries.count()) > 0) {
    const before = await entries.count();
    await hers
      .getByRole('button', { name: /^Woche bestätigen/ })
      .first()
      .press('Enter');
    await hers.getByRole('dialog').getByRole('button', { name: 'Bestätigen' }).press('Enter');
    // Behind a dialog the entries are inaccessible.
    await expect(hers.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => entries.count()).toBeLessThan(before);
  }
  await expect(hers.getByText('Nichts wartet auf Sie')).toBeVisible();
  await hers.context().close();

  // The other has none: the link of the mail confirms, once.
  await submit(trainee, 'Ben Alt');
  await ask(trainee, 'functions/v1/send-sign-off-letters', {});
  const mail = await readMail(outside);
  expect(mail.subject).toBe('3 Einträge warten auf Sie: Logbuch von Mira Sommer');
  expect(mail.text).not.toContain('Zwei Sitzungen');
  const his = await (await browser.newContext({ viewport: PHONE })).newPage();
  await his.goto(linkIn(mail));
  await expect(
    his.getByText(/^Sie bestätigen als Ben Alt für Ambulanz am See Stunden von Mira Sommer\.$/),
  ).toBeVisible();
  await expect(his.locator('[data-area="logbook"] [data-remote="logbook"]')).toBeAttached();
  await look(his, 'sign-off-link');
  await his.getByRole('button', { name: 'Bestätigen', exact: true }).press('Enter');
  await expect(his.getByText('3 Einträge bestätigt')).toBeVisible();
  await his.reload();
  await expect(his.getByText('Dieser Link führt nicht mehr weiter')).toBeVisible();
  await look(his, 'sign-off-link-over');
  // The sign-in has a document of its own, without the area's code.
  await his.evaluate(() => Object.assign(window, { ofTheArea: true }));
  await his.getByRole('link', { name: 'Anmelden' }).press('Enter');
  await expect(his.getByLabel('Passwort', { exact: true })).toBeVisible();
  expect(await his.evaluate(() => 'ofTheArea' in window)).toBe(false);
  await his.context().close();

  // The resulting logbook, by the trainee; and the institution's view of the workload.
  const states = await fetch(`${API_URL}/rest/v1/nemus_logbook_entries?select=state,confirmed_by&order=confirmed_by`, {
    headers: {
      apikey: await publishableKey(),
      authorization: `Bearer ${sessionSchema.parse(JSON.parse(trainee)).access_token}`,
    },
  });
  expect(await states.json()).toEqual([
    { state: 'confirmed', confirmed_by: 'Ada Lehr' },
    { state: 'confirmed', confirmed_by: 'Ada Lehr' },
    ...Array.from({ length: 3 }, () => ({ state: 'confirmed', confirmed_by: 'Ben Alt' })),
    { state: 'returned', confirmed_by: null },
  ]);
  await page.getByRole('link', { name: 'Auslastung' }).press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Ben Alt' })).toBeVisible();
  await look(page, 'sign-off-workload');
});
