import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { confirmAddress, newAccount, signUp } from '../../support/accounts';
import { linkIn, readMail } from '../../support/mail';
import { expect, expectAccessible, expectPageReady, signIn, test } from '../../support/test';

const unused = () => `mira.${randomUUID().slice(0, 12)}@nemus.example`;

/** Invites a person through the list, and reads the mail's link. */
async function invite(page: Page, line: string, email: string): Promise<string> {
  await page.getByRole('textbox', { name: 'Liste' }).fill(`${line} <${email}>`);
  await page.getByRole('button', { name: '1 Person einladen' }).click();
  await expect(page.getByText('1 Einladung verschickt')).toBeVisible();
  await expect.poll(async () => (await readMail(email)).subject).toMatch(/^Einladung von /);
  return linkIn(await readMail(email));
}

test('an invitation leads from the mail through the sign-up to the page that accepts it', async ({
  page,
  openAs,
  browser,
}) => {
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
  await confirmAddress(visitor, email);
  await expect(visitor).toHaveURL(/\/einladung\?/);
  await expect(visitor.getByRole('heading', { level: 1, name: /^Einladung von / })).toBeVisible();
  await expectAccessible(visitor);

  const list = `/piw-management?suche=${email}`;
  await page.goto(list);
  await expect(page.getByText('Eingeladen', { exact: true }).last()).toBeVisible();
  await visitor.getByRole('button', { name: 'Annehmen' }).click();
  await expect(visitor.getByText('Einladung angenommen')).toBeVisible();
  await expect(visitor).toHaveURL(/\/dashboard$/);
  await visitor.context().close();

  await page.goto(`${list}&zugang=linked`);
  await expectPageReady(page);
  await page.getByRole('link', { name: 'Details: Mira Sommer' }).click();
  await expect(page.getByRole('heading', { name: 'Fortschritt im Portal' })).toBeVisible();
  // The account's own view: 325, 240 and 85 units of its sample data, and its own address.
  const bar = (name: string) => page.getByRole('progressbar', { name });
  await expect(bar('Absolvierte Stunden')).toHaveAttribute('aria-valuetext', /^650 von 1\.000/);
  await expect(bar('Praxis (Verhaltenstherapie)')).toHaveAttribute('aria-valuetext', /^240 von 350/);
  await expect(page.getByText('E-Mail des Kontos')).toBeVisible();
  await expectAccessible(page);
});

