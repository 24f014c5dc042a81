/** @jest-environment ../../jest.browser.mjs */
import { json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { z } from 'zod';
import app from '../../../app';
import { exampleEntry, examplePerson, exampleRemembered, exampleWeek } from '../../../examples/week';

const pages = pagesUnderTest(app);
const SAVE_ALL = 'rpc/nemus_save_entries';
const CASE = { id: 'k1', code: 'F-7K3M', age_band: null, started_on: null, closed_on: null, label: '' };
const requestSchema = z.object({
  p_entries: z.array(
    z.object({
      id: z.string(),
      done_on: z.string(),
      category: z.string(),
      minutes: z.number(),
      case_id: z.string().nullable(),
      site_id: z.string().nullable(),
      confirmer_id: z.string().nullable(),
    }),
  ),
});
const savedAll = async (request: Request) => ({
  saved: requestSchema
    .parse(await request.clone().json())
    .p_entries.map(({ id }) => ({ id, revision: 1, state: 'draft' })),
  refused: [],
});
/** The requests with their entries by day: what is saved in one moment has no order. */
const sent = async () =>
  z
    .array(requestSchema)
    .parse(await pages.sent(SAVE_ALL))
    .map(({ p_entries: entries }) => ({ p_entries: entries.toSorted((a, b) => a.done_on.localeCompare(b.done_on)) }));

beforeEach(() => {
  jest.useFakeTimers({
    doNotFake: ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'performance', 'nextTick'],
    // A Wednesday.
    now: new Date('2026-11-18T10:00:00Z'),
  });
});
afterEach(() => {
  jest.useRealTimers();
  window.localStorage.clear();
});

/** The grid of this week, with this week and the one before it. */
const open = (answers: Answers = {}, { now = exampleWeek(), before = exampleWeek() } = {}) =>
  pages.open('/logbook?woche=2026-W47&ansicht=tabelle', {
    'rpc/nemus_logbook_week': (request) => (request.url.includes('2026-11-09') ? before : now),
    'rpc/nemus_possible_confirmers': () => [examplePerson],
    nemus_logbook_sites: () => [],
    nemus_logbook_cases: () => [CASE, { ...CASE, id: 'k2', code: 'F-2222' }],
    [SAVE_ALL]: savedAll,
    ...answers,
  });
const cell = async (row: string, day: string) => screen.findByLabelText(`${row}, ${day}`);
const MONDAY = 'Montag, 16.11.';
const TUESDAY = 'Dienstag, 17.11.';
const type = async (row: string, day: string, value: string) =>
  fireEvent.change(await cell(row, day), { target: { value } });
const click = (name: string) => fireEvent.click(screen.getByText(name));
const rowNames = () => [...document.querySelectorAll('tbody th')].map(({ textContent: words }) => words);

it('has the rows of last week, and saves all cells in one request', async () => {
  const old = { done_on: '2026-11-10', case_id: 'k2' };
  await open(
    {},
    { before: exampleWeek([exampleEntry(old), exampleEntry({ ...old, id: 'b', category: 'supervision' })]) },
  );
  await cell('Praxis, F-2222', MONDAY);
  expect(rowNames()).toEqual(['Praxis, F-2222', 'Supervision, F-2222']);
  expect(screen.getByText('Einträge speichern').closest('button')).toBeDisabled();
  expect(screen.getByText('Noch nichts getippt.')).toBeVisible();
  await type('Praxis, F-2222', MONDAY, '2 × 50');
  await type('Supervision, F-2222', TUESDAY, '1:30');
  // 190 minutes; the sums are of what is typed, too.
  expect(screen.getByText(/^4.UE 10.Min\.$/)).toBeVisible();
  click('3 Einträge speichern');
  await waitFor(async () => expect(await sent()).toHaveLength(1));
  expect((await sent())[0]?.p_entries).toMatchObject([
    { done_on: '2026-11-16', category: 'practice', minutes: 50, case_id: 'k2' },
    { done_on: '2026-11-16', category: 'practice', minutes: 50, case_id: 'k2' },
    { done_on: '2026-11-17', category: 'supervision', minutes: 90, case_id: 'k2' },
  ]);
});

it('moves like a spreadsheet, and adds sessions with the space bar', async () => {
  await open();
  const press = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name });
  (await cell('Praxis, F-7K3M', MONDAY)).focus();
  press(' ');
  press(' ');
  expect(await cell('Praxis, F-7K3M', MONDAY)).toHaveValue('2 × 50');
  press('Escape');
  expect(await cell('Praxis, F-7K3M', MONDAY)).toHaveValue('');
  press('Enter');
  expect(await cell('Praxis, F-2222', MONDAY)).toHaveFocus();
  // After the last row comes the next day; Thursday has not come yet.
  press('ArrowDown');
  expect(await cell('Praxis, F-7K3M', TUESDAY)).toHaveFocus();
  press('ArrowRight');
  press('ArrowRight');
  expect(await cell('Praxis, F-7K3M', 'Mittwoch, 18.11.')).toHaveFocus();
  press('ArrowUp');
  press('ArrowLeft');
  expect(await cell('Praxis, F-7K3M', TUESDAY)).toHaveFocus();
});

