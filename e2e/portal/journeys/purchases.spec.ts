import { readFile } from 'node:fs/promises';
import { extractText } from 'unpdf';
import { arriveAs, newAccount, signUp } from '../../support/accounts';
import { openCheckout, pay } from '../../support/checkout';
import { countMails, linkIn, readMail } from '../../support/mail';
import { expect, expectAccessible, expectNoSidewaysScroll, expectPageReady, test } from '../../support/test';

const COURSE = 'Allianzbrüche erkennen und auflösen';
const buyCourse = new RegExp(`^Jetzt kaufen: ${COURSE}`);

test.slow();

test('a first purchase asks for the invoice address at the payment; invoice, mail and the next purchase have it', async ({
  page,
}) => {
  const account = newAccount();
  await arriveAs(page, account, '/seminar-catalog', { addressed: false });
  const tab = await openCheckout(page, page.getByRole('button', { name: buyCourse }));
  await expect(tab.getByLabel('Name oder Firma')).toHaveValue('Mira Sommer');
  await tab.getByLabel('Adresszeile 1').fill('Lange Reihe 7');
  await tab.getByLabel('Postleitzahl').fill('20099');
  await tab.getByLabel('Ort').fill('Hamburg');
  await expectAccessible(tab);
  await pay(tab);
  await expect(tab.getByText('Kurs erfolgreich gekauft!')).toBeVisible();
  await expect(tab.getByText('Mira Sommer, Lange Reihe 7, 20099 Hamburg')).toBeVisible();
  await tab.getByRole('button', { name: 'Anschrift merken' }).click();
  await expect(tab.getByText('Rechnungsanschrift gespeichert')).toBeVisible();
  // The tab in which it started notices it automatically.
  await expect(page.getByRole('button', { name: buyCourse })).toBeHidden({ timeout: 20_000 });
  await expect(page.getByText('Bitte bezahlen Sie im neuen Tab')).toBeHidden();
  const mail = await readMail(account.email);
  expect(mail.subject).toBe(`Kauf bestätigt: ${COURSE}`);

  // The link opens a page behind the sign-in.
  await tab.goto(linkIn(mail));
  await expect(tab).toHaveURL(/\/profile\/kaeufe$/);
  await expect(tab.getByText('Lange Reihe 7')).toBeVisible();
  await expectAccessible(tab);
  await tab.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(tab);
  const file = tab.waitForEvent('download');
  await tab.getByRole('button', { name: /^Rechnung NE-/ }).click();
  const { text } = await extractText(new Uint8Array(await readFile(await (await file).path())), { mergePages: true });
  expect(text).toMatch(/Mira Sommer\s+Lange Reihe 7\s+20099 Hamburg/);
  expect(await countMails(account.email)).toBe(2);
});

test.describe('a trainee', () => {
  test.beforeEach(async ({ page }) => {
    await signUp(page, newAccount());
  });

  test('buys a course: the catalogue notices it', { tag: '@soak' }, async ({ page }) => {
    await page.goto('/seminar-catalog');
    const tab = await openCheckout(page, page.getByRole('button', { name: buyCourse }));
    await expect(page.getByText('Bitte bezahlen Sie im neuen Tab')).toBeVisible();
    await expectAccessible(page);
    await pay(tab);
    await expect(tab).toHaveURL(/\/dashboard/);
    await expect(tab.getByText('Kurs erfolgreich gekauft!')).toBeVisible();
    await expect(page.getByRole('button', { name: buyCourse })).toBeHidden({ timeout: 20_000 });
    await expect(page.getByText('Bitte bezahlen Sie im neuen Tab')).toBeHidden();
    await page.reload();
    await expectPageReady(page);
    await expect(page.getByRole('button', { name: buyCourse })).toBeHidden();
  });

  test(
    'leaves the provider: after a reload the purchase is still there, and can be cancelled',
    { tag: '@soak' },
    async ({ page }) => {
      await page.goto('/seminar-catalog');
      const tab = await openCheckout(page, page.getByRole('button', { name: buyCourse }));
      const address = tab.url();
      await tab.getByRole('link', { name: 'Abbrechen und zurück' }).click();
      await expect(tab.getByText('Der Kaufvorgang wurde abgebrochen.')).toBeVisible();
      await tab.getByRole('link', { name: 'Zurück zum Kurs' }).click();
      await expect(tab.getByRole('dialog', { name: COURSE })).toBeVisible();
      await expect(page.getByText('Noch keine Zahlung eingegangen')).toBeVisible();
      await page.reload();
      await expect(page.getByText('Sie haben diesen Kauf begonnen')).toBeVisible();
      await expect(page.getByRole('button', { name: buyCourse })).toBeDisabled();
      await expect(page.getByRole('link', { name: 'Bezahlseite öffnen' })).toHaveAttribute('href', address);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Kauf abbrechen' }).click();
      await expect(page.getByText('Kauf abgebrochen', { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: buyCourse })).toBeEnabled();
      await tab.goto(address);
      await expect(tab.getByRole('heading', { name: 'Diese Bezahlseite ist abgelaufen' })).toBeVisible();
    },
  );

  test('cannot begin twice from two tabs', { tag: '@soak' }, async ({ page, context }) => {
    const second = await context.newPage();
    await page.goto('/seminar-catalog');
    await second.goto('/seminar-catalog');
    await expect(second.getByRole('button', { name: buyCourse })).toBeEnabled();
    const first = await openCheckout(page, page.getByRole('button', { name: buyCourse }));
    await second.reload();
    await expect(second.getByText('Sie haben diesen Kauf begonnen')).toBeVisible();
    await expect(second.getByRole('button', { name: buyCourse })).toBeDisabled();
    await pay(first);
    await expect(first.getByText('Kurs erfolgreich gekauft!')).toBeVisible();
    for (const tab of [page, second]) {
      await expect(tab.getByRole('button', { name: buyCourse })).toBeHidden({ timeout: 20_000 });
    }
  });

  test('is led to the catalogue instead of a subscription', { tag: '@soak' }, async ({ page }) => {
    await page.goto('/subscription');
    await expect(page.getByText('Kurse kaufen Sie direkt im Seminarkatalog')).toBeVisible();
    await expect(page.getByText(/Credits/)).toHaveCount(0);
    await page.getByRole('link', { name: 'Seminarkatalog öffnen' }).click();
    await expect(page).toHaveURL(/\/seminar-catalog$/);
  });
});
