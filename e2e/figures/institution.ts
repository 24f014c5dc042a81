import type { Page } from '@playwright/test';
import { expect } from '../support/test';
import { barsIn, beyondAreas, Figures, numberIn, readBars, tileIn, visit } from './figures';

/** Visits the pages of an institution and records their figures (docs/figures.md). */
export async function readInstitution(page: Page): Promise<Figures> {
  const figures = new Figures();
  await visit(page, '/dashboard');
  const tiles = page.getByRole('list', { name: 'Ihre Zahlen' });
  figures.note('credits available', 'dashboard', (await tileIn(tiles, 'Verfügbare Credits')).value);
  figures.note('credits used', 'dashboard', (await tileIn(tiles, 'Verwendete Credits')).value);
  figures.note('linked trainees', 'dashboard', numberIn((await tileIn(tiles, 'Registrierte PiW')).value));

  await visit(page, '/subscription');
  const left = await page
    .getByText(/Credits verfügbar$/)
    .first()
    .textContent();
  figures.note('credits available', 'subscription', numberIn(left ?? '').toLocaleString('de-DE'));
  const used = page.getByRole('progressbar', { name: 'Verwendete Credits' });
  const usedText = (await used.count()) === 0 ? '0' : ((await used.getAttribute('aria-valuetext')) ?? '');
  figures.note('credits used', 'subscription', numberIn(usedText).toLocaleString('de-DE'));

  await visit(page, '/course-bookings?ansicht=buchen');
  const balance = page.getByText('Verfügbare Credits:').locator('xpath=..');
  await expect(balance).toContainText(/\d/);
  figures.note(
    'credits available',
    'course bookings',
    numberIn((await balance.textContent()) ?? '').toLocaleString('de-DE'),
  );

  await visit(page, '/piw-management?zugang=linked');
  const rows = page.getByRole('table').getByRole('link', { name: /^Details: / });
  figures.note('linked trainees', 'trainees', await rows.count());
  await readCohort(page, figures);
  return figures;
}

/** Hours of each linked trainee: in the cohort, in the logbook of the person, and among the person's data. */
async function readCohort(page: Page, figures: Figures): Promise<void> {
  const listed = await page.getByRole('table').getByRole('row').allInnerTexts();
  await visit(page, '/logbook');
  const table = page.getByRole('table', { name: 'Stand nach Person und Kategorie' });
  await expect(table.getByRole('link').first()).toBeVisible();
  const labels = (await table.getByRole('columnheader').allTextContents()).slice(2);
  const people: { readonly name: string; readonly address: string }[] = [];
  for (const row of await table
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .all()) {
    const name = (await row.getByRole('link').textContent()) ?? '';
    const cells = (await row.getByRole('cell').allTextContents()).slice(-labels.length);
    for (const [place, label] of labels.entries()) {
      const cell = cells[place] ?? '';
      if (/\d/.test(cell)) figures.note(`${name}: ${label}`, 'cohort', numberIn(cell));
    }
    people.push({ name, address: (await row.getByRole('link').getAttribute('href')) ?? '' });
  }
  expect(people.length).toBeGreaterThan(0);
  for (const { name, address } of people) {
    await visit(page, address);
    await readBars(page, (label, units) => figures.note(`${name}: ${label}`, 'logbook of the person', units));
    await visit(page, address.replace('/logbook/trainees', '/piw-management'));
    const { 'Absolvierte Stunden': done = '', ...bars } = await barsIn(page.getByRole('main'));
    figures.note(`${name}: hours`, 'person', numberIn(done));
    const row = listed.find((text) => text.includes(name)) ?? '';
    const [, hours = ''] = /([\d.]+)\s(?:von|\/)\s[\d.]+/.exec(row) ?? [];
    figures.note(`${name}: hours`, 'list', numberIn(hours));
    const areas = Object.entries(bars).filter(([, text]) => text.endsWith('UE'));
    const sum = areas.reduce((total, [, text]) => total + numberIn(text), 0);
    figures.note(`${name}: hours`, 'sum of the areas', sum + (await beyondAreas(page)));
    for (const label of ['Theorie', 'E-Learning'])
      figures.note(`${name}: ${label}`, 'person', numberIn(bars[label] ?? ''));
  }
}
