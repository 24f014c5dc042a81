/** @jest-environment ../../jest.browser.mjs */
import { json } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import { examplePackage, exampleSections } from '../../examples/cohort';
import { exampleHours } from '../../examples/hours';

const pages = pagesUnderTest(app, 'institution');
const ID = '11111111-2222-4333-8444-555555555555';
const plain = (text: string | null) => (text ?? '').replaceAll('\u00A0', ' ');
const trainee = {
  id: ID,
  first_name: 'Vera',
  last_name: 'Anders',
  email: 'vera@praxis.example',
  phone: '',
  registered_on: '2024-01-01',
  status: 'active',
  completed_hours: 0,
  total_hours: 600,
  competencies: [],
  user_id: 'u1',
  linked_at: null,
  is_sample: false,
  access: 'linked',
  invitation: null,
  updated_at: '2026-01-01T00:00:00Z',
};
const open = (person: unknown = trainee, packed: () => unknown = () => examplePackage) =>
  pages.open(`/logbook/trainees/${ID}`, {
    nemus_trainee_list: () => person,
    'rpc/nemus_counted_hours': () => exampleHours,
    'rpc/nemus_section_report': () => exampleSections,
    'rpc/nemus_site_package': packed,
  });

it('shows the hours of the person and a report of each section and year', async () => {
  await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Vera Anders' })).toBeVisible();
  expect(await screen.findByRole('img', { name: /^Theorie: 320/ })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Angaben und Buchungen' })).toHaveAttribute('href', `/piw-management/${ID}`);
  const table = await screen.findByRole('table', { name: 'Stunden nach Abschnitt, Jahr und Kategorie' });
  const rows = within(table)
    .getAllByRole('row')
    .map(({ textContent }) => plain(textContent));
  expect(rows).toHaveLength(3);
  expect(rows[1]).toContain('Ambulanz, 2025seit 01.01.2024, 50 % einer vollen Stelle0 UE10 UE2 UE0 UE0 UE12 UE');
});

it('saves the package for another system and as a table that runs no formula', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Paket als JSON-Datei' }));
  await waitFor(() => expect(pages.saved()).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Einträge als CSV-Datei' }));
  await waitFor(() => expect(pages.saved()).toHaveLength(2));
  expect(pages.saved().map(({ name }) => name)).toEqual(['logbuch-vera-anders.json', 'logbuch-vera-anders.csv']);
});

it('says why there is no package', async () => {
  const { ports } = await open(trainee, () =>
    json(404, { code: 'PT404', message: 'trainee_not_found', hint: 'trainee_not_found' }),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Paket als JSON-Datei' }));
  await waitFor(() => expect(ports.toasts()).toHaveLength(1));
  expect(ports.toasts()[0]).toMatchObject({ kind: 'error', title: 'Paket nicht erstellt' });
});

it('shows nothing about an unlinked trainee', async () => {
  await open({ ...trainee, user_id: null, access: 'none' });
  expect(await screen.findByText('Kein Logbuch zu sehen')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Paket als JSON-Datei' })).toBeNull();
});

it('says that hours contain sample data', async () => {
  await pages.open(`/logbook/trainees/${ID}`, {
    nemus_trainee_list: () => trainee,
    'rpc/nemus_counted_hours': () => ({ ...exampleHours, has_sample_hours: true }),
    'rpc/nemus_section_report': () => exampleSections,
  });
  expect(await screen.findByText('Mit Beispielstunden')).toBeVisible();
});
