/** @jest-environment ../../jest.browser.mjs */
import type { LogbookTemplate, LogbookWeek, RememberedEntry } from '@nemus/data';
import { json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import { exampleEntry, examplePerson, exampleRemembered, exampleWeek } from '../../examples/week';

const pages = pagesUnderTest(app);
const SAVE = 'rpc/nemus_save_entry';
const CASE = { id: 'k1', code: 'F-7K3M', age_band: null, started_on: null, closed_on: null, label: '' };

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

/** A template of a session on each of these days, from Monday (0) on. */
const templateOf = (days: readonly number[], fields: Partial<LogbookTemplate> = {}): LogbookTemplate => ({
  id: 't1',
  name: 'Normale Woche',
  first_on: '2026-11-02',
  last_on: '2026-12-31',
  sessions: days.map((weekday) => ({ weekday, category: 'practice', minutes: 50, case_id: 'k1' })),
  ...fields,
});

const open = (week: Partial<LogbookWeek>, answers: Answers = {}) =>
  pages.open('/logbook?woche=2026-W47', {
    'rpc/nemus_logbook_week': (request) =>
      request.url.includes('2026-11-09')
        ? exampleWeek([exampleEntry({ done_on: '2026-11-10', case_id: 'k1', minutes: 50 })], week)
        : exampleWeek([], week),
    'rpc/nemus_possible_confirmers': () => [examplePerson],
    nemus_logbook_sites: () => [],
    nemus_logbook_cases: () => [CASE],
    [SAVE]: () => ({ id: 'x', revision: 1, state: 'draft' }),
    'rpc/nemus_save_template': () => 't1',
    ...answers,
  });
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Wie letzte Woche' }));
const remindedOf = async (words: string) => fireEvent.click(await screen.findByText(words));
const remembered = (fields: Partial<RememberedEntry> = {}) => ({ practice: exampleRemembered(fields) });

it('saves last week as a template that repeats until a day', async () => {
  await open({});
  fireEvent.click(await screen.findByText('Wie letzte Woche'));
  const form = await dialog();
  fireEvent.change(await form.findByLabelText('Name der Vorlage'), { target: { value: 'Dienstags' } });
  fireEvent.input(form.getByLabelText(/^Jede Woche bis/), { target: { value: '31.12.2026' } });
  fireEvent.click(form.getByText('1 Sitzung als Vorlage speichern'));
  await waitFor(async () =>
    expect(await pages.sent('rpc/nemus_save_template')).toEqual([
      {
        p_template: {
          name: 'Dienstags',
          first_on: '2026-11-16',
          last_on: '2026-12-31',
          sessions: [{ weekday: 1, category: 'practice', minutes: 50, case_id: 'k1' }],
        },
      },
    ]),
  );
});

it('says why a template is not saved, at its field', async () => {
  await open(
    {},
    {
      'rpc/nemus_save_template': () =>
        json(400, {
          code: 'PT400',
          message: 'invalid_field',
          hint: 'invalid_field',
          details: JSON.stringify({ field: 'name', problem: 'too_long', most: 60 }),
        }),
    },
  );
  fireEvent.click(await screen.findByText('Wie letzte Woche'));
  const form = await dialog();
  fireEvent.click(await form.findByText('1 Sitzung als Vorlage speichern'));
  expect(form.getByText('Bitte geben Sie einen Namen an.')).toBeVisible();
  fireEvent.change(form.getByLabelText('Name der Vorlage'), { target: { value: 'x' } });
  fireEvent.click(form.getByText('1 Sitzung als Vorlage speichern'));
  await waitFor(() => expect(form.getByLabelText('Name der Vorlage')).toHaveAttribute('aria-invalid', 'true'));
});

it('reminds of repeating sessions until they are entered, and makes each once', async () => {
  let entries = [exampleEntry({ id: 'a', done_on: '2026-11-16', case_id: 'k1', minutes: 45 })];
  const week = { templates: [templateOf([0, 0, 1, 4])], remembered: remembered() };
  await open(week, { 'rpc/nemus_logbook_week': () => exampleWeek(entries, week) });
  // One of Monday's two is there already, and Friday has not come yet.
  await remindedOf('Normale Woche (2 Sitzungen)');
  const boxes = await (await dialog()).findAllByRole('checkbox');
  expect(boxes.map((box) => box instanceof HTMLInputElement && box.checked)).toEqual([false, true, true, false]);
  expect(boxes[0]).toHaveAccessibleDescription(/Steht schon in der Woche\./);
  expect(boxes[3]).toBeDisabled();
  entries = [
    ...entries,
    ...['16', '17'].map((day) => exampleEntry({ id: day, done_on: `2026-11-${day}`, case_id: 'k1' })),
  ];
  fireEvent.click((await dialog()).getByText('2 Einträge übernehmen'));
  await waitFor(() => expect(screen.queryByText('Wiederkehrende Sitzungen fehlen noch')).toBeNull());
});

it.each([
  [
    'a case that was closed',
    { cases: [{ ...CASE, closed_on: '2026-11-16' }] },
    /Der Fall ist an diesem Tag abgeschlossen\./,
  ],
  ['a case that was deleted', { cases: [] }, /Der Fall ist gelöscht\./],
  ['its last day', { template: { last_on: '2026-11-16' } }, /Die Vorlage gilt bis 16\.11\.2026\./],
] as const)(
  'offers no session after %s',
  async (
    _,
    {
      cases = [CASE],
      template = {},
    }: {
      cases?: readonly object[];
      template?: Partial<LogbookTemplate>;
    },
    words,
  ) => {
    await open(
      { templates: [templateOf([1], template), templateOf([0], { id: 't2', name: 'Ohne Fall', last_on: null })] },
      { nemus_logbook_cases: () => cases },
    );
    fireEvent.click(await screen.findByText('Wie letzte Woche'));
    const form = await dialog();
    fireEvent.change(await form.findByLabelText('Vorlage'), { target: { value: 't1' } });
    const [box] = await form.findAllByRole('checkbox');
    await waitFor(() => expect(box).toHaveAccessibleDescription(words));
    expect(box).toBeDisabled();
    expect(screen.queryByText('Wiederkehrende Sitzungen fehlen noch')).toBeNull();
  },
);

it('names no confirmer whose role has ended since', async () => {
  const [role] = examplePerson.roles;
  await open(
    { templates: [templateOf([1])], remembered: remembered() },
    {
      'rpc/nemus_possible_confirmers': () => [{ ...examplePerson, roles: [{ ...role, valid_until: '2026-11-16' }] }],
    },
  );
  await remindedOf('Normale Woche (1 Sitzung)');
  await waitFor(async () =>
    expect(await (await dialog()).findByRole('checkbox')).toHaveAccessibleDescription(/ohne bestätigende Person/),
  );
  fireEvent.click((await dialog()).getByText('1 Eintrag übernehmen'));
  await waitFor(async () => expect(await pages.sent(SAVE)).toHaveLength(1));
  expect((await pages.sent(SAVE))[0]).toMatchObject({
    p_entry: { done_on: '2026-11-17', minutes: 50, case_id: 'k1', confirmer_id: null },
  });
});

it.each([
  ['keeps what the chosen set tells apart', { practice: ['setting' as const] }, 'inpatient'],
  ['leaves out what another set, chosen since, does not tell apart', {}, null],
])('%s', async (_, attributes, setting) => {
  const week = { templates: [templateOf([1])], remembered: remembered({ setting: 'inpatient' }), attributes };
  await open(week);
  await remindedOf('Normale Woche (1 Sitzung)');
  fireEvent.click(await (await dialog()).findByText('1 Eintrag übernehmen'));
  await waitFor(async () => expect(await pages.sent(SAVE)).toMatchObject([{ p_entry: { setting } }]));
});

it('deletes a template', async () => {
  await open({ templates: [templateOf([1])] }, { 'rpc/nemus_delete_template': () => null });
  await remindedOf('Normale Woche (1 Sitzung)');
  fireEvent.click(await (await dialog()).findByText('Vorlage löschen'));
  await waitFor(async () => expect(await pages.sent('rpc/nemus_delete_template')).toEqual([{ p_template: 't1' }]));
});
