import { expect, type Page } from '@playwright/test';
import { untilStable } from '../support/until-stable';
import { barsIn, beyondAreas, Figures, numberIn, readBars, tileIn, visit } from './figures';

/** Visits the pages of a trainee and records their figures (docs/figures.md). */
export async function readTrainee(page: Page): Promise<Figures> {
  const figures = new Figures();
  await readDashboard(page, figures);
  await readProfile(page, figures);
  await readCompetencies(page, figures);
  await readLearning(page, figures);
  await readCatalog(page, figures);
  await readAppointments(page, figures);
  await readCredit(page, figures);
  return figures;
}

async function readDashboard(page: Page, figures: Figures): Promise<void> {
  await visit(page, '/dashboard');
  const targets = await barsIn(page.getByRole('region', { name: 'Weiterbildungsziele' }));
  for (const [area, units] of Object.entries(targets)) {
    figures.note(`target ${area}`, 'dashboard', units);
    if (area === 'Theorie' || area === 'E-Learning') figures.note(`hours of ${area}`, 'dashboard', numberIn(units));
  }
  const competencies = await barsIn(page.getByRole('region', { name: 'Kompetenzen' }));
  for (const [name, share] of Object.entries(competencies)) figures.note(`competency ${name}`, 'dashboard', share);

  const tiles = page.getByRole('list', { name: 'Ihre Kurse in Zahlen' });
  const hours = await tileIn(tiles, 'Gesamtstunden');
  figures.note('hours', 'dashboard, Gesamtstunden', numberIn(hours.value));
  figures.note('planned', 'dashboard', numberIn(hours.hint));
  const areas = sum(Object.values(targets).map((units) => numberIn(units)));
  figures.note('hours', 'dashboard, sum of the targets', areas + (await beyondAreas(page)));
  for (const [label, figure] of [
    ['Eingeschriebene Kurse', 'enrolled'],
    ['Abgeschlossene Kurse', 'completed'],
    ['Laufende Kurse', 'running'],
  ] as const) {
    const { value, hint } = await tileIn(tiles, label);
    expect(numberIn(value), label).toBe(numberIn(hint) + numberIn(hint, 1));
    figures.note(`seminars ${figure}`, 'dashboard', numberIn(hint));
    figures.note(`e-learning ${figure}`, 'dashboard', numberIn(hint, 1));
  }
  const running = page.getByRole('region', { name: 'Laufende Kurse' }).getByRole('link', { name: /^Fortsetzen/ });
  const { value } = await tileIn(tiles, 'Laufende Kurse');
  await expect(running).toHaveCount(Math.min(3, numberIn(value)));
}

async function readProfile(page: Page, figures: Figures): Promise<void> {
  await visit(page, '/profile');
  const bars = await barsIn(page.getByRole('main'));
  for (const [area, units] of Object.entries(bars)) {
    if (area !== 'Gesamtfortschritt') figures.note(`target ${area}`, 'profile', units);
  }
  const end = page.locator('dt', { hasText: 'Voraussichtliches Ende' }).locator('xpath=following-sibling::dd[1]');
  const [, month, year] = /^\d\d\.(\d\d)\.(\d{4})$/.exec((await end.textContent())?.trim() ?? '') ?? [];
  figures.note('planned end', 'profile', month === undefined ? 'none' : `${month}/${year}`);
}

async function readCompetencies(page: Page, figures: Figures): Promise<void> {
  await visit(page, '/competencies');
  const cards = page.getByRole('list', { name: 'Kompetenzen' }).locator(':scope > li');
  for (const card of await cards.all()) {
    const name = `competency ${await card.getByRole('heading').textContent()}`;
    const { Fortschritt: share = '' } = await barsIn(card);
    figures.note(name, 'competencies, card', share);
    const modules = (await card.getByText(/Modulen abgeschlossen$/).textContent()) ?? '';
    figures.note(name, 'competencies, modules', `${percent(numberIn(modules), numberIn(modules, 1))} %`);
  }
  for (const row of await page.getByRole('table').getByRole('row').all()) {
    const [name, share] = [row.getByRole('rowheader'), row.getByRole('cell')];
    figures.note(`competency ${await name.textContent()}`, 'competencies, table', (await share.textContent()) ?? '');
  }
}

