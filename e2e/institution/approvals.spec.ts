import type { Page } from '@playwright/test';
import { mailsTo, sendMails } from '../support/mail';
import { DEMO, expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test';
import { invite, join } from './colleague';

/** Requests a place in the course as the member, whose limit is below its cost. */
async function ask(page: Page, course: string, reason: string) {
  await page.goto('/course-bookings?ansicht=buchen');
  await page.getByRole('searchbox', { name: 'Kurse suchen' }).fill(course);
  await page.getByRole('link', { name: `Kurs buchen: ${course}` }).click();
  await page.getByRole('checkbox', { name: /^Michael Weber/ }).check();
  await expect(page.getByText('Diese Buchung braucht eine Freigabe')).toBeVisible();
  // A purchase that needs approval cannot bypass it.
  await expect(page.getByRole('button', { name: /kaufen/ })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Begründung' }).fill(reason);
  await page.getByRole('button', { name: 'Freigabe anfragen' }).press('Enter');
  await expect(page.getByText('Wartet auf Freigabe').first()).toBeVisible();
}

const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject).join(' · ');

/** What an approval decides, who may, and what it costs in the end: tools/backend/sql-tests/institutions/budgets.cases.ts. */
test(
  'a booking above the limit waits; administration declines one with a reason and approves the other; its place moves on',
  { tag: '@soak' },
  async ({ page, browser, openAs }) => {
    await openAs('institution', '/settings?bereich=buchungen');
    const limit = page.getByRole('form', { name: 'Grenze für Buchungen' });
    await limit.getByRole('textbox', { name: 'Credits' }).fill('10');
    await limit.getByRole('button', { name: 'Einstellungen speichern' }).press('Enter');
    await expect(page.getByText('Grenze gespeichert')).toBeVisible();

    await page.getByRole('navigation', { name: 'Einstellungen' }).getByRole('link', { name: 'Mitglieder' }).click();
    const member = await invite(page, browser, 'Buchung');
    await join(member, 'Freigabe');
    await ask(member.page, 'Entspannungsverfahren anleiten', 'Für die Gruppe ab Januar');
    await expectAccessible(member.page);
    await ask(member.page, 'Kultursensible Psychotherapie', 'Vertretung im Frühjahr');
    await sendMails();
    await expect.poll(() => subjectsTo(DEMO.institution.email)).toMatch(/Freigabe/);

    await page.goto('/course-bookings?ansicht=freigaben');
    await expect(page.getByText('Begründung').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Ablehnen: Kultursensible Psychotherapie' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Anfrage ablehnen' });
    await dialog.getByRole('button', { name: 'Ablehnen' }).press('Enter');
    await expect(dialog.getByText('Bitte nennen Sie den Grund.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('textbox', { name: 'Grund' }).fill('Erst im neuen Haushaltsjahr.');
    await dialog.getByRole('button', { name: 'Ablehnen' }).press('Enter');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Freigeben: Entspannungsverfahren anleiten' }).press('Enter');
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Freigeben und buchen' }).press('Enter');
    await expect(page.getByText('Freigegeben und gebucht')).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);

    const colleague = member.page;
    await colleague.goto('/course-bookings?ansicht=freigaben');
    await expect(colleague.getByText('Erst im neuen Haushaltsjahr.')).toBeVisible();
    await expect(colleague.getByText('Freigegeben und gebucht')).toBeVisible();
    await colleague.goto('/course-bookings');
    await expect(colleague.getByRole('heading', { name: 'Entspannungsverfahren anleiten' })).toBeVisible();
    await sendMails();
    await expect.poll(() => subjectsTo(member.email)).toMatch(/abgelehnt/);

    // A paid place is transferred to another person at no extra cost.
    await colleague.setViewportSize({ width: 360, height: 740 });
    await colleague.goto('/course-bookings/plaetze');
    await colleague
      .getByRole('button', { name: 'Übertragen: Entspannungsverfahren anleiten, Michael Weber' })
      .press('Enter');
    const giving = colleague.getByRole('dialog', { name: 'Platz übertragen' });
    await giving.getByRole('radio', { name: 'Sarah Yilmaz' }).press('Space');
    await expectAccessible(colleague);
    await giving.getByRole('button', { name: 'Übertragen' }).press('Enter');
    await expect(colleague.getByText('Platz übertragen')).toBeVisible();
    await expect(
      colleague.getByRole('button', { name: /^Übertragen: Entspannungsverfahren anleiten, Sarah/ }),
    ).toBeVisible();
    await expect(giving).toBeHidden();
    await expectAccessible(colleague);
    await expectNoSidewaysScroll(colleague);
    await member.close();
  },
);
