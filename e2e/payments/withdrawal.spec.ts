import { randomUUID } from 'node:crypto';
import { readMail } from '../support/mail';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test';

test('a contract is withdrawn from without signing in, in two steps, with a receipt by mail', async ({ page }) => {
  const email = `widerruf.${randomUUID().slice(0, 12)}@nemus.example`;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Vertrag widerrufen' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Vertrag widerrufen' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Name', { exact: true }).fill('Mira Sommer');
  await page.getByLabel('E-Mail für die Eingangsbestätigung').fill(email);
  await page.getByLabel('Welchen Vertrag widerrufen Sie?').fill('Kurs <b>Ethik</b> vom 20.11.2026');
  await page.getByRole('button', { name: 'Weiter' }).click();
  const confirm = page.getByRole('button', { name: 'Widerruf bestätigen' });
  await expect(confirm).toBeVisible();
  await expectAccessible(page);
  await confirm.dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'Ihr Widerruf ist eingegangen' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const reference = await page.getByText(/^W-\d{8}-[0-9A-F]{8}$/).innerText();
  const mail = await readMail(email);
  expect(mail.subject).toBe(`Eingangsbestätigung Ihres Widerrufs ${reference}`);
  expect(mail.text).toContain('Kurs <b>Ethik</b> vom 20.11.2026');
  expect(mail.text).toMatch(/Eingegangen am: \d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}:\d{2} Uhr/);
});

test('a signed-in user finds the page in the footer, with name and address filled in', async ({ page, openAs }) => {
  await openAs('piw', '/subscription');
  await page.getByRole('link', { name: 'Vertrag widerrufen' }).click();
  await expect(page.getByLabel('E-Mail für die Eingangsbestätigung')).toHaveValue('demo.piw@nemus.example');
  await expectAccessible(page);
});