async function readLearning(page: Page, figures: Figures): Promise<void> {
  await visit(page, '/e-learning');
  const tiles = page.getByRole('list', { name: 'Ihr Stand' });
  const [completed, running] = [await tileIn(tiles, 'Abgeschlossen'), await tileIn(tiles, 'In Bearbeitung')];
  figures.note('e-learning completed', 'e-learning', numberIn(completed.value));
  figures.note('e-learning running', 'e-learning', numberIn(running.value));
  figures.note('e-learning enrolled', 'e-learning', numberIn(completed.value) + numberIn(running.value));
  const courses = await page
    .getByRole('list', { name: 'Kurse', exact: true })
    .locator(':scope > li')
    .filter({ has: page.getByRole('link', { name: /^(Fortsetzen|Wiederholen|Starten)/ }) })
    .all();
  const opened: { readonly title: string; readonly address: string }[] = [];
  for (const card of courses) {
    const title = (await card.getByRole('heading').textContent()) ?? '';
    const { Fortschritt: share = '' } = await barsIn(card);
    figures.note(`course ${title}`, 'e-learning', share);
    opened.push({ title, address: (await card.getByRole('link').getAttribute('href')) ?? '' });
  }
  for (const { title, address } of opened) {
    await visit(page, address);
    const { 'Fortschritt im Kurs': share = '' } = await barsIn(page.getByRole('main'));
    figures.note(`course ${title}`, 'its page', share);
    const modules = page.getByRole('list', { name: /^Module von Block/ }).getByRole('listitem');
    // Unreleased blocks show no modules, but count: the completed ones are never all of the hidden ones.
    const [shown, done] = [await modules.count(), await modules.filter({ hasText: ', abgeschlossen' }).count()];
    if ((await page.getByText('noch nicht freigegeben').count()) === 0) {
      figures.note(`course ${title}`, 'its modules', `${percent(done, shown)} %`);
    }
    for (const block of await page.getByText(/Modulen abgeschlossen$/).all()) {
      const text = (await block.textContent()) ?? '';
      const own = block
        .locator('xpath=..')
        .getByRole('list', { name: /^Module von Block/ })
        .getByRole('listitem');
      figures.note(`${title}: ${text}`, 'the block', numberIn(text));
      figures.note(`${title}: ${text}`, 'its modules', await own.filter({ hasText: ', abgeschlossen' }).count());
    }
  }
}

async function readCatalog(page: Page, figures: Figures): Promise<void> {
  await visit(page, '/seminar-catalog');
  const chips = async (text: string) => page.getByRole('main').getByText(text, { exact: true }).count();
  // The list renders its rows one screen after the other.
  const [completed, enrolled] = await untilStable(
    async () => [await chips('Abgeschlossen'), await chips('Eingeschrieben')] as const,
  );
  figures.note('seminars completed', 'catalogue', completed);
  figures.note('seminars enrolled', 'catalogue', completed + enrolled);
  // One with dates is under way from its purchase on: a date is to be chosen, or waited for.
  if (enrolled > 0) await expect(page.getByText('Nächster Schritt:').first()).toBeVisible();
  const dated = await page.getByText(/Nächster Schritt: (Wählen Sie|Sie stehen auf der Warteliste)/).count();
  figures.note('seminars running', 'catalogue', dated + (await page.getByText(/^\d+\s%\sbearbeitet$/).count()));
}

/** Every appointment that was attended has its certificate in the profile. */
async function readAppointments(page: Page, figures: Figures): Promise<void> {
  await visit(page, '/appointments');
  const button = page.getByRole('button', { name: /^Teilnahmebescheinigung herunterladen: / });
  const attended = await button.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  await visit(page, '/profile');
  for (const label of attended) {
    const title = label.replace(/^[^:]*: /, '');
    figures.note(`certificate of ${title}`, 'appointments', title);
    const listed = await page.getByRole('button', { name: `PDF herunterladen: ${title}`, exact: true }).count();
    figures.note(`certificate of ${title}`, 'profile', listed === 1 ? title : `${listed} times`);
  }
}

/** Each category on the page of counted hours, as the institution's pages name it. */
export async function readOwnHours(page: Page, person: string, figures: Figures): Promise<void> {
  await visit(page, '/logbook/credit');
  await readBars(page, (label, units) => figures.note(`${person}: ${label}`, 'own credit', units));
}

/** The page of counted hours adds up to the dashboard's, and its forecast knows the planned end of the profile. */
async function readCredit(page: Page, figures: Figures): Promise<void> {
  await visit(page, '/logbook/credit');
  const bars = await page
    .getByRole('region', { name: 'Stand nach Kategorien' })
    .getByRole('img')
    .evaluateAll((all) => all.map((bar) => bar.getAttribute('aria-label') ?? ''));
  for (const label of ['Theorie', 'E-Learning']) {
    const own = bars.find((words) => words.startsWith(`${label}: `)) ?? '';
    figures.note(`hours of ${label}`, 'credit', numberIn(own));
  }
  const planned = bars.map((words) => /([\d.]+)\sUE geplant/.exec(words)?.[1] ?? '0');
  figures.note('planned', 'credit, sum of the categories', sum(planned.map((units) => numberIn(units))));
  const end = page.getByText(/^Ihr geplantes Ende laut Profil:/);
  const [, name = '', year = ''] = /: (\p{L}+) (\d{4})/u.exec((await end.allTextContents())[0] ?? '') ?? [];
  figures.note('planned end', 'credit', name === '' ? 'none' : `${monthOf(name)}/${year}`);
  // The page says how they relate.
  if (name !== '') await expect(end).toContainText(/in der Spanne der Prognose|Die Prognose liegt (später|früher)/);
}

const MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ');
const monthOf = (name: string) => String(MONTHS.indexOf(name) + 1).padStart(2, '0');

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const percent = (part: number, whole: number) => Math.round((part / whole) * 100);
