/** @jest-environment ../../jest.browser.mjs */
import { fakeProfile } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import app from '../../app';

const pages = pagesUnderTest(app, 'institution');
const ACTOR = '00000000-0000-4000-8000-0000000000b1';
const LINE = {
  id: 41,
  at: '2026-11-23T10:00:00Z',
  actor_id: ACTOR,
  actor_name: '=Bo Buchung',
  actor_kind: 'member',
  action: 'update',
  subject: 'trainees',
  subject_id: 't1',
  before: { phone: null, shoe_size: null },
  after: { phone: '030 1', shoe_size: 44 },
};
const profile = fakeProfile('institution', { rights: ['member:administration'], institutionId: ACTOR });
const open = (search = '', lines: readonly unknown[] = [LINE], next: number | null = null) =>
  pages.open(`/settings/audit${search}`, { 'rpc/nemus_organisation_lines': () => ({ lines, next }) }, { profile });

it('shows who did what to whom, with a page to open, and the differences', async () => {
  await open('', [
    { ...LINE, about: 'Ada Beck' },
    { ...LINE, id: 40, actor_id: null, actor_name: '', actor_kind: 'staff', action: 'delete' },
  ]);
  expect(await screen.findByText('Geändert: PiW')).toBeVisible();
  expect(screen.getByText('=Bo Buchung')).toBeVisible();
  expect(screen.getByText('Team der Akademie')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ada Beck' })).toHaveAttribute('href', `/piw-management/${LINE.subject_id}`);
  // What was removed has no page.
  expect(screen.queryByRole('link', { name: 'Öffnen' })).toBeNull();
  fireEvent.click(screen.getAllByText('2 Angaben')[0] ?? document.body);
  expect(screen.getAllByText('030 1')[0]).toBeVisible();
  // A column has the label used on our screens; of an unknown one, no name is shown.
  expect(screen.getAllByText('Telefon')[0]).toBeVisible();
  expect(screen.getAllByText('Weitere Angabe')[0]).toBeVisible();
});

it('narrows by person, subject and days, and turns to older lines', async () => {
  const { ports } = await open(`?wer=${ACTOR}&was=trainees&q=beck&von=2026-11-01&bis=2026-11-23`, [LINE], 41);
  fireEvent.click(await screen.findByRole('button', { name: 'Ältere Einträge' }));
  await waitFor(() => expect(pages.asked('rpc/nemus_organisation_lines')).toHaveLength(2));
  expect(await pages.sent('rpc/nemus_organisation_lines')).toEqual([
    {
      p_filters: {
        actor: ACTOR,
        subject: 'trainees',
        search: 'beck',
        from: new Date(2026, 10, 1).toISOString(),
        to: new Date(2026, 10, 24).toISOString(),
        limit: 50,
      },
    },
    { p_filters: expect.objectContaining({ before: 41 }) },
  ]);
  expect(ports.navigation.getLocation().search).toContain('vor=41');
});

it('distinguishes an empty log from an empty search', async () => {
  await open('', []);
  expect(await screen.findByText('Noch keine Einträge')).toBeVisible();
  await open('?was=orders', []);
  fireEvent.click(await screen.findByRole('button', { name: 'Filter zurücksetzen' }));
  expect(await screen.findByText('Noch keine Einträge')).toBeVisible();
});

it('hands out a file in which no cell is a formula', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'CSV exportieren' }));
  await waitFor(() => expect(pages.saved()).toHaveLength(1));
  const [file] = pages.saved();
  expect(file?.name).toBe('protokoll.csv');
  expect(String(await file?.bytes())).toContain("'=Bo Buchung");
});
