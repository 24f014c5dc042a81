import { expect, type Page } from '@playwright/test';
import { expectPageReady } from '../../support/test';
import { checkScreen } from './check-screen';

/** Staff allows an institution to buy on invoice. */
export async function allowTransfers(page: Page, institution: string): Promise<void> {
  await page.goto('/academy/orders/transfers/terms');
  await expectPageReady(page);
  await page.getByLabel('Weiterbildungsstätte suchen').fill(institution);
  await page.getByRole('button', { name: `Kauf auf Rechnung erlauben: ${institution}` }).click();
  await checkScreen(page, 'staff-transfer-terms');
  await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText(`Kauf auf Rechnung erlaubt: ${institution}`)).toBeVisible();
}

/** The institution buys credits on invoice. @returns the number of the invoice. */
export async function buyOnInvoice(page: Page, credits: number): Promise<string> {
  await page.goto('/subscription');
  await expectPageReady(page);
  await page.getByLabel('Anzahl der Credits').fill(String(credits));
  await page.getByLabel('Anzahl der Credits').blur();
  await page.getByText('Auf Rechnung per Überweisung').click();
  await page.getByRole('button', { name: 'Jetzt kaufen' }).click();
  await page.getByRole('button', { name: 'Zahlungspflichtig kaufen' }).click();
  const told = page.getByText(/mit dem Verwendungszweck \S+\./);
  await expect(told).toBeVisible();
  await checkScreen(page, 'institution-bought-on-invoice');
  return /Verwendungszweck (\S+)\./.exec((await told.textContent()) ?? '')?.[1] ?? '';
}

/** Staff reads a statement of the bank in which an invoice is paid; what is not an invoice stays out. */
export async function enterStatement(page: Page, invoice: string, euros: string): Promise<void> {
  const day = new Date().toLocaleDateString('de-DE', {
    timeZone: 'Europe/Berlin',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  });
  await page.goto('/academy/orders/transfers/import');
  await expectPageReady(page);
  await page
    .getByRole('textbox', { name: 'Liste' })
    .fill(
      `Buchungstag;Name;Verwendungszweck;Betrag\n${day};Vermietung;Miete;-800,00\n${day};Institut;${invoice.replaceAll('-', ' ')};${euros}`,
    );
  await checkScreen(page, 'staff-statement');
  await page.getByRole('button', { name: new RegExp(`^1 Zahlung über ${euros}\\s€ eintragen$`, 'u') }).click();
  await expect(page.getByText('1 Zahlung eingetragen')).toBeVisible();
  await page.goto('/academy/orders/transfers?stand=paid');
  await expect(page.getByRole('row').filter({ hasText: invoice })).toContainText('Bezahlt');
  await checkScreen(page, 'staff-transfers');
}