test(
  'only the invited account accepts, sees the link in its profile, and ends it',
  { tag: '@soak' },
  async ({ page, browser }) => {
    test.setTimeout(180_000);
    const [invited, other] = [newAccount(), newAccount()];
    const visitor = await (await browser.newContext({ locale: 'de-DE' })).newPage();
    await signUp(visitor, invited);
    // A separate institution: a trainee who leaves is inactive in its list, which other tests read.
    await signUp(page, newAccount('Praxis am Park'));
    await page.goto('/piw-management/einladen?art=mehrere');
    const link = await invite(page, 'Mira Sommer', invited.email);
    const list = `/piw-management?suche=${invited.email}`;

    // Another signed-in account, and the institution itself, open it: nothing is linked.
    const stranger = await (await browser.newContext({ locale: 'de-DE' })).newPage();
    await signUp(stranger, other);
    await stranger.goto(link);
    await expect(stranger.getByText(/Diese Einladung ging an m•••@nemus\.example/)).toBeVisible();
    await expect(stranger.getByText(other.email).first()).toBeVisible();
    await expect(stranger.getByRole('button', { name: 'Annehmen' })).toHaveCount(0);
    await expect(stranger.getByText(invited.email)).toHaveCount(0);
    await expectAccessible(stranger);
    await page.goto(link);
    await expect(page.getByText('Einladungen sind für Psychotherapeut*innen in Weiterbildung.')).toBeVisible();
    await page.goto(list);
    await expect(page.getByText('Eingeladen', { exact: true }).last()).toBeVisible();

    // The other account makes way for the invited one.
    await stranger.getByRole('button', { name: 'Mit anderem Konto anmelden' }).click();
    await signIn(stranger, invited.email, invited.password);
    await stranger.getByRole('button', { name: 'Annehmen' }).click();
    await expect(stranger.getByText('Einladung angenommen')).toBeVisible();
    // The link is used up, for its own account as well.
    await stranger.goto(link);
    await expect(stranger.getByRole('heading', { name: 'Diese Einladung gilt nicht mehr' })).toBeVisible();

    // The account's other browser shows the link, and ends it.
    await visitor.goto('/profile');
    await expect(visitor.getByRole('heading', { name: 'Verbundene Weiterbildungsstätten' })).toBeVisible();
    await expectAccessible(visitor);
    await visitor.getByRole('button', { name: /^Verbindung beenden/ }).click();
    await visitor.getByRole('alertdialog').getByRole('button', { name: 'Verbindung beenden' }).click();
    await expect(visitor.getByText('Verbindung beendet')).toBeVisible();
    await expect(visitor.getByText(/mit keiner Weiterbildungsstätte verbunden/)).toBeVisible();
    await page.goto(list);
    await page.getByRole('link', { name: 'Details: Mira Sommer' }).click();
    await expect(page.getByText(/Die Verbindung zum Portalkonto besteht nicht mehr/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Fortschritt im Portal' })).toHaveCount(0);
    await visitor.context().close();
    await stranger.context().close();
  },
);

test(
  'an invitation can be declined or withdrawn, and its link is then invalid',
  { tag: '@soak' },
  async ({ page, openAs, browser, complaints }) => {
    test.slow();
    complaints.expected(/429/);
    const account = newAccount();
    const visitor = await (await browser.newContext({ locale: 'de-DE' })).newPage();
    await signUp(visitor, account);
    await openAs('institution', '/piw-management/einladen?art=mehrere');
    const declined = await invite(page, 'Mira Sommer', account.email);
    await visitor.goto(declined);
    await visitor.getByRole('button', { name: 'Ablehnen' }).click();
    await expect(visitor.getByText('Einladung abgelehnt')).toBeVisible();
    await page.goto(`/piw-management?suche=${account.email}`);
    await page.getByRole('link', { name: 'Details: Mira Sommer' }).click();
    await expect(page.getByText(/Die Person hat die Einladung am .* abgelehnt/)).toBeVisible();

    await page.goto('/piw-management/einladen?art=mehrere');
    const email = unused();
    const link = await invite(page, 'Paul Kern', email);
    await page.goto(`/piw-management?suche=${email}`);
    await page.getByRole('link', { name: 'Details: Paul Kern' }).click();
    await page.getByRole('button', { name: 'Einladung zurückziehen …' }).click();
    await page.getByRole('button', { name: 'Einladung zurückziehen', exact: true }).click();
    await expect(page.getByText('Der Link in der Nachricht gilt nicht mehr.')).toBeVisible();
    await expect(page.getByText('Zurückgezogen').first()).toBeVisible();
    await visitor.goto(link);
    await expect(visitor.getByRole('heading', { name: 'Diese Einladung gilt nicht mehr' })).toBeVisible();
    await visitor.context().close();

    // Withdrawing is no way around the pause between two mails.
    await page.getByRole('button', { name: 'Erneut einladen' }).click();
    await expect(page.getByText(/gerade erst verschickt\. Bitte warten Sie eine Minute/)).toBeVisible();
  },
);

test(
  'a list reports each invalid line and every known person before any invitation',
  { tag: '@soak' },
  async ({ page, openAs }) => {
    const email = unused();
    await openAs('institution', '/piw-management/einladen?art=mehrere');
    await page.getByLabel('CSV- oder Excel-Datei').setInputFiles({
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
    await expect(page.getByText(/^anna\.schmidt@praxis\.example (ist|steht) bereits/)).toBeVisible();
    await page.getByRole('button', { name: '1 Person einladen' }).click();
    await expect(page.getByText('1 Einladung verschickt')).toBeVisible();
    expect((await readMail(email)).text).toContain('Guten Tag Jörg Lang');
  },
);
