import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectPageReady } from '../../support/test';
import { checkScreen } from './check-screen';
import { nameOf, type Person } from './people';
import { COURSE, QUESTIONS, SEMINAR } from './seminar';

/** A film of the portal's own, with its subtitles. */
const MEDIA = path.resolve(import.meta.dirname, '../../../apps/elearning/media');
/** The least that is a PDF. */
const PDF = { name: 'Angst.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };

/** The catalogues of staff and users are still empty. */
export async function seeNothing(page: Page): Promise<void> {
  await page.goto('/academy');
  await checkScreen(page, 'staff-start');
  await page.goto('/academy/catalogue');
  await expect(page.getByText('Noch keine Seminare')).toBeVisible();
  await checkScreen(page, 'staff-catalogue-empty');
  await page.goto('/seminar-catalog');
  await expect(page.getByText('Keine Kurse gefunden')).toBeVisible();
  await checkScreen(page, 'catalogue-empty');
}

/** Differences of a seminar from that of the story. */
interface Other {
  readonly title?: string;
  readonly elearning?: number;
}

/** Staff writes a seminar and saves it as a draft. @returns its id. */
export async function writeSeminar(
  page: Page,
  { title = SEMINAR.title, elearning = SEMINAR.elearning }: Other = {},
): Promise<string> {
  await page.goto('/academy/catalogue/new');
  await expectPageReady(page);
  await page.getByRole('textbox', { name: 'Titel', exact: true }).fill(title);
  await page.getByRole('textbox', { name: 'Beschreibung' }).fill(SEMINAR.description);
  await page.getByLabel('Kompetenz').selectOption({ label: 'Fachliche Kompetenz' });
  await page.getByLabel('Schwierigkeitsgrad').selectOption({ index: 1 });
  await page.getByLabel('Theorie (UE)').fill(String(SEMINAR.theory));
  await page.getByLabel('Praxis (UE)').fill(String(SEMINAR.practice));
  await page.getByLabel('E-Learning (UE)').fill(String(elearning));
  await page.getByLabel('Preis in Euro (brutto)').fill(SEMINAR.price);
  await page.getByLabel('Preis in Credits').fill(String(SEMINAR.credits));
  await page.getByLabel('Fernunterrichtsschutz (ZFU)').selectOption({ label: 'Nicht zulassungspflichtig' });
  await checkScreen(page, 'staff-seminar-new');
  await page.getByRole('button', { name: 'Entwurf anlegen' }).click();
  await expect(page).toHaveURL(/\/academy\/catalogue\/[0-9a-f-]{36}$/);
  await expectPageReady(page);
  return page.url().split('/').at(-1) ?? '';
}

/** A day from now, in the format of a date field. */
export const dayIn = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);

/** Opens the form of a date and fills in when and where. */
export async function fillDate(
  page: Page,
  seminar: string,
  { days, room, places }: { days: number; room: string; places: number },
): Promise<void> {
  await page.goto(`/academy/dates/neu?kurs=${seminar}`);
  await expectPageReady(page);
  await page.getByLabel('Tag', { exact: true }).fill(dayIn(days));
  await page.getByLabel('Beginn').fill('09:00');
  await page.getByLabel('Ende', { exact: true }).fill('15:00');
  await page.getByLabel('Ort', { exact: true }).fill(room);
  await page.getByLabel('Plätze').fill(String(places));
}

/** Staff plans a date of the seminar, so many days from now. @returns its id. */
export async function planDate(
  page: Page,
  seminar: string,
  when: { days: number; room: string; places: number },
): Promise<string> {
  await fillDate(page, seminar, when);
  await expect(page.getByText('1 Termin, ohne Konflikt')).toBeVisible();
  await checkScreen(page, 'staff-date-new');
  await page.getByRole('button', { name: 'Anlegen' }).click();
  await expect(page).toHaveURL(/\/academy\/dates\/[0-9a-f-]{36}$/);
  await checkScreen(page, 'staff-date');
  return page.url().split('/').at(-1) ?? '';
}

/** Staff sends the film, its subtitles and a PDF of a module. */
async function sendFiles(page: Page): Promise<void> {
  await page.getByLabel('Video hochladen').setInputFiles(path.join(MEDIA, 'block-a.webm'));
  await expect(page.getByText('Video: block-a.webm')).toBeVisible();
  await page.getByLabel('Untertitel hochladen').setInputFiles(path.join(MEDIA, 'block-a.vtt'));
  await expect(page.getByText('Untertitel: block-a.vtt')).toBeVisible();
  // A file that is not a PDF is refused next to its button, and is not stored.
  const wrong = { ...PDF, name: 'Falsch.pdf', buffer: Buffer.from('<html></html>') };
  await page.getByLabel('PDF hochladen').setInputFiles(wrong);
  await expect(page.getByRole('alert').filter({ hasText: 'Datei' })).toBeVisible();
  await checkScreen(page, 'staff-learning-refused');
  await page.getByLabel('PDF hochladen').setInputFiles(PDF);
  await expect(page.getByText('PDF: Angst.pdf')).toBeVisible();
  await expect(page.getByText('Falsch.pdf')).toHaveCount(0);
}

