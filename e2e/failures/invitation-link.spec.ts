import type { Page } from '@playwright/test';
import { newAccount, signUp } from '../support/accounts';
import { linkIn, readMail } from '../support/mail';
import { DEMO, expect, signIn, test } from '../support/test';
import { faultsOf } from './cell';
import { breakChange } from './support/change-faults';
import { breakRead, delayRead, READ_FAULTS } from './support/read-faults';

const fault = faultsOf(test);
/** Longer than the database's timeout. */
const LIMIT = 61_000;

/** The demo institution invites an address; the link in the mail. */
async function invite(page: Page, email: string): Promise<string> {
  const browser = page.context().browser();
  if (!browser) throw new Error('These tests start their own browser.');
  const context = await browser.newContext({ locale: 'de-DE' });
  const institution = await context.newPage();
  await institution.goto('/piw-management/einladen?art=mehrere');
  await signIn(institution, DEMO.institution.email, DEMO.institution.password);
  await institution.getByRole('textbox', { name: 'Liste' }).fill(`Mira Sommer <${email}>`);
  await institution.getByRole('button', { name: '1 Person einladen' }).click();
  await expect(institution.getByText('1 Einladung verschickt')).toBeVisible();
  await expect.poll(async () => (await readMail(email)).subject).toMatch(/^Einladung von /);
  await context.close();
  return linkIn(await readMail(email));
}

test.beforeEach(({ complaints }) => {
  test.slow();
  complaints.expected(/Failed to load resource/);
});

fault(
  {
    group: 'Backend',
    target: 'rpc/nemus_invitation: opening the link of an invitation',
    fault: READ_FAULTS.join(', '),
    sees: '„Ihre Einladung kann gerade nicht angezeigt werden“, that it holds all the same, and a form that works; loaded again, it is there.',
  },
  async ({ page }) => {
    const { email } = newAccount();
    const link = await invite(page, email);
    const broken = await breakRead(page, 'rpc/nemus_invitation');
    await page.clock.install();
    for (const kind of READ_FAULTS) {
      broken.set(kind);
      await page.goto(link);
      await expect(page.getByRole('textbox', { name: 'Vorname' }), kind).toBeEnabled();
      if (kind === 'hung') await page.clock.fastForward(LIMIT);
      await expect(page.getByText('Ihre Einladung kann gerade nicht angezeigt werden'), kind).toBeVisible();
    }
    broken.heal();
    await page.reload();
    await expect(page.getByText(/ lädt Sie ein$/)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'E-Mail' })).toHaveValue(email);
  },
);

fault(
  {
    group: 'Backend',
    target: 'rpc/nemus_invitation: opening the link of an invitation',
    fault: 'is answered late',
    sees: 'The form at once; when the invitation is there, what was typed stays, and the rest is filled in.',
  },
  async ({ page }) => {
    const { email } = newAccount();
    const link = await invite(page, email);
    const late = await delayRead(page, 'rpc/nemus_invitation');
    await page.goto(link);
    await page.getByRole('textbox', { name: 'Vorname' }).fill('Miranda');
    await page.getByLabel('Passwort', { exact: true }).fill('wald-und-wiese-7');
    await expect.poll(() => late.asked.length).toBe(1);
    late.release();
    await expect(page.getByText(/ lädt Sie ein$/)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Vorname' })).toHaveValue('Miranda');
    await expect(page.getByRole('textbox', { name: 'Nachname' })).toHaveValue('Sommer');
    await expect(page.getByLabel('Passwort', { exact: true })).toHaveValue('wald-und-wiese-7');
    expect(late.asked).toHaveLength(1);
  },
);

fault(
  {
    group: 'Backend',
    target: 'rpc/nemus_invitation: opening the page that accepts an invitation',
    fault: READ_FAULTS.join(', '),
    sees: '„Ihre Einladung kann gerade nicht angezeigt werden“, that it still holds, and „Erneut versuchen“, which brings the question.',
  },
  async ({ page }) => {
    const account = newAccount();
    await signUp(page, account);
    const link = await invite(page, account.email);
    const broken = await breakRead(page, 'rpc/nemus_invitation');
    await page.clock.install();
    for (const kind of READ_FAULTS) {
      broken.set(kind);
      await page.goto(link);
      await expect(page).toHaveURL(/\/einladung\?/);
      if (kind === 'hung') await page.clock.fastForward(LIMIT);
      await expect(page.getByText('Ihre Einladung kann gerade nicht angezeigt werden'), kind).toBeVisible();
      await expect(page.getByText(/Die Einladung gilt weiter/), kind).toBeVisible();
      broken.heal();
      await page.getByRole('button', { name: 'Erneut versuchen' }).click();
      await expect(page.getByRole('button', { name: 'Annehmen' }), kind).toBeEnabled();
    }
  },
);

for (const { call, target, button, done } of [
  {
    call: 'nemus_accept_invitation',
    target: 'rpc/nemus_accept_invitation: accepting an invitation',
    button: 'Annehmen',
    done: 'Einladung angenommen',
  },
  {
    call: 'nemus_decline_invitation',
    target: 'rpc/nemus_decline_invitation: declining an invitation',
    button: 'Ablehnen',
    done: 'Einladung abgelehnt',
  },
] as const) {
  fault(
    {
      group: 'Backend',
      target,
      fault: 'down, 500, 401, malformed, not JSON, hung',
      sees: '„Ihre Antwort wurde nicht gespeichert“ on the page of the invitation; the next attempt works.',
    },
    async ({ page }) => {
      const account = newAccount();
      await signUp(page, account);
      const link = await invite(page, account.email);
      const broken = await breakChange(page, `/rest/v1/rpc/${call}`);
      await page.clock.install();
      await page.goto(link);
      for (const kind of ['down', '500', '401', 'malformed', 'not JSON', 'hung'] as const) {
        broken.set(kind);
        const before = broken.sent;
        await page.getByRole('button', { name: button }).click();
        await expect.poll(() => broken.sent, kind).toBeGreaterThan(before);
        if (kind === 'hung') await page.clock.fastForward(LIMIT);
        const told = page.getByRole('alert').filter({ hasText: 'Ihre Antwort wurde nicht gespeichert' });
        await expect(told, kind).toContainText('versuchen Sie es in Kürze noch einmal');
        await expect(page, kind).toHaveURL(/\/einladung\?/);
      }
      broken.heal();
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByText(done)).toBeVisible();
      await expect(page).toHaveURL(/\/dashboard$/);
    },
  );

  fault(
    {
      group: 'Backend',
      target,
      fault: 'is answered late',
      sees: 'The button waits and takes no second click; then the dashboard, and that it is done. It was asked for once.',
    },
    async ({ page }) => {
      const account = newAccount();
      await signUp(page, account);
      const link = await invite(page, account.email);
      const broken = await breakChange(page, `/rest/v1/rpc/${call}`);
      broken.set('late');
      await page.goto(link);
      await page.getByRole('button', { name: button }).click();
      await expect.poll(() => broken.sent).toBe(1);
      await page.getByRole('button', { name: button }).click({ force: true });
      broken.release();
      await expect(page.getByText(done)).toBeVisible();
      await expect(page).toHaveURL(/\/dashboard$/);
      expect(broken.sent).toBe(1);
    },
  );
}
