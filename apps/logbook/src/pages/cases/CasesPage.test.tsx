/** @jest-environment ../../jest.browser.mjs */
import { emitted, json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import meeting from '../../../meeting.config';
import app from '../../app';

const pages = pagesUnderTest(app);
const CASE = { id: 'k1', code: 'F-7K3M', age_band: '30-44', started_on: '2026-01-05', closed_on: null };
const open = (answers: Answers = {}) =>
  pages.open('/logbook/cases', { nemus_logbook_cases: () => [CASE], 'rpc/nemus_case_hours': () => [], ...answers });

it('shows cases by their codes, and the code of a new one', async () => {
  const { ports } = await open({ 'rpc/nemus_create_case': () => ({ id: 'k2', code: 'F-2A4C' }) });
  expect(await screen.findByText('Läuft seit 05.01.2026')).toBeVisible();
  expect(screen.getByRole('cell', { name: '30 bis 44 Jahre' })).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Fall anlegen' }));
  expect(await screen.findByText('Der Code dieses Falls ist F-2A4C.')).toBeVisible();
  expect(await pages.sent('rpc/nemus_create_case')).toEqual([{ p_case: { age_band: null, started_on: null } }]);
  expect(ports.events.published()).toEqual([emitted(meeting, 'logbook-changed', 'a case was begun')]);
});

it('closes a case today, and opens a closed one', async () => {
  await open({ 'rpc/nemus_close_case': () => null });
  fireEvent.click(await screen.findByRole('button', { name: 'Abschließen: F-7K3M' }));
  await waitFor(async () =>
    expect(await pages.sent('rpc/nemus_close_case')).toEqual([
      { p_case: 'k1', p_closed_on: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) },
    ]),
  );
  await open({ nemus_logbook_cases: () => [{ ...CASE, closed_on: '2026-02-01' }], 'rpc/nemus_close_case': () => null });
  fireEvent.click(await screen.findByRole('button', { name: 'Wieder öffnen: F-7K3M' }));
  await waitFor(async () => expect(await pages.sent('rpc/nemus_close_case')).toEqual([{ p_case: 'k1' }]));
});

it('says why a case cannot be deleted', async () => {
  const { ports } = await open({
    'rpc/nemus_delete_case': () =>
      json(409, { code: 'PT409', message: 'case_in_use', hint: 'case_in_use', details: null }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Löschen: F-7K3M' }));
  await waitFor(() =>
    expect(ports.toasts()).toContainEqual({
      kind: 'error',
      title: 'Fall nicht gelöscht',
      description: 'Dieser Fall steht in Einträgen und kann nicht gelöscht werden.',
    }),
  );
});

it('shows hours and the ratio of treatment to supervision, and keeps a case that entries name', async () => {
  const hours = { case_id: 'k1', practice: 900, supervision: 225, entries: 25, last_on: '2026-11-20' };
  await open({ 'rpc/nemus_case_hours': () => [hours] });
  expect(await screen.findByText('4 zu 1')).toBeVisible();
  expect(screen.getByText(/^20.UE$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Löschen: F-7K3M' })).toBeNull();
});

it('labels a case for its trainee, and hints at a name', async () => {
  await open({ 'rpc/nemus_label_case': () => null });
  fireEvent.click(await screen.findByRole('button', { name: 'Bezeichnen: F-7K3M' }));
  const field = screen.getByLabelText(/^Eigene Bezeichnung/);
  fireEvent.change(field, { target: { value: 'Frau Sommer' } });
  expect(screen.getByText(/Sieht das nach einem Namen aus/)).toBeVisible();
  fireEvent.change(field, { target: { value: ' Zwang, Dienstag ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
  await waitFor(async () =>
    expect(await pages.sent('rpc/nemus_label_case')).toEqual([{ p_case: 'k1', p_label: 'Zwang, Dienstag' }]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
