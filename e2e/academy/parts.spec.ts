import type { Page } from '@playwright/test';
import { newAccount, signUp } from '../support/accounts';
import { mailsTo } from '../support/mail';
import { expect, expectPageReady, test } from '../support/test';
import { checkScreen } from './story/check-screen';
import { bookWithCredits, invite, seeBalance } from './story/institution';
import { nameOf, newPerson, ownBrowser, signInStaff } from './story/people';
import { approve, dayIn, publishSeminar, writeSeminar } from './story/staff';
import { accept, answer, openDates } from './story/trainee';
import { allowTransfers, buyOnInvoice, enterStatement } from './story/transfers';

const TITLE = 'Gruppen leiten';
const INSTITUTE = 'Institut am Ufer';

/** Staff plans a date of three days, a week apart. @returns its address. */
async function planParts(page: Page, seminar: string, { days, room }: { days: number; room: string }): Promise<string> {
  await page.goto(`/academy/dates/neu?kurs=${seminar}`);
  await expectPageReady(page);
  await page.getByRole('checkbox', { name: 'In mehreren Teilen' }).check();
  await page.getByRole('button', { name: 'Teil hinzufügen' }).click();
  for (const place of [0, 1, 2]) {
    const part = page.getByRole('group', { name: `Teil ${place + 1}` });
    await part.getByLabel('Tag', { exact: true }).fill(dayIn(days + 7 * place));
    await part.getByLabel('Beginn').fill('09:00');
    await part.getByLabel('Ende', { exact: true }).fill('13:00');
    await part.getByLabel('UE', { exact: true }).fill('2');
  }
  await page.getByLabel('Ort', { exact: true }).fill(room);
  await page.getByLabel('Plätze').fill('2');
  await checkScreen(page, 'staff-parts-new');
  await page.getByRole('button', { name: 'Anlegen' }).click();
  await expect(page).toHaveURL(/\/academy\/dates\/[0-9a-f-]{36}$/);
  await checkScreen(page, 'staff-parts');
  return page.url();
}

/** In the open dialog: takes the only other date. */
async function rebook(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '2 Personen umbuchen' });
  await dialog.getByRole('radio').check();
  await checkScreen(page, 'staff-rebook');
  await dialog.getByRole('button', { name: 'Umbuchen', exact: true }).click();
  await expect(dialog).toBeHidden();
}

const STORY =
  'two people of an institution that pays by transfer move between dates in parts, and one date is cancelled';
test(STORY, { tag: '@soak' }, async ({ page: staff, browser, complaints }) => {
  test.setTimeout(900_000);
  await signInStaff(staff);
  const seminar = await writeSeminar(staff, { title: TITLE, elearning: 0 });
  const first = await planParts(staff, seminar, { days: 30, room: 'Saal, Kiel' });
  const second = await planParts(staff, seminar, { days: 80, room: 'Haus am Hafen, Kiel' });
  await publishSeminar(staff, seminar);

  const institution = await ownBrowser(browser, complaints);
  await signUp(institution, newAccount(INSTITUTE));
  await approve(staff, INSTITUTE);
  await allowTransfers(staff, INSTITUTE);
  const invoice = await buyOnInvoice(institution, 150);
  await seeBalance(institution, 150);

  const people = [newPerson('Nora', 'Nord'), newPerson('Olaf', 'Ost')];
  const pages: Page[] = [];
  for (const person of people) {
    const page = await ownBrowser(browser, complaints);
    pages.push(page);
    await accept(page, await invite(institution, person), person);
    await bookWithCredits(institution, person, TITLE);
    await page.goto(`/seminar-catalog/${seminar}`);
    await expectPageReady(page);
    await openDates(page, 'Termin wählen');
    await answer(page, /^Wählen:/, 'trainee-choose-parts');
  }
  await seeBalance(institution, 30);

  // Staff moves both; they are notified, and their calendars follow.
  await staff.goto(`${first}/participants`);
  await expectPageReady(staff);
  await staff.getByRole('checkbox', { name: 'Alle auswählen' }).check();
  await staff.getByRole('button', { name: '2 Personen umbuchen' }).click();
  await rebook(staff);
  const toldOf = (words: string) =>
    Promise.all(
      people.map(({ email }) =>
        expect.poll(async () => (await mailsTo(email)).map(({ text }) => text).join('\n')).toContain(words),
      ),
    );
  await toldOf('Haus am Hafen, Kiel');
  await staff.goto(`${second}/participants`);
  for (const person of people) await expect(staff.getByLabel(`${nameOf(person)} auswählen`)).toBeVisible();

  // Their new date is cancelled: the list stays, and all of it goes back.
  await staff.goto(second);
  await staff.getByRole('button', { name: 'Absagen' }).click();
  const dialog = staff.getByRole('dialog', { name: 'Termin absagen' });
  await dialog.getByLabel('Grund').fill('Wasserschaden');
  await checkScreen(staff, 'staff-parts-cancel');
  await dialog.getByRole('button', { name: 'Absagen', exact: true }).click();
  await expect(staff.getByText(/^Abgesagt am /)).toBeVisible();
  await toldOf('Wasserschaden');
  await staff.goto(`${second}/participants`);
  await expect(staff.getByText('Angemeldet waren (2)')).toBeVisible();
  await checkScreen(staff, 'staff-cancelled-list');
  await staff.getByRole('button', { name: 'Alle umbuchen auf …' }).click();
  await rebook(staff);
  await staff.goto(`${first}/participants`);
  for (const person of people) await expect(staff.getByLabel(`${nameOf(person)} auswählen`)).toBeVisible();
  for (const page of pages) {
    await page.goto('/appointments');
    await expectPageReady(page);
    await expect(page.getByText('Saal, Kiel').first()).toBeVisible();
    await expect(page.getByRole('article').filter({ hasText: 'Haus am Hafen, Kiel' })).toContainText('Abgesagt');
    await checkScreen(page, 'trainee-appointments-moved');
  }

  await enterStatement(staff, invoice, '300,00');
  await institution.goto('/purchases');
  await expect(institution.getByText('Bezahlt').first()).toBeVisible();
  await checkScreen(institution, 'institution-purchases-paid');
});
