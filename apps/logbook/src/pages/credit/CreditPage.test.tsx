/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import { exampleFigure, exampleHours, exampleSources } from '../../examples/hours';

const pages = pagesUnderTest(app);

const open = (hours: unknown = exampleHours, sources: unknown = exampleSources) =>
  pages.open('/logbook/credit', {
    'rpc/nemus_counted_hours': () => hours,
    'rpc/nemus_counted_sources': () => sources,
  });
const plain = (text: string | null) => (text ?? '').replaceAll('\u00A0', ' ');

it('shows done, waiting, planned and missing hours of each category of the set, in words as well', async () => {
  await open();
  const bar = await screen.findByRole('img', { name: /^Theorie:/ });
  expect(plain(bar.getAttribute('aria-label'))).toBe(
    'Theorie: 320 von 500 UE · 4 UE eingereicht · 8 UE geplant · 1 UE in Entwürfen · es fehlen 180 UE',
  );
  expect(plain(screen.getByRole('img', { name: /^Selbsterfahrung in Gruppen:/ }).getAttribute('aria-label'))).toBe(
    'Selbsterfahrung in Gruppen: 12 UE angerechnet, keine Vorgabe',
  );
  expect(plain(screen.getByRole('img', { name: /^E-Learning:/ }).getAttribute('aria-label'))).toBe(
    'E-Learning: 150 von 150 UE · erfüllt',
  );
  expect(
    screen.getByText(/^Probesatz \(Version 2\)\. Zu den Zahlen dieses Satzes ist keine Quelle hinterlegt\.$/),
  ).toBeVisible();
});

it('shows when the rest is expected, with its range and basis', async () => {
  await open();
  const card = await screen.findByText(/^Bei diesem Tempo nicht absehbar/);
  expect(card).toBeVisible();
  expect(screen.getByText(/letzten zwölf vollen Monate/)).toBeVisible();
});

it('warns in words where too little is supervised', async () => {
  await open();
  const warning = await screen.findByText('Zu wenig Supervision');
  expect(plain(warning.parentElement?.textContent ?? '')).toContain('fehlen 10 UE Supervision');
});

it('has the competencies on both levels', async () => {
  await open();
  const table = await screen.findByRole('table', { name: 'Stunden der sechs Kompetenzen auf zwei Ebenen' });
  expect(within(table).getByRole('columnheader', { name: 'kognitiv und methodisch' })).toBeVisible();
  expect(within(table).getByRole('columnheader', { name: 'im Handeln' })).toBeVisible();
  const row = within(table).getByRole('row', { name: /^Methoden/ });
  expect(plain(row.textContent)).toContain('12 von 40 UE');
});

it('lists further figures with how far they are, what they count, and what the portal cannot', async () => {
  const figure = { ...exampleFigure, done: 12 };
  await open({
    ...exampleHours,
    figures: [
      figure,
      { ...figure, position: 2, part_of: 1, title: 'Gruppen', unit: 'hours', form: 'group', least: 8 },
      { ...figure, position: 3, title: 'Verhältnis', unit: 'ratio', least: 4, most: 8, done: 8.5 },
      { ...figure, position: 4, title: 'Patienten', is_counted: false, done: null, condition: 'im Klinikjahr' },
    ],
  });
  const part = await screen.findByRole('region', { name: 'Weitere Vorgaben' });
  expect(
    within(part)
      .getAllByRole('listitem')
      .map(({ textContent }) => plain(textContent)),
  ).toEqual([
    'Behandlungsfälle12 Fälle, verlangt: mindestens 40 Fälle',
    'Gruppenerfüllt12 Std., verlangt: mindestens 8 Std.in der Gruppe',
    'Verhältnis1 : 8,5, verlangt: 4 bis 1 : 8',
    'Patientenmindestens 40 Fälleim KlinikjahrZählt das Portal nicht.',
  ]);
});

it('shows hours of 60 minutes as such', async () => {
  const [theory, ...others] = exampleHours.categories;
  await open({ ...exampleHours, categories: [{ ...theory, unit_minutes: 60, done_minutes: 90 }, ...others] });
  const bar = await screen.findByRole('img', { name: /^Theorie:/ });
  expect(plain(bar.getAttribute('aria-label'))).toMatch(/^Theorie: 1 von 500 Std. · .* · es fehlen 499 Std.$/);
});

it('lists sources with links, and filters by category', async () => {
  await open();
  const table = await screen.findByRole('table', { name: 'Nachweise' });
  expect(within(table).getByRole('link', { name: 'Lerntheorien' })).toHaveAttribute('href', '/logbook/certificates');
  expect(within(table).getByRole('link', { name: 'Logbuch: Praxis' })).toHaveAttribute(
    'href',
    '/logbook?woche=2026-W45',
  );
  fireEvent.change(screen.getByLabelText('Kategorie'), { target: { value: 'practice' } });
  await waitFor(async () => {
    const asked = await pages.asked('rpc/nemus_counted_sources');
    expect(asked.some(({ url }) => url.includes('p_category=practice'))).toBe(true);
  });
});

it('shows what does not count in the set', async () => {
  await open();
  const part = await screen.findByRole('region', { name: 'Zählt in diesem Satz nicht' });
  expect(plain(part.textContent)).toContain('Abgeschlossene E-Learning-Kurse3 UE (2 Nachweise)');
});

it('links to the choice of a set while there is none, without a forecast', async () => {
  await open({ ...exampleHours, set: null, not_counted: [] });
  expect(await screen.findByRole('link', { name: 'Anforderungen wählen' })).toHaveAttribute(
    'href',
    '/logbook/requirements',
  );
  expect(screen.queryByText('Prognose')).toBeNull();
  expect(screen.queryByText('Zu wenig Supervision')).toBeNull();
});

it('marks sample sources, and offers to remove them', async () => {
  const rows = exampleSources.rows.map((row) => ({ ...row, is_sample: row.kind === 'certificate' }));
  await open({ ...exampleHours, has_sample_hours: true }, { ...exampleSources, rows });
  expect(await screen.findByRole('button', { name: 'Beispieldaten entfernen' })).toBeVisible();
  const table = await screen.findByRole('table', { name: 'Nachweise' });
  expect(await within(table).findAllByText('Beispiel')).toHaveLength(1);
  expect(within(table).getByRole('link', { name: 'Lerntheorien' })).toHaveAttribute('href', '/profile');
});
