/** @jest-environment ../../jest.browser.mjs */
import { json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import app from '../../app';

const pages = pagesUnderTest(app);
const decided = (id: string, more: object = {}) => ({
  id,
  trainee: 'Eva Test',
  institution: 'Ambulanz am Park',
  week: '2026-11-16',
  done_on: '2026-11-17',
  category: 'practice',
  minutes: 90,
  competency: null,
  level: null,
  site: null,
  case: 'F-2B4C',
  submitted_at: '2026-11-18T10:00:00+00:00',
  confirmer: 'Ada Lehr',
  corrects: null,
  state: 'confirmed',
  decided_at: '2026-11-20T10:00:00+00:00',
  as_deputy: false,
  may_undo: false,
  ...more,
});
const open = (answers: Answers = {}) =>
  pages.open('/logbook/decisions', {
    'rpc/nemus_my_decisions': () => ({
      entries: [decided('a'), decided('b', { state: 'returned', as_deputy: true })],
      total: 2,
    }),
    ...answers,
  });

it('lists decisions, also those as a deputy', async () => {
  await open();
  expect(await screen.findByText('Bestätigt')).toBeVisible();
  expect(screen.getByText('Zurückgegeben')).toBeVisible();
  expect(screen.getByText('In Vertretung für Ada Lehr')).toBeVisible();
});

it('searches by person in the database, and saves what is found as a table', async () => {
  const { ports } = await open();
  fireEvent.change(await screen.findByLabelText('Person suchen'), { target: { value: 'Eva' } });
  await waitFor(async () =>
    expect(await pages.sent('rpc/nemus_my_decisions')).toContainEqual({ p_search: 'Eva', p_page: 1, p_size: 50 }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'CSV herunterladen' }));
  await waitFor(() =>
    expect(ports.toasts()).toEqual([{ kind: 'success', title: 'CSV-Datei erstellt', description: '2 Zeilen' }]),
  );
  expect(await pages.sent('rpc/nemus_my_decisions')).toContainEqual({ p_search: 'Eva', p_page: 1, p_size: 500 });
});

it('says that nothing was decided, and offers another try after an error', async () => {
  await open({ 'rpc/nemus_my_decisions': () => ({ entries: [], total: 0 }) });
  expect(await screen.findByText('Noch nichts entschieden')).toBeVisible();
  await open({ 'rpc/nemus_my_decisions': () => json(503, {}) });
  expect(await screen.findByRole('button', { name: /Erneut/ })).toBeVisible();
});

it('undoes the confirmations of the last ten minutes, and says why one cannot be', async () => {
  let answer: () => unknown = () => 1;
  const { ports } = await open({
    'rpc/nemus_my_decisions': () => ({ entries: [decided('a', { may_undo: true }), decided('b')], total: 2 }),
    'rpc/nemus_undo_confirmations': () => answer(),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Zurücknehmen' }));
  await waitFor(() =>
    expect(ports.toasts()).toContainEqual({ kind: 'success', title: '1 Bestätigung zurückgenommen' }),
  );
  expect(await pages.sent('rpc/nemus_undo_confirmations')).toEqual([{ p_ids: ['a'] }]);
  answer = () => json(409, { code: 'PT409', message: 'confirmation_used', hint: 'confirmation_used', details: null });
  fireEvent.click(screen.getByRole('button', { name: 'Zurücknehmen' }));
  await waitFor(() =>
    expect(ports.toasts()).toContainEqual(
      expect.objectContaining({ title: 'Nicht zurückgenommen', description: expect.stringMatching(/zehn Minuten/) }),
    ),
  );
});