/** Staff writes the e-learning course with a block, a text with film and PDF, and a quiz, and publishes it. @returns its id. */
export async function writeCourse(page: Page): Promise<string> {
  await page.goto('/academy/e-learning');
  await checkScreen(page, 'staff-learning-list');
  await page.getByLabel('Titel des Kurses').fill(COURSE);
  await page.getByRole('button', { name: 'Kurs anlegen' }).click();
  await expect(page).toHaveURL(/\/academy\/e-learning\/.+/);
  await expectPageReady(page);
  await page.getByLabel('Kompetenz').selectOption({ label: 'Fachliche Kompetenz' });
  await page.getByLabel('Schwierigkeitsgrad').selectOption({ label: 'Anfänger' });
  await page.getByLabel('Einheiten (à 45 Minuten)').fill(String(SEMINAR.elearning));
  await page.getByLabel('Gehört zum Seminar').selectOption({ label: `${SEMINAR.title} (Entwurf)` });
  await page.getByRole('switch', { name: 'Premium-Kurs' }).check();
  await page.getByRole('button', { name: 'Block hinzufügen' }).click();
  await page.getByLabel('Titel des Blocks').fill('Grundlagen');
  await page.getByLabel('Einheiten des Blocks').fill(String(SEMINAR.elearning));
  await page.getByLabel('Titel des Moduls').fill('Was Angst ist');
  await page.getByLabel('Text', { exact: true }).fill('## Angst\n\nAngst **schützt**.');
  await sendFiles(page);
  await page.getByRole('button', { name: 'Quiz', exact: true }).click();
  for (const [index, [question, ...answers]] of QUESTIONS.entries()) {
    await page.getByRole('button', { name: 'Frage', exact: true }).click();
    const group = page.getByRole('group', { name: `Frage ${index + 1}` });
    await group.getByLabel('Frage', { exact: true }).fill(question);
    for (const [at, answer] of answers.entries()) {
      await group.getByRole('textbox', { name: `Antwort ${'ABC'[at]}` }).fill(answer);
    }
    await group.getByRole('checkbox', { name: 'Antwort A ist richtig' }).check();
    await group.getByLabel('Erklärung').fill(`${answers[0]} ist richtig.`);
  }
  await page.getByRole('button', { name: 'Entwurf speichern' }).click();
  await expect(page.getByRole('button', { name: 'Entwurf speichern' })).toBeDisabled();
  await checkScreen(page, 'staff-learning-course');
  await page.getByRole('button', { name: 'Prüfen und veröffentlichen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Kurs veröffentlichen?' });
  await checkScreen(page, 'staff-learning-publish');
  await dialog.getByRole('button', { name: 'Veröffentlichen' }).click();
  await expect(page.getByText(/^Veröffentlicht: Version 1/)).toBeVisible();
  return page.url().split('/').at(-1) ?? '';
}

/** Staff publishes the seminar. */
export async function publishSeminar(page: Page, seminar: string): Promise<void> {
  await page.goto(`/academy/catalogue/${seminar}`);
  await expectPageReady(page);
  await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
  await checkScreen(page, 'staff-seminar-publish');
  await page.getByRole('dialog').getByRole('button', { name: 'Veröffentlichen' }).click();
  await expect(page.getByRole('button', { name: 'Zurückziehen' })).toBeVisible();
  await checkScreen(page, 'staff-seminar-published');
}

/** Staff approves an institution. */
export async function approve(page: Page, institution: string): Promise<void> {
  await page.goto('/academy/people/institutions');
  await checkScreen(page, 'staff-institutions');
  await page.getByRole('button', { name: `Freigeben: ${institution}` }).click();
  await expect(page.getByRole('button', { name: `Freigabe zurückziehen: ${institution}` })).toBeVisible();
}

const clock = (at: Date) =>
  at.toLocaleTimeString('de-DE', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' });
const dayOf = (at: Date) => at.toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });

