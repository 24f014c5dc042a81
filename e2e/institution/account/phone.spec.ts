import path from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { API_URL, MAIL_URL } from '../../environment';
import { createAccount, newAccount, openWithSession } from '../../support/accounts';
import { publishableKey } from '../../support/publishable-key';
import { DEMO, expect, expectAccessible, expectNoSidewaysScroll, test } from '../../support/test';

const sessionSchema = z.object({ access_token: z.string() });
const smsSchema = z.array(z.object({ to: z.string(), text: z.string(), parts: z.number() }));

const smsTo = async (number: string) =>
  smsSchema.parse(await (await fetch(`${MAIL_URL}/api/sms?to=${encodeURIComponent(number)}`)).json());

/** A mobile number as typed, and in the networks' format: limits count per number. */
function freshNumber() {
  const typed = `0151 2${String(Date.now() % 10_000_000).padStart(7, '0')}`;
  return { typed, number: typed.replace(/^0/, '+49').replace(' ', '') };
}

/** The six digits of the newest SMS. */
const codeFor = async (number: string) => /\d{6}/.exec((await smsTo(number))[0]?.text ?? '')?.[0] ?? '';

/** Sends to the backend as the account of a session. */
async function ask(session: string, call: string, body: object): Promise<void> {
  const { access_token: token } = sessionSchema.parse(JSON.parse(session));
  const answer = await fetch(`${API_URL}/${call}`, {
    method: 'POST',
    headers: { apikey: await publishableKey(), authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${call}: ${await answer.text()}`);
}

async function signInWith({ email, password }: { email: string; password: string }, agent: string): Promise<string> {
  const answer = await fetch(`${API_URL}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: await publishableKey(), 'content-type': 'application/json', 'user-agent': agent },
    body: JSON.stringify({ email, password }),
  });
  expect(answer.status).toBe(200);
  return answer.text();
}

/** No accessibility violation, no horizontal overflow; a screenshot into the folder of `NEMUS_E2E_PICTURES`. */
async function look(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const folder = process.env['NEMUS_E2E_PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}

test('a number is proved by its SMS, and the switch works from then on until it is ended', async ({
  page,
  complaints,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const account = newAccount('Ambulanz am See');
  const session = await createAccount(account);
  const { typed, number } = freshNumber();

  // Without a number the switch is refused.
  complaints.expected(/409/);
  await openWithSession(page, session, '/settings?bereich=benachrichtigungen');
  const text = page.getByRole('switch', { name: 'SMS-Benachrichtigungen' });
  await text.press('Space');
  await page.getByRole('button', { name: 'Einstellungen speichern' }).press('Enter');
  await expect(page.getByText(/Für SMS braucht es eine geprüfte Mobilnummer/)).toBeVisible();
  await look(page, 'sms-switch-refused');

  // The number, by keyboard; leaving the form with unsaved input asks.
  await text.press('Space');
  await page.getByRole('link', { name: 'Ihre Mobilnummer im Konto' }).press('Enter');
  await page.getByLabel('Mobilnummer', { exact: true }).fill(typed);
  await page.getByRole('checkbox', { name: /^Ich bin einverstanden/ }).press('Space');
  await look(page, 'sms-number');
  await page.getByRole('button', { name: 'Code anfordern' }).press('Enter');
  await expect(page.getByLabel('Code aus der SMS')).toBeVisible();
  await expect.poll(async () => (await smsTo(number)).length).toBe(1);
  const [sms] = await smsTo(number);
  expect(sms?.parts).toBe(1);
  const code = await codeFor(number);
  await page.getByLabel('Code aus der SMS').fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Nummer bestätigen' }).press('Enter');
  await expect(page.getByText('Dieser Code ist falsch. Noch 4 Versuche.')).toBeVisible();
  await look(page, 'sms-code');
  await page.getByLabel('Code aus der SMS').fill(code);
  await page.getByRole('button', { name: 'Nummer bestätigen' }).press('Enter');
  await expect(page.getByText(/geprüft am/)).toBeVisible();
  await look(page, 'sms-checked');

  await page.goto('/settings?bereich=benachrichtigungen');
  await text.press('Space');
  await page.getByRole('button', { name: 'Einstellungen speichern' }).press('Enter');
  await expect(page.getByText('Einstellungen gespeichert')).toBeVisible();
  await look(page, 'sms-switch-on');

  // Ended: the number is deleted, and the switch with it.
  await page.goto('/account/phone');
  await page.getByRole('button', { name: 'SMS beenden' }).press('Enter');
  await look(page, 'sms-end');
  await page.getByRole('dialog').getByRole('button', { name: 'SMS beenden' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Code anfordern' })).toBeVisible();
  await page.goto('/settings?bereich=benachrichtigungen');
  await expect(text).not.toBeChecked();

  // Reports: the empty page explains how to get one, and the time is chosen.
  await page.getByLabel('Wochentag').selectOption('Freitag');
  await page.getByRole('button', { name: 'Zeitpunkt speichern' }).press('Enter');
  await expect(page.getByText('Zeitpunkt gespeichert')).toBeVisible();
  await page.getByRole('link', { name: 'Bisherige Wochenberichte' }).press('Enter');
  await expect(page.getByText('Noch kein Wochenbericht')).toBeVisible();
  await look(page, 'report-empty');
});

test('a new device comes as an SMS, at any hour and without its name', { tag: '@soak' }, async ({ page }) => {
  const session = await signInWith(DEMO.piw, 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0');
  const { typed, number } = freshNumber();
  await ask(session, 'functions/v1/check-phone', { number: typed, consent: '2026-11' });
  await ask(session, 'rest/v1/rpc/nemus_check_phone', { p_code: await codeFor(number) });
  await ask(session, 'rest/v1/rpc/nemus_choose_notification', {
    p_kind: 'new_device',
    p_channel: 'sms',
    p_wanted: true,
  });
  await signInWith(DEMO.piw, 'Mozilla/5.0 (X11; CrOS x86_64) Chrome/150.0 Safari/537');
  // The job runs every minute; an earlier request sends it as well, once.
  await Promise.all([ask(session, 'functions/v1/send-sms', {}), ask(session, 'functions/v1/send-sms', {})]);
  const [news, ...earlier] = await smsTo(number);
  expect(earlier).toHaveLength(1);
  expect(news?.text).toMatch(/^Nemus: Anmeldung mit einem neuen Gerät\. http/);
  expect(news?.text).not.toContain('Chrome');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${MAIL_URL}/sms`);
  await expect(page.getByText(/Anmeldung mit einem neuen Gerät/).first()).toBeVisible();
  await look(page, 'sms-sandbox');
  await ask(session, 'rest/v1/rpc/nemus_end_phone', {});
});
