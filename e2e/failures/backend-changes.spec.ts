import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { MAIL_URL } from '../environment';
import { newAccount, signUp } from '../support/accounts';
import { expect, expectPageReady, test } from '../support/test';
import { faultsOf } from './cell';
import { breakChange, CHANGE_FAULTS } from './support/change-faults';

const fault = faultsOf(test);

const mailsSchema = z.array(z.object({ to: z.string() }));
async function countMails(to: string): Promise<number> {
  const answer: unknown = await (await fetch(`${MAIL_URL}/api/messages?to=${encodeURIComponent(to)}`)).json();
  return mailsSchema.parse(answer).filter((mail) => mail.to === to).length;
}

/** A message that says in German that it did not work, in a toast or at the form. */
const expectTold = (page: Page, why: string) =>
  expect(
    page
      .getByRole('alert')
      .filter({ hasText: /nicht|fehl|Fehler|Verbindung|angemeldet/ })
      .first(),
    why,
  ).toBeVisible();

const FAULTS = CHANGE_FAULTS.join(', ');

test.beforeEach(({ complaints }) => {
  test.slow();
  complaints.expected(/Failed to load resource/);
});

fault(
  {
    group: 'Backend',
    target: 'saving personal data',
    fault: FAULTS,
    sees: 'A message that it was not saved; every field keeps what was typed, and saving again works.',
    core: true,
  },
  async ({ page }) => {
    const broken = await breakChange(page, '/rest/v1/nemus_personal_data');
    await signUp(page, newAccount());
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Bearbeiten: Persönliche Daten' }).click();
    const form = page.getByRole('form', { name: 'Persönliche Daten' });
    await form.getByLabel(/^Postleitzahl/).fill('01067');
    await form.getByLabel(/^Ort/).fill('Dresden');
    for (const kind of CHANGE_FAULTS) {
      broken.set(kind);
      await form.getByRole('button', { name: 'Änderungen speichern' }).click();
      await expectTold(page, kind);
      await expect(form.getByLabel(/^Ort/), kind).toHaveValue('Dresden');
      await expect(form.getByLabel(/^Postleitzahl/), kind).toHaveValue('01067');
    }
    broken.heal();
    await form.getByRole('button', { name: 'Änderungen speichern' }).click();
    await expect(page.getByText('Profil gespeichert')).toBeVisible();
    // While it closes, the address still says that it is open.
    await expect(form).toBeHidden();
    await page.reload();
    await expect(page.getByText(/01067 Dresden/)).toBeVisible();
  },
);

fault(
  {
    group: 'Backend',
    target: 'saving the settings of an institution',
    fault: FAULTS,
    sees: 'A message that it was not saved; every field keeps what was typed, and saving again works.',
  },
  async ({ page }) => {
    const broken = await breakChange(page, '/rest/v1/nemus_institution_settings');
    await signUp(page, newAccount('Praxis am Park'));
    await page.goto('/settings');
    await expectPageReady(page);
    const name = page.getByRole('textbox', { name: 'Name der Institution' });
    await name.fill('Praxis am See');
    for (const kind of CHANGE_FAULTS) {
      broken.set(kind);
      await page.getByRole('button', { name: 'Einstellungen speichern' }).click();
      await expectTold(page, kind);
      await expect(name, kind).toHaveValue('Praxis am See');
    }
    broken.heal();
    await page.getByRole('button', { name: 'Einstellungen speichern' }).click();
    await expect(page.getByText('Einstellungen gespeichert')).toBeVisible();
    await page.reload();
    await expect(name).toHaveValue('Praxis am See');
  },
);

fault(
  {
    group: 'Backend',
    target: 'function send-invitations',
    fault: 'down, 500, 401, answer lost',
    sees: 'A message that it did not work; name and address stay in the form, and one invitation is sent in the end.',
  },
  async ({ page, openAs }) => {
    const email = `mira.${randomUUID().slice(0, 12)}@nemus.example`;
    const broken = await breakChange(page, '/functions/v1/send-invitations');
    await openAs('institution', '/piw-management/einladen');
    await page.getByRole('textbox', { name: 'Vorname' }).fill('Mira');
    await page.getByRole('textbox', { name: 'Nachname' }).fill('Sommer');
    await page.getByRole('textbox', { name: 'E-Mail' }).fill(email);
    for (const kind of ['down', '500', '401', 'answer lost'] as const) {
      broken.set(kind);
      await page.getByRole('button', { name: 'Einladung senden' }).click();
      await expectTold(page, kind);
      await expect(page.getByRole('textbox', { name: 'E-Mail' }), kind).toHaveValue(email);
      await expect(page.getByRole('textbox', { name: 'Vorname' }), kind).toHaveValue('Mira');
    }
    broken.heal();
    await page.getByRole('button', { name: 'Einladung senden' }).click();
    await page.goto(`/piw-management?suche=${email}`);
    await expect(page.getByRole('link', { name: 'Details: Mira Sommer' })).toHaveCount(1);
    expect(await countMails(email)).toBe(1);
  },
);

fault(
  {
    group: 'Backend',
    target: 'function withdraw-contract',
    fault: FAULTS,
    sees: 'A message that it did not work; the declaration stays as it was written, and is recorded once in the end.',
  },
  async ({ page }) => {
    const email = `widerruf.${randomUUID().slice(0, 12)}@nemus.example`;
    const broken = await breakChange(page, '/functions/v1/withdraw-contract');
    await page.goto('/widerruf');
    await page.getByLabel('Name', { exact: true }).fill('Mira Sommer');
    await page.getByLabel('E-Mail für die Eingangsbestätigung').fill(email);
    await page.getByLabel('Welchen Vertrag widerrufen Sie?').fill('Kurs Ethik');
    await page.getByRole('button', { name: 'Weiter' }).click();
    for (const kind of CHANGE_FAULTS) {
      broken.set(kind);
      await page.getByRole('button', { name: 'Widerruf bestätigen' }).click();
      await expectTold(page, kind);
      await expect(page.getByText('Kurs Ethik'), kind).toBeVisible();
    }
    broken.heal();
    await page.getByRole('button', { name: 'Widerruf bestätigen' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Ihr Widerruf ist eingegangen' })).toBeVisible();
    expect(await countMails(email)).toBe(1);
  },
);

fault(
  {
    group: 'Backend',
    target: 'auth: signing in',
    fault: 'down, 500, answer malformed',
    sees: '„Anmeldefehler“ with the reason; the address stays in the form, and the next attempt works.',
    core: true,
  },
  async ({ page }) => {
    const broken = await breakChange(page, '/auth/v1/token');
    await page.goto('/auth');
    const email = page.getByRole('textbox', { name: 'E-Mail' });
    await email.fill('demo.piw@nemus.example');
    await page.getByLabel('Passwort', { exact: true }).fill('nemus-demo-2026');
    for (const kind of ['down', '500', 'answer malformed'] as const) {
      broken.set(kind);
      await page.getByRole('button', { name: 'Anmelden' }).click();
      await expectTold(page, kind);
      await expect(email, kind).toHaveValue('demo.piw@nemus.example');
      await expect(page, kind).toHaveURL(/\/auth/);
    }
    broken.heal();
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  },
);