/** Staff moves a date to one of the next two full minutes: a date in the past is refused. */
export async function moveToNow(page: Page, date: string): Promise<void> {
  await page.goto(`/academy/dates/${date}`);
  await expectPageReady(page);
  await page.getByRole('button', { name: 'Verschieben' }).click();
  const dialog = page.getByRole('dialog', { name: 'Termin verschieben' });
  await checkScreen(page, 'staff-date-move');
  // Twenty seconds are enough to send the form.
  const starts = new Date(Math.ceil((Date.now() + 20_000) / 60_000) * 60_000);
  const ends = new Date(starts.getTime() + 270 * 60_000);
  await dialog.getByLabel('Tag', { exact: true }).fill(dayOf(starts));
  await dialog.getByLabel('Beginn').fill(clock(starts));
  await dialog.getByLabel('Ende', { exact: true }).fill(clock(ends));
  if (dayOf(ends) !== dayOf(starts)) await dialog.getByLabel('Letzter Tag').fill(dayOf(ends));
  await dialog.getByRole('button', { name: 'Verschieben', exact: true }).click();
  await expect(dialog).toBeHidden();
  await checkScreen(page, 'staff-date-moved');
}

/** Staff opens the list of a date as soon as it has begun, which is up to a minute. */
export async function openList(page: Page, date: string, person: Person): Promise<void> {
  await page.goto(`/academy/dates/${date}/participants`);
  await expect(async () => {
    await page.reload();
    await expectPageReady(page);
    await expect(page.getByLabel(`Anwesenheit von ${nameOf(person)}`)).toBeEnabled({ timeout: 2_000 });
  }).toPass({ timeout: 100_000, intervals: [3_000] });
  await checkScreen(page, 'staff-participants');
}

/** Staff shows the room its code. @returns it. */
export async function showCode(page: Page, date: string): Promise<string> {
  await page.goto(`/academy/dates/${date}/code`);
  const code = page.getByRole('img', { name: /^Code: / });
  await expect(code).toBeVisible();
  await checkScreen(page, 'staff-code');
  return (await code.textContent()) ?? '';
}

/** Staff ticks that all these people were present. */
export async function tick(page: Page, people: readonly Person[]): Promise<void> {
  for (const person of people) {
    await page.getByLabel(`Anwesenheit von ${nameOf(person)}`).selectOption({ label: 'Anwesend' });
  }
  await page.getByRole('button', { name: new RegExp(`^Speichern \\(${people.length} Änderung`) }).click();
  await expect(page.getByText(/Bescheinigung \S+/)).not.toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Speichern/ })).toHaveCount(0);
  await checkScreen(page, 'staff-participants-ticked');
}

/** Staff refunds in full the order of a buyer whose title has these words. */
export async function refund(page: Page, buyer: string, words: RegExp, name: string): Promise<void> {
  await page.goto('/academy/orders');
  await expectPageReady(page);
  await page.getByRole('searchbox', { name: 'Bestellungen suchen' }).fill(buyer);
  await expect(page).toHaveURL(/search=/);
  await checkScreen(page, 'staff-orders');
  const orders = page.getByRole('table', { name: 'Bestellungen' });
  await orders.getByRole('row').filter({ hasText: words }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/academy\/orders\/[0-9a-f-]{36}$/);
  await checkScreen(page, `staff-order-${name}`);
  await page.getByRole('button', { name: 'Erstatten …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bestellung erstatten' });
  await dialog.getByLabel('Grund').fill('Widerruf');
  await checkScreen(page, `staff-order-refund-${name}`);
  await dialog.getByRole('button', { name: /erstatten$/ }).click();
  await expect(dialog).toBeHidden();
  await checkScreen(page, `staff-order-refunded-${name}`);
}

/** A pending task of staff: a refund of credits that were spent. */
export async function seeSpentCredits(page: Page): Promise<void> {
  await page.goto('/academy/orders/open');
  await expect(page.getByRole('heading', { name: 'Zu prüfen (1)' })).toBeVisible();
  await checkScreen(page, 'staff-orders-open');
}

/** Staff visits the pages of accounts, one of them, teachers, and the audit log. */
export async function visitStaffPages(page: Page, { email }: Person): Promise<void> {
  await page.goto('/academy/people');
  await expectPageReady(page);
  await page.getByRole('searchbox').fill(email);
  await expect(page).toHaveURL(/search=/);
  await checkScreen(page, 'staff-people');
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/academy\/people\/[0-9a-f-]{36}$/);
  await checkScreen(page, 'staff-person');
  await page.goto('/academy/dates/lehrende');
  await checkScreen(page, 'staff-teachers');
  await page.goto('/academy/audit');
  await checkScreen(page, 'staff-audit');
  await page.goto('/academy');
  await checkScreen(page, 'staff-start-later');
}
