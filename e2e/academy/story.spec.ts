import { newAccount, signUp } from '../support/accounts';
import { mailsTo } from '../support/mail';
import { expect, test } from '../support/test';
import {
  bookByCard,
  bookWithCredits,
  buyCreditsFor,
  cancelBooking,
  invite,
  seeBalance,
  seeCancelled,
  seeProgress,
} from './story/institution';
import { ownBrowser, signInStaff, newPerson } from './story/people';
import {
  approve,
  visitStaffPages,
  moveToNow,
  openList,
  planDate,
  publishSeminar,
  refund,
  seeNothing,
  seeSpentCredits,
  showCode,
  tick,
  writeCourse,
  writeSeminar,
} from './story/staff';
import { countRevoked, verify } from './story/visitor';
import { accept, buyByCard, chooseDate, enterCode, learn, seeOutcome, seeRefund, seeTaken } from './story/trainee';

// A training from the first action to its certificate, by screens and mails only.
const STORY = 'a seminar is written, bought, attended and certified, and a refund takes back what it must';
test(STORY, { tag: '@soak' }, async ({ page: staff, browser, complaints }) => {
  // It waits for a date to begin, which is up to a minute.
  test.setTimeout(1_200_000);
  // Not a PDF.
  complaints.expected(/422 .*confirm-upload/);
  // A first purchase that begins before the page knows of no address for invoices.
  complaints.expected(/409 .*create-(?:course|credit)-purchase/);
  await signInStaff(staff);
  await seeNothing(staff);
  const seminar = await writeSeminar(staff);
  const date = await planDate(staff, seminar, { days: 10, room: 'Raum 1, Berlin', places: 3 });
  await planDate(staff, seminar, { days: 20, room: 'Raum 2, Berlin', places: 3 });
  const course = await writeCourse(staff);
  await publishSeminar(staff, seminar);

  const institution = await ownBrowser(browser, complaints);
  const institute = newAccount('Institut am Wald');
  await signUp(institution, institute, { addressed: false });
  await buyCreditsFor(institution, 200);
  await approve(staff, 'Institut am Wald');

  const mira = newPerson('Mira', 'Sommer');
  const miraPage = await ownBrowser(browser, complaints);
  await accept(miraPage, await invite(institution, mira), mira);
  await bookWithCredits(institution, mira);
  await seeBalance(institution, 140);

  // With credits, back, and by card.
  const jonas = newPerson('Jonas', 'Herbst');
  const jonasPage = await ownBrowser(browser, complaints);
  await accept(jonasPage, await invite(institution, jonas), jonas);
  await bookWithCredits(institution, jonas);
  await seeBalance(institution, 80);
  await cancelBooking(institution, jonas);
  await seeBalance(institution, 140);
  await seeTaken(jonasPage, seminar);
  await bookByCard(institution, jonas);

  // For herself, by card.
  const lena = newPerson('Lena', 'Winter');
  const lenaPage = await ownBrowser(browser, complaints);
  await signUp(lenaPage, lena, { addressed: false });
  await buyByCard(lenaPage, seminar);

  const learners = [
    { person: mira, page: miraPage },
    { person: jonas, page: jonasPage },
    { person: lena, page: lenaPage },
  ];
  for (const { page } of learners) {
    await chooseDate(page, seminar);
    await learn(page, course);
  }
  // Two of eight units.
  await seeProgress(institution, mira, 'begun', 25);

  await moveToNow(staff, date);
  for (const { person } of learners) {
    await expect
      .poll(async () => (await mailsTo(person.email)).map(({ text }) => text).join('\n'))
      .toContain('Die Akademie hat einen Termin geändert');
  }
  await openList(staff, date, lena);
  await enterCode(lenaPage, await showCode(staff, date));
  await openList(staff, date, mira);
  await tick(staff, [mira, jonas]);

  const stranger = await ownBrowser(browser, complaints);
  const numbers = new Map<string, string[]>();
  for (const { person, page } of learners) {
    const own = await seeOutcome(page, seminar);
    // Certificates of the seminar, its e-learning course, and the attendance.
    expect(own).toHaveLength(3);
    await verify(stranger, own, person);
    numbers.set(person.email, own);
  }
  await seeProgress(institution, mira, 'done', 100);
  await seeProgress(institution, jonas, 'done', 100);

  // A card payment: the access ends, and the certificate of the seminar with it.
  await refund(staff, lena.email, /Angst/, 'card');
  await seeRefund(lenaPage, seminar);
  expect(await countRevoked(stranger, numbers.get(lena.email) ?? [])).toBe(1);
  await refund(staff, institute.email, /Angst/, 'booking');
  await seeCancelled(institution);
  await seeTaken(jonasPage, seminar);
  expect(await countRevoked(stranger, numbers.get(jonas.email) ?? [])).toBe(1);

  // Credits: the unspent ones; what was booked with the others stays, and staff is notified.
  await refund(staff, institute.email, /Credits/, 'credits');
  await seeBalance(institution, 0);
  await seeSpentCredits(staff);
  await visitStaffPages(staff, lena);
  expect(await countRevoked(stranger, numbers.get(mira.email) ?? [])).toBe(0);
});
