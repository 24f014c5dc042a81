import { randomUUID } from 'node:crypto';
import { countMails } from '../../../support/mail';
import { expect } from '../../../support/test';
import { press, type Change } from './change';

/** The withdrawal from a contract, which needs no account. */
export const WITHDRAWAL: Change = {
  target: 'function withdraw-contract: withdrawing from a contract',
  address: '/functions/v1/withdraw-contract',
  without: ['session'],
  begin: async ({ page }) => {
    const email = `widerruf.${randomUUID().slice(0, 12)}@nemus.example`;
    await page.goto('/widerruf');
    await page.getByLabel('Name', { exact: true }).fill('Mira Sommer');
    await page.getByLabel('E-Mail für die Eingangsbestätigung').fill(email);
    await page.getByLabel('Welchen Vertrag widerrufen Sie?').fill('Kurs Ethik');
    await press(page, 'Weiter').click();
    return {
      password: '',
      button: press(page, 'Widerruf bestätigen'),
      kept: () => expect(page.getByText('Kurs Ethik')).toBeVisible(),
      done: async () => {
        await expect(page.getByRole('heading', { level: 1, name: 'Ihr Widerruf ist eingegangen' })).toBeVisible();
        await expect.poll(() => countMails(email)).toBe(1);
      },
    };
  },
};
