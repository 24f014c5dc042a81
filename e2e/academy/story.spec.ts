import type { Browser, Page } from '@playwright/test';
import { newAccount, signUp } from '../support/accounts';
import { readMail } from '../support/mail';
import { expect, signIn, test } from '../support/test';
import { book, buyCreditsFor, invite, seeProgress } from './story/institution';
import { look } from './story/look';
import { SEMINAR } from './story/seminar';
import { approve, moveToNow, planDate, publishSeminar, refund, tick, writeCourse, writeSeminar } from './story/staff';
import { accept, buyByCard, chooseDate, chooseFirst, learn, seeOutcome, seeRefund } from './story/trainee';

/** Staff of the seed with all four roles. */
const STAFF = { email: 'demo.akademie@nemus.example', password: 'nemus-demo-2026' } as const;

/** A person with a browser of their own. */
const person = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' })).newPage();

// A training from its first word to its certificate, by screens and mails alone.
const STORY = 'a seminar is written, bought, attended and certified, and a refund takes back what it must';
test(STORY, { tag: '@soak' }, async ({ page: staff, browser }) => {
  // It waits for a date to begin, which is up to a minute.
  test.setTimeout(900_000);
  await staff.goto('/auth');
  await signIn(staff, STAFF.email, STAFF.password);
  await expect(staff).not.toHaveURL(/\/auth/);
  await staff.goto('/academy');
  await look(staff, 'staff-start');
  const seminar = await writeSeminar(staff);
  const date = await planDate(staff, seminar, 10, 'Raum 1, Berlin');
  await planDate(staff, seminar, 20, 'Raum 2, Berlin');
  const course = await writeCourse(staff);
  await publishSeminar(staff, seminar);

  const institution = await person(browser);
  const institute = newAccount('Institut am Wald');
  await signUp(institution, institute);
  await buyCreditsFor(institution, 200);
  await approve(staff, 'Institut am Wald');
  const trainee = await person(browser);
  const { email } = newAccount();
  await accept(trainee, await invite(institution, email), email);
  await book(institution);

  await chooseDate(trainee, seminar);
  await learn(trainee, course);
  // Two of eight units.
  await seeProgress(institution, 'begun', 25);
  await moveToNow(staff, date);
  await expect.poll(async () => (await readMail(email)).subject).toContain(SEMINAR.title);
  await tick(staff, date, 'Mira Sommer');

  const numbers = await seeOutcome(trainee, seminar, 'done');
  // The seminar, its e-learning course, and having been there.
  expect(numbers).toHaveLength(3);
  await seeProgress(institution, 'done', 100);

  const stranger = await person(browser);
  for (const number of numbers) {
    await stranger.goto(`/zertifikat/${number}`);
    await expect(stranger.getByText('Dieses Zertifikat ist echt.')).toBeVisible();
    await expect(stranger.getByText('Mira Sommer')).toBeVisible();
    await expect(stranger.getByText(email)).toHaveCount(0);
  }
  await look(stranger, 'certificate');

  // The same with a card, and back.
  const buyer = await person(browser);
  const account = newAccount();
  await signUp(buyer, account);
  await buyByCard(buyer, seminar);
  await chooseFirst(buyer);
  await refund(staff, account.email);
  await seeRefund(buyer, seminar);
});
