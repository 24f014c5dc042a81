import { createAccount, newAccount, openWithSession } from '../support/accounts';
import { expect, expectAccessible, expectPageReady, signIn, test } from '../support/test';

const STAFF = { email: 'demo.akademie@nemus.example', password: 'nemus-demo-2026' } as const;

test(
  'staff writes a new version of requirements, and a trainee moves to it without losing an entry',
  { tag: '@soak' },
  async ({ page, browser }) => {
    // A trainee chooses at the first visit, and writes down an hour.
    await openWithSession(page, await createAccount(newAccount()), '/logbook/requirements');
    await expect(page.getByText('Wählen Sie zuerst Ihre Anforderungen')).toBeVisible();
    await page.getByRole('link', { name: /^Ansehen Beispielsatz/ }).click();
    await page.getByRole('button', { name: 'Diese Anforderungen wählen' }).click();
    await expect(page.getByText('Anforderungen gewählt', { exact: true })).toBeVisible();
    await expect(page.getByText('Keine anderen Anforderungen')).toBeVisible();
    await page.getByRole('link', { name: 'Woche', exact: true }).click();
    await expectPageReady(page);
    await page.getByRole('form', { name: 'Eintrag' }).getByRole('button', { name: 'Eintrag speichern' }).click();
    await expect(page.getByText('Gespeichert', { exact: true })).toHaveCount(1);

    const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' });
    const staff = await context.newPage();
    await staff.goto('/auth');
    await signIn(staff, STAFF.email, STAFF.password);
    await expect(staff).not.toHaveURL(/\/auth/);
    await staff.goto('/academy/requirements');
    await staff.getByRole('link', { name: /^Beispielsatz/ }).click();
    await expectPageReady(staff);
    await expectAccessible(staff);
    await staff.getByRole('link', { name: 'Neue Version' }).click();
    await staff.getByLabel('Version', { exact: true }).fill('2');
    await staff.getByLabel('Gültig ab').fill('2026-06-01');
    await staff.getByLabel('Theorie: UE').fill('550');
    await expectAccessible(staff);
    await staff.getByRole('button', { name: 'Entwurf anlegen' }).click();
    await expect(staff).toHaveURL(/\/academy\/requirements\/[0-9a-f-]{36}$/);
    await staff.getByRole('button', { name: 'Veröffentlichen' }).click();
    await staff.getByRole('alertdialog').getByRole('button', { name: 'Veröffentlichen' }).click();
    await expect(staff.getByText('Zur Wahl', { exact: true })).toBeVisible();
    // A published set is immutable.
    await expect(staff.getByLabel('Theorie: UE')).toHaveCount(0);
    await context.close();

    await page.goto('/logbook/requirements');
    await page.getByRole('link', { name: /^Änderungen ansehen Beispielsatz .*Version 2$/ }).click();
    // Its hours, and the goal on the dashboard.
    await expect(page.getByText(/^Theorie: 550\sUE statt 500\sUE$/)).toHaveCount(2);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Zu diesen Anforderungen wechseln' }).click();
    await expect(page.getByText(/Version 1: seit .* bis /)).toBeVisible();
    await page.goto('/logbook/credit');
    await expect(page.getByText(/550\sUE/).first()).toBeVisible();
    await page.goto('/logbook');
    await expect(page.getByText('Gespeichert', { exact: true })).toHaveCount(1);
  },
);
