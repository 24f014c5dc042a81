/** @jest-environment ../../jest.browser.mjs */
import { json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { z } from 'zod';
import app from '../../app';
import { exampleEntry, examplePerson } from '../../examples/week';

const pages = pagesUnderTest(app);
const CASE = {
  id: '10000000-0000-4000-8000-0000000000c1',
  code: 'F-7K3M',
  age_band: null,
  started_on: null,
  closed_on: null,
};
const listed = (fields: object) => ({ ...exampleEntry(), site: null, case: { code: 'F-7K3M' }, ...fields });
const ROWS = [
  listed({ id: 'a', minutes: 45 }),
  listed({ id: 'b', minutes: 45, confirmer_id: null }),
  listed({ id: 'c', minutes: 90, state: 'confirmed', confirmed_by: 'Ben Alt' }),
  listed({ id: 'd', minutes: 45, corrects: 'c' }),
];
const asked: URL[] = [];
afterEach(() => {
  asked.length = 0;
  window.localStorage.clear();
});

const open = (answers: Answers = {}, address = '/logbook/entries') =>
  pages.open(address, {
    nemus_logbook_entries: (request) => {
      const url = new URL(request.url);
      asked.push(url);
      return json(200, ROWS, { 'content-range': `0-3/${ROWS.length}` });
    },
    'rpc/nemus_possible_confirmers': () => [examplePerson],
    nemus_logbook_sites: () => [],
    nemus_logbook_cases: () => [CASE],
    ...answers,
  });
it('reads the sums after the rows, and claims none while they are unknown', async () => {
  let answer: (rows: Response) => void = () => undefined;
  const rows = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  const sums: string[] = [];
  await open({
    nemus_logbook_entries: (request) => {
      if (new URL(request.url).searchParams.get('select')?.includes('note') === true) return rows;
      sums.push(request.url);
      return json(503, {});
    },
  });
  expect(await screen.findByRole('searchbox', { name: 'Einträge suchen' })).toBeVisible();
  expect(sums).toEqual([]);
  answer(json(200, ROWS, { 'content-range': `0-3/${ROWS.length}` }));
  expect(await screen.findByRole('table', { name: 'Alle Einträge' })).toBeVisible();
  await waitFor(() => expect(sums).not.toEqual([]));
  expect(screen.queryByText('Noch keine Stunden.')).toBeNull();
});

const box = (name: RegExp) => screen.findByRole('checkbox', { name });
const tickAll = async () => fireEvent.click(await box(/^Alle auf dieser Seite/));
const chosen = () => within(screen.getByRole('region', { name: 'Ausgewählte Einträge' }));

it('lists entries of all time with the sums of what is shown, a corrected one once', async () => {
  await open();
  expect(await screen.findByText('Ben Alt')).toBeVisible();
  const sums = within(await screen.findByRole('article', { name: 'Summe der gezeigten Einträge' }));
  // 45 + 45 + 45; the 90 minutes are replaced by their correction.
  await waitFor(() => expect(sums.getByText('Praxis').nextElementSibling).toHaveTextContent(/^3.UE$/));
});

it('filters as its address says, and finds a case by its code', async () => {
  await open({}, '/logbook/entries?suche=7k3m&zustand=draft&art=practice&von=2026-01-01&bis=2026-12-31&wer=none');
  await waitFor(() => expect(asked.at(-1)?.searchParams.get('or')).toContain(`case_id.in.(${CASE.id})`));
  const last = asked.at(-1)?.searchParams;
  expect(last?.get('state')).toBe('eq.draft');
  expect(last?.get('category')).toBe('eq.practice');
  expect(last?.get('confirmer_id')).toBe('is.null');
  expect(last?.getAll('done_on')).toEqual(['gte.2026-01-01', 'lte.2026-12-31']);
});

it('keeps a search that looks like a filter a search', async () => {
  await open({}, `/logbook/entries?suche=${encodeURIComponent('"),user_id.neq.(x')}&wer=eq.1`);
  await waitFor(() => expect(asked.length).toBeGreaterThan(0));
  expect(asked.at(-1)?.searchParams.getAll('or')).toEqual([
    '(and(search_text.like.%user%,search_text.like.%id%,search_text.like.%neq%,search_text.like.%x%))',
  ]);
  expect(asked.at(-1)?.searchParams.get('confirmer_id')).toBeNull();
  expect(asked.at(-1)?.searchParams.get('user_id')).toMatch(/^eq\./);
});

it('sets the confirmer of all open entries at once, and leaves confirmed ones alone', async () => {
  await open({
    'rpc/nemus_save_entries': () => ({
      saved: ['a', 'b', 'd'].map((id) => ({ id, revision: 2, state: 'draft' })),
      refused: [],
    }),
  });
  await tickAll();
  expect(chosen().getByRole('status')).toHaveTextContent(/^4 Einträge ausgewählt, davon 3 zu ändern/);
  fireEvent.change(chosen().getByLabelText('Wer bestätigt'), { target: { value: 'p1' } });
  await waitFor(async () => expect(await pages.sent('rpc/nemus_save_entries')).toHaveLength(1));
  const [request] = z
    .array(z.object({ p_entries: z.array(z.object({ id: z.string() }).loose()) }))
    .parse(await pages.sent('rpc/nemus_save_entries'));
  expect(request?.p_entries).toHaveLength(3);
  expect(request?.p_entries.find(({ id }) => id === 'b')).toMatchObject({
    revision: 1,
    confirmer_id: 'p1',
    minutes: 45,
    note: 'Exposition',
  });
});

it('submits what can be submitted, and says how much that is', async () => {
  const { ports } = await open({ 'rpc/nemus_submit_entries': () => 2 });
  await tickAll();
  fireEvent.click(chosen().getByRole('button', { name: '2 Einträge einreichen' }));
  await waitFor(() => expect(ports.toasts()).toContainEqual({ kind: 'success', title: '2 Einträge eingereicht' }));
  expect(await pages.sent('rpc/nemus_submit_entries')).toEqual([{ p_entries: ['a', 'd'] }]);
  expect(screen.queryByRole('region', { name: 'Ausgewählte Einträge' })).toBeNull();
});

it('deletes drafts after a question, and stops at the first refusal', async () => {
  let times = 0;
  const { ports } = await open({
    'rpc/nemus_delete_entry': () => {
      times += 1;
      return times === 1
        ? null
        : json(409, { code: 'PT409', message: 'entry_state', hint: 'entry_state', details: null });
    },
  });
  await tickAll();
  fireEvent.click(chosen().getByRole('button', { name: '3 Entwürfe löschen' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Löschen' }));
  await waitFor(() =>
    expect(ports.toasts()).toContainEqual(expect.objectContaining({ title: 'Nicht alles gelöscht' })),
  );
  expect(await pages.sent('rpc/nemus_delete_entry')).toHaveLength(2);
});

it('shows an error with a way to try again', async () => {
  await open({ nemus_logbook_entries: () => json(503, {}) });
  expect(await screen.findByRole('button', { name: /Erneut/ })).toBeVisible();
});
