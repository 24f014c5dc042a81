import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { countMails } from '../../../support/mail';
import { DEMO, expect } from '../../../support/test';
import { openTrainee, ownInstitution, press, type Change } from './change';

/** One trainee with this address, and one mail to it. */
async function expectInvited(page: Page, address: string) {
  await expect.poll(() => countMails(address)).toBe(1);
  await page.goto(`/piw-management?suche=${address}`);
  await expect(page.getByRole('link', { name: 'Details: Mira Sommer' })).toHaveCount(1);
}

/** Invitations sent and withdrawn. */
export const INVITATION_CHANGES: readonly Change[] = [
  {
    target: 'function send-invitations: inviting one person',
    address: '/functions/v1/send-invitations',
    showsLost: true,
    begin: async ({ page, openAs }) => {
      const address = `mira.${randomUUID().slice(0, 12)}@nemus.example`;
      await openAs('institution', '/piw-management/einladen');
      await page.getByRole('textbox', { name: 'Vorname' }).fill('Mira');
      await page.getByRole('textbox', { name: 'Nachname' }).fill('Sommer');
      const email = page.getByRole('textbox', { name: 'E-Mail' });
      await email.fill(address);
      return {
        password: DEMO.piw.password,
        button: press(page, 'Einladung senden'),
        kept: async () => {
          await expect(email).toHaveValue(address);
          await expect(page.getByRole('textbox', { name: 'Vorname' })).toHaveValue('Mira');
        },
        done: () => expectInvited(page, address),
      };
    },
  },
  {
    target: 'function send-invitations: inviting a list',
    address: '/functions/v1/send-invitations',
    showsLost: true,
    begin: async ({ page, openAs }) => {
      const address = `mira.${randomUUID().slice(0, 12)}@nemus.example`;
      await openAs('institution', '/piw-management/einladen?art=mehrere');
      const list = page.getByRole('textbox', { name: 'Liste' });
      await list.fill(`Mira Sommer <${address}>`);
      return {
        password: DEMO.piw.password,
        button: press(page, '1 Person einladen'),
        again: () => press(page, 'Für diese Personen wiederholen').click(),
        kept: () => expect(page.getByText(address).first()).toBeVisible(),
        done: () => expectInvited(page, address),
      };
    },
  },
  {
    target: 'function send-invitations: inviting a person again',
    address: '/functions/v1/send-invitations',
    showsLost: true,
    begin: async ({ page }) => {
      const { password } = await ownInstitution(page);
      await openTrainee(page, 'Elena Petrova');
      return {
        password,
        button: press(page, /^(Einladung senden|Erneut einladen)$/),
        kept: () => expect(page.getByRole('heading', { level: 1 })).toHaveText('Elena Petrova'),
        done: () => expect(page.getByText(/^Zuletzt am .* verschickt/)).toBeVisible(),
      };
    },
  },
  {
    target: 'rpc/nemus_revoke_invitation: withdrawing an invitation',
    address: '/rest/v1/rpc/nemus_revoke_invitation',
    showsLost: true,
    begin: async ({ page }) => {
      const { password } = await ownInstitution(page);
      await openTrainee(page, 'Elena Petrova');
      await press(page, /^(Einladung senden|Erneut einladen)$/).click();
      await expect(page.getByText('Einladung verschickt')).toBeVisible();
      const again = () => press(page, 'Einladung zurückziehen …').click();
      await again();
      return {
        password,
        button: page.getByRole('alertdialog').getByRole('button', { name: 'Einladung zurückziehen' }),
        again,
        kept: () => expect(page.getByText(/^Zuletzt am .* verschickt/)).toBeVisible(),
        done: () => expect(page.getByText(/^Die Einladung wurde am .* zurückgezogen/)).toBeVisible(),
      };
    },
  },
];
