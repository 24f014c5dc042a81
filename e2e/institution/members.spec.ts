import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test';
import { invite, join } from './colleague';

/** The content of each screen is covered in apps/institution/src/pages/members and apps/shell/src/pages/membership. */
test('a colleague joins by a mail, sees what the booking role allows, and loses access at once when removed', async ({
  page,
  browser,
  openAs,
  complaints,
}) => {
  // A page that was open when the member was removed sends another request, and is refused.
  complaints.expected(/40[134]/);
  await openAs('institution', '/settings');
  await page.getByRole('navigation', { name: 'Einstellungen' }).getByRole('link', { name: 'Mitglieder' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mitglieder' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Mitglieder Ihrer Weiterbildungsstätte' })).toBeVisible();
  const member = await invite(page, browser, 'Buchung');
  const { email, page: colleague } = member;
  await expect(page.getByRole('button', { name: `Zurückziehen: ${email}` })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await expect(colleague.getByText(/Buchung: verwaltet PiW/)).toBeVisible();
  await expectAccessible(colleague);
  await colleague.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(colleague);
  await colleague.setViewportSize({ width: 1280, height: 800 });
  await join(member, 'Buchung');

  const menu = colleague.getByRole('navigation').first();
  await expect(menu.getByRole('link', { name: 'PiW Verwaltung' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Käufe' })).toHaveCount(0);
  await expect(colleague.getByText(/^Sie handeln für/)).toBeVisible();
  await menu.getByRole('link', { name: 'PiW Verwaltung' }).click();
  await expect(colleague.getByRole('link', { name: 'Details: Lukas Hartmann' })).toBeVisible();
  // Pages without the required role explain it, also by address.
  for (const path of ['/purchases', '/settings/members', '/settings/audit']) {
    await colleague.goto(path);
    await expect(colleague.getByText('Diese Seite ist nicht Teil Ihrer Rolle')).toBeVisible();
  }
  await expectAccessible(colleague);

  await page.reload();
  await page.getByRole('button', { name: 'Entfernen: Bo Buchung' }).click();
  const question = page.getByRole('alertdialog', { name: 'Bo Buchung entfernen?' });
  await expect(question.getByText(/^Buchung: verwaltet PiW/)).toBeVisible();
  await question.getByRole('button', { name: 'Mitglied entfernen' }).click();
  await expect(page.getByText('Bo Buchung ist entfernt')).toBeVisible();
  // The colleague's session is the same as before, and opens nothing any more.
  await colleague.goto('/piw-management');
  await expect(colleague.getByText('Ihr Konto handelt für keine Weiterbildungsstätte')).toBeVisible();
  await expect(colleague.getByText('Lukas Hartmann')).toHaveCount(0);
  await member.close();

  await page.getByRole('navigation', { name: 'Einstellungen' }).getByRole('link', { name: 'Protokoll' }).click();
  await expect(page.getByText('Entfernt: Mitglied').first()).toBeVisible();
  await page
    .getByText(/Angaben$/)
    .first()
    .click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});
