import { signUp } from '../support/accounts';
import { mailsTo } from '../support/mail';
import { expect, expectPageReady, test } from '../support/test';
import { checkScreen } from './story/check-screen';
import { nameOf, ownBrowser, signInStaff, newPerson } from './story/people';
import { fillDate, publishSeminar, writeSeminar } from './story/staff';
import { answer, buyByCard, openDates } from './story/trainee';

const TITLE = 'Trauma erkennen';

const SERIES = 'a series of dates is planned, its first one is full, and who waits moves up';
test(SERIES, { tag: '@soak' }, async ({ page: staff, browser, complaints }) => {
  test.setTimeout(600_000);
  // The room that is taken.
  complaints.expected(/409 .*nemus_/);
  // A first purchase that begins before the page knows of no address for invoices.
  complaints.expected(/409 .*create-(?:course|credit)-purchase/);
  await signInStaff(staff);
  const seminar = await writeSeminar(staff, { title: TITLE, elearning: 0 });
  const when = { days: 30, room: 'Saal, Potsdam', places: 1 };
  await fillDate(staff, seminar, when);
  await staff.getByRole('checkbox', { name: 'Als Serie wiederholen' }).check();
  await staff.getByLabel('Anzahl der Termine').fill('3');
  await expect(staff.getByText('3 Termine, ohne Konflikt')).toBeVisible();
  await checkScreen(staff, 'staff-series-new');
  await staff.getByRole('button', { name: 'Anlegen' }).click();
  await expect(staff).toHaveURL(/\/academy\/dates\/[0-9a-f-]{36}$/);
  const first = staff.url();
  await checkScreen(staff, 'staff-series-date');

  // The same room at the same time: announced, refused, and the form keeps its input.
  await fillDate(staff, seminar, when);
  await expect(staff.getByText('1 Termin, davon 1 mit Konflikt')).toBeVisible();
  await staff.getByRole('button', { name: 'Anlegen' }).click();
  await expect(staff.getByLabel('Ort', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await checkScreen(staff, 'staff-date-conflict');
  await expect(staff.getByLabel('Plätze')).toHaveValue('1');
  await staff.goto(`/academy/dates?kurs=${seminar}`);
  await expectPageReady(staff);
  await expect(staff.getByText('3 Termine', { exact: true })).toBeVisible();
  await checkScreen(staff, 'staff-dates');
  await staff.goto(`/academy/dates?ansicht=kalender&kurs=${seminar}`);
  await checkScreen(staff, 'staff-calendar');
  await publishSeminar(staff, seminar);

  const ada = newPerson('Ada', 'Acker');
  const ben = newPerson('Ben', 'Busch');
  const adaPage = await ownBrowser(browser, complaints);
  const benPage = await ownBrowser(browser, complaints);
  for (const [page, person] of [
    [adaPage, ada],
    [benPage, ben],
  ] as const) {
    await signUp(page, person, { addressed: false });
    await buyByCard(page, seminar);
  }
  await openDates(adaPage, 'Termin wählen');
  await answer(adaPage, /^Wählen:/, 'trainee-choose-confirm');
  // The first one is full: he takes the second, and waits for the first.
  await openDates(benPage, 'Termin wählen');
  await expect(benPage.getByRole('button', { name: /^Auf die Warteliste:/ })).toBeVisible();
  await checkScreen(benPage, 'trainee-choose-full');
  await answer(benPage, /^Wählen:/, 'trainee-choose-confirm');
  await openDates(benPage, 'Termin ändern');
  await answer(benPage, /^Auf die Warteliste:/, 'trainee-wait-confirm');
  await expect(benPage.getByText('Auf der Warteliste', { exact: true })).toBeVisible();
  await benPage.goto('/appointments');
  await checkScreen(benPage, 'trainee-appointments-waiting');
  await staff.goto(`${first}/participants`);
  await expect(staff.getByRole('heading', { name: 'Warteliste (1)' })).toBeVisible();
  await checkScreen(staff, 'staff-participants-waiting');

  // She switches to the third: he moves up, is notified, and his second date is free again.
  await openDates(adaPage, 'Termin ändern');
  await expect(adaPage.getByRole('button', { name: /^Auf die Warteliste:/ })).toBeVisible();
  await answer(adaPage, /^Wählen:/, 'trainee-change-confirm');
  // Two mails leave at the same time: about the place that he has, and about the one that he has not any more.
  await expect
    .poll(async () => (await mailsTo(ben.email)).map(({ text }) => text).join('\n'))
    .toContain('Ein Platz ist frei geworden: Sie sind von der Warteliste nachgerückt.');
  await benPage.goto(`/seminar-catalog/${seminar}`);
  await expectPageReady(benPage);
  await expect(benPage.getByText('Ihr Termin', { exact: true })).toHaveCount(1);
  await expect(benPage.getByText(/^Warteliste/)).toHaveCount(0);
  await expect(benPage.getByText('1 von 1 Platz frei')).toHaveCount(1);
  await staff.goto(`${first}/participants`);
  await expect(staff.getByText(nameOf(ben), { exact: true })).toBeVisible();
  await expect(staff.getByText(nameOf(ada), { exact: true })).toHaveCount(0);
});
