import { randomUUID } from 'node:crypto';
import { newAccount, signUp } from '../support/accounts';
import { linkIn, readMail } from '../support/mail';
import { expect, expectAccessible, expectPageReady, signIn, test } from '../support/test';

const unused = () => `mira.${randomUUID().slice(0, 12)}@nemus.example`;

test('an invitation leads from the mail to a linked trainee', async ({ page, openAs, browser }) => {
  test.setTimeout(120_000);
  const email = unused();
  await openAs('institution', '/piw-management/einladen');
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Vorname' }).fill('Mira');
  await page.getByRole('textbox', { name: 'Nachname' }).fill('Sommer');
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(email);
  await page.getByRole('button', { name: 'Einladung senden' }).click();
  await expect(page.getByText('Einladung verschickt')).toBeVisible();

  const mail = await readMail(email);
  expect(mail.subject).toMatch(/^Einladung von /);
  const visitor = await (await browser.newContext({ locale: 'de-DE' })).newPage();
  await visitor.goto(linkIn(mail));
  await expect(visitor.getByText(/ lädt Sie ein$/)).toBeVisible();
  await expect(visitor.getByRole('textbox', { name: 'E-Mail' })).toHaveValue(email);
  await visitor.getByLabel('Passwort', { exact: true }).fill('wald-und-wiese-7');
  await visitor.getByLabel('Passwort bestätigen').fill('wald-und-wiese-7');
  await visitor.getByRole('button', { name: 'Registrieren' }).click();
  await expect(visitor.getByText('Registrierung erfolgreich')).toBeVisible();
  await expect.poll(async () => (await readMail(email)).subject).not.toMatch(/^Einladung von /);
  await visitor.goto(linkIn(await readMail(email)));
  await expect(visitor).toHaveURL(/\/dashboard$/);
  await visitor.context().close();

  await page.goto(`/piw-management?suche=${email}&zugang=linked`);
  await expectPageReady(page);
  await page.getByRole('link', { name: 'Details: Mira Sommer' }).click();
  await expect(page.getByRole('heading', { name: 'Fortschritt im Portal' })).toBeVisible();
  await expect(page.getByText(/mit einem Portalkonto verbunden/)).toBeVisible();
});

test('who has an account accepts by signing in on the page behind the link', async ({ page, openAs, browser }) => {
  test.slow();
  const account = newAccount();
  const visitor = await (await browser.newContext({ locale: 'de-DE' })).newPage();
  await signUp(visitor, account);
  await openAs('institution', '/piw-management/einladen?art=mehrere');
  await page.getByRole('textbox', { name: 'Liste' }).fill(`Mira Sommer <${account.email}>`);
  await page.getByRole('button', { name: '1 Person einladen' }).click();
  await expect(page.getByText('1 Einladung verschickt')).toBeVisible();
  await expect.poll(async () => (await readMail(account.email)).subject).toMatch(/^Einladung von /);
  const link = linkIn(await readMail(account.email));

  // In another browser, where nobody is signed in.
  await visitor.context().close();
  const later = await (await browser.newContext({ locale: 'de-DE' })).newPage();
  await later.goto(link);
  await expect(later.getByText(/ lädt Sie ein$/)).toBeVisible();
  await later.getByRole('tab', { name: 'Anmelden' }).click();
  await expectAccessible(later);
  await signIn(later, account.email, account.password);
  await expect(later.getByText('Einladung angenommen')).toBeVisible();
  await expect(later).toHaveURL(/\/dashboard$/);
  // The link is used up: opened again by the same account it says so, and the account stays linked.
  await later.goto(link);
  await expect(later.getByText('Einladung nicht angenommen')).toBeVisible();
  await later.context().close();

  await page.goto(`/piw-management?suche=${account.email}&zugang=linked`);
  await expectPageReady(page);
  await page.getByRole('link', { name: 'Details: Mira Sommer' }).click();
  await expect(page.getByText(/mit einem Portalkonto verbunden/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Fortschritt im Portal' })).toBeVisible();
});

test('an invitation can be withdrawn, and its link leads nowhere then', async ({ page, openAs, browser }) => {
  const email = unused();
  await openAs('institution', '/piw-management/einladen?art=mehrere');
  await page.getByRole('textbox', { name: 'Liste' }).fill(`Paul Kern <${email}>`);
  await page.getByRole('button', { name: '1 Person einladen' }).click();
  await expect(page.getByText('1 Einladung verschickt')).toBeVisible();
  const link = linkIn(await readMail(email));

  await page.goto(`/piw-management?suche=${email}`);
  await page.getByRole('link', { name: 'Details: Paul Kern' }).click();
  await page.getByRole('button', { name: 'Einladung zurückziehen …' }).click();
  await page.getByRole('button', { name: 'Einladung zurückziehen', exact: true }).click();
  await expect(page.getByText('Der Link in der Nachricht gilt nicht mehr.')).toBeVisible();
  await expect(page.getByText('Zurückgezogen').first()).toBeVisible();

  const visitor = await (await browser.newContext({ locale: 'de-DE' })).newPage();
  await visitor.goto(link);
  await expect(visitor.getByText('Diese Einladung gilt nicht mehr')).toBeVisible();
  await visitor.context().close();

  await page.getByRole('button', { name: 'Erneut einladen' }).click();
  await expect(page.getByText('Einladung verschickt')).toBeVisible();
});

test('a list names each bad line before anybody is invited, and each person who was not', async ({ page, openAs }) => {
  const email = unused();
  await openAs('institution', '/piw-management/einladen?art=mehrere');
  await page.getByLabel('CSV-Datei', { exact: true }).setInputFiles({
    name: 'piw.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Vorname;Nachname;E-Mail\r\nJörg;Lang;${email}\r\n;Kurz;kurz\r\nAnna;Schmidt;anna.schmidt@praxis.example\r\n`,
      'latin1',
    ),
  });
  await expect(page.getByText(/^Zeile 3: Bitte geben Sie den Vornamen ein\./)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Gelesene Zeilen' })).toContainText('Jörg Lang');
  await expectAccessible(page);
  await page.getByRole('button', { name: '2 Personen einladen' }).click();
  await expect(page.getByText('1 Einladung verschickt')).toBeVisible();
  await expect(page.getByText(/Anna Schmidt.*bereits eingetragen/)).toBeVisible();
  expect((await readMail(email)).text).toContain('Guten Tag Jörg Lang');
});