it('takes a block from a spreadsheet, and says what did not fit', async () => {
  await open();
  const field = await cell('Praxis, F-7K3M', MONDAY);
  const pasteInto = (text: string) => {
    const event = createEvent.paste(field, { clipboardData: { getData: () => text } });
    fireEvent(field, event);
    return event.defaultPrevented;
  };
  expect(pasteInto('50\t\t1:30\t45\r\n2 × 50\t60\r\n30\r\n')).toBe(true);
  expect(screen.getByText('4 Werte eingefügt. 2 Werte passten in keine freie Zelle und fehlen.')).toBeVisible();
  expect(field).toHaveValue('50');
  expect(await cell('Praxis, F-7K3M', 'Mittwoch, 18.11.')).toHaveValue('1:30');
  expect(await cell('Praxis, F-2222', TUESDAY)).toHaveValue('60');
  // One value is the browser's.
  expect(pasteInto('50\r\n')).toBe(false);
});

it('saves the cells that can be, and keeps the others with their errors', async () => {
  await open({
    [SAVE_ALL]: async (request) => {
      const all = requestSchema.parse(await request.clone().json()).p_entries;
      const long = all.find(({ minutes }) => minutes === 1400);
      return {
        saved: all.filter((entry) => entry !== long).map(({ id }) => ({ id, revision: 1, state: 'draft' })),
        refused: [{ id: long?.id, code: 'invalid_field', values: { field: 'minutes', problem: 'day_full', left: 30 } }],
      };
    },
  });
  await type('Praxis, F-7K3M', MONDAY, '1400');
  await type('Praxis, F-2222', MONDAY, '50');
  await type('Praxis, F-2222', TUESDAY, 'viel');
  click('2 Einträge speichern');
  expect(await cell('Praxis, F-2222', TUESDAY)).toHaveFocus();
  await waitFor(async () => expect(await cell('Praxis, F-2222', MONDAY)).toHaveValue(''));
  expect(await cell('Praxis, F-7K3M', MONDAY)).toHaveValue('1400');
  expect(await cell('Praxis, F-7K3M', MONDAY)).toHaveAttribute('aria-invalid', 'true');
  const faults = within(screen.getByText('2 Felder mit Fehler').closest('[role]') ?? document.body);
  expect(faults.getByText(/An diesem Tag sind noch 30 Minuten frei\./)).toBeVisible();
  fireEvent.click(faults.getByText(`Praxis, F-7K3M, ${MONDAY}`));
  expect(await cell('Praxis, F-7K3M', MONDAY)).toHaveFocus();
});

it('loses nothing when the server is unreachable, the tab is closed, or both', async () => {
  await open({ [SAVE_ALL]: () => json(503, {}) });
  await type('Praxis, F-7K3M', MONDAY, '5 × 50');
  await type('Praxis, F-2222', TUESDAY, '5 ×');
  click('5 Einträge speichern');
  expect(await screen.findByText('5 Einträge warten auf diesem Gerät')).toBeVisible();
  await open();
  await waitFor(async () => expect((await sent())[0]?.p_entries).toHaveLength(5));
  expect(await cell('Praxis, F-2222', TUESDAY)).toHaveValue('5 ×');
});

it('fills in no site and no confirmer that has ended, and offers no case after its last day', async () => {
  const remembered = {
    practice: exampleRemembered({ site_id: 's1' }),
    theory: exampleRemembered({ site_id: 's1' }),
  };
  const [role] = examplePerson.roles;
  await open(
    {
      'rpc/nemus_possible_confirmers': () => [{ ...examplePerson, roles: [{ ...role, valid_until: '2026-11-16' }] }],
      nemus_logbook_sites: () => [
        { id: 's1', name: 'Klinik', started_on: '2020-01-01', ended_on: '2026-11-16', share: 100 },
      ],
      nemus_logbook_cases: () => [CASE, { ...CASE, id: 'k2', code: 'F-2222', closed_on: '2026-11-16' }],
    },
    { now: exampleWeek([], { remembered }) },
  );
  await type('Praxis, F-7K3M', MONDAY, '50');
  await type('Praxis, F-7K3M', TUESDAY, '50');
  await cell('Praxis, F-2222', MONDAY);
  expect(screen.queryByLabelText(`Praxis, F-2222, ${TUESDAY}`)).toBeNull();
  click('2 Einträge speichern');
  await waitFor(async () => expect(await sent()).toHaveLength(1));
  expect((await sent())[0]?.p_entries).toMatchObject([
    { done_on: '2026-11-16', site_id: 's1', confirmer_id: 'p1' },
    { done_on: '2026-11-17', site_id: null, confirmer_id: null },
  ]);
});

it('keeps the note of a draft that was begun in the list', async () => {
  await open({ nemus_logbook_cases: () => [CASE] });
  await type('Praxis, F-7K3M', MONDAY, '50');
  const [key = ''] = Object.keys(window.localStorage);
  const draft = JSON.parse(window.localStorage.getItem(key) ?? '{}');
  const other = { ...draft, id: 'another', form: { ...draft.form, note: 'Exposition' } };
  window.localStorage.setItem(key.replace(draft.id, 'another'), JSON.stringify(other));
  await open({ nemus_logbook_cases: () => [CASE] });
  // Two drafts with different notes: one text cannot stand for both.
  expect(await cell('Praxis, F-7K3M', MONDAY)).toHaveAttribute('readonly');
  click('2 Einträge speichern');
  await waitFor(async () => expect(await sent()).toHaveLength(1));
  expect(JSON.stringify(await pages.sent(SAVE_ALL))).toContain('Exposition');
});

it('keeps what the list’s form has when the table is opened in between', async () => {
  await open();
  await cell('Praxis, F-7K3M', MONDAY);
  click('Als Liste');
  fireEvent.change(await screen.findByLabelText('Minuten'), { target: { value: '70' } });
  click('Als Tabelle');
  await cell('Praxis, F-7K3M', MONDAY);
  click('Als Liste');
  expect(await screen.findByLabelText('Minuten')).toHaveValue('70');
});
