import type { Page } from '@playwright/test';
import { newAccount, signUp } from '../../../support/accounts';
import { expect, expectPageReady } from '../../../support/test';
import { press, type Change } from './change';

const upcoming = (page: Page) => page.getByRole('region', { name: 'Kommende Termine' }).getByRole('listitem');

/** Changes by trainees to appointments and modules. */
export const TRAINING_CHANGES: readonly Change[] = [
  {
    target: 'rpc/nemus_cancel_appointment: cancelling an appointment',
    address: '/rest/v1/rpc/nemus_cancel_appointment',
    showsLost: true,
    begin: async ({ page }) => {
      const account = newAccount();
      await signUp(page, account);
      await page.goto('/appointments');
      await expectPageReady(page);
      const before = await upcoming(page).count();
      const again = () =>
        press(page, /^Absagen/)
          .first()
          .click();
      await again();
      return {
        password: account.password,
        button: page.getByRole('alertdialog').getByRole('button', { name: 'Termin absagen' }),
        again,
        kept: () => expect(upcoming(page)).toHaveCount(before),
        done: () => expect(upcoming(page)).toHaveCount(before - 1),
      };
    },
  },
  {
    target: 'rpc/nemus_rate_appointment: rating an appointment',
    address: '/rest/v1/rpc/nemus_rate_appointment',
    begin: async ({ page }) => {
      const account = newAccount();
      await signUp(page, account);
      await page.goto('/appointments');
      await press(page, /^Bewertung abgeben/)
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: 'Termin bewerten', includeHidden: true });
      const stars = dialog.getByRole('radio', { name: '4 Sterne', includeHidden: true });
      await dialog.locator('label', { hasText: '4 Sterne' }).click();
      const comment = dialog.getByRole('textbox', { includeHidden: true });
      await comment.fill('Sehr praxisnah.');
      return {
        password: account.password,
        button: dialog.getByRole('button', { name: 'Bewertung speichern' }),
        kept: async () => {
          await expect(stars).toBeChecked();
          await expect(comment).toHaveValue('Sehr praxisnah.');
        },
        done: () => expect(page.getByText('Bewertung gespeichert')).toBeVisible(),
      };
    },
  },
  {
    target: 'rpc/nemus_complete_module: completing a module',
    address: '/rest/v1/rpc/nemus_complete_module',
    begin: async ({ page }) => {
      const account = newAccount();
      await signUp(page, account);
      await page.goto('/course/rechtliche-grundlagen');
      await press(page, 'Aufklärung öffnen').click();
      return {
        password: account.password,
        button: press(page, 'Als abgeschlossen markieren'),
        kept: () => expect(press(page, 'Aufklärung schließen')).toBeVisible(),
        done: async () => {
          await expect(press(page, 'Als abgeschlossen markieren')).toHaveCount(0);
          await page.reload();
          await expect(page.getByText(/^Aufklärung.*, abgeschlossen$/)).toBeVisible();
        },
      };
    },
  },
];
