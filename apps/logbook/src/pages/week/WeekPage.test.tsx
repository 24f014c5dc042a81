/** @jest-environment ../../jest.browser.mjs */
import { json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { z } from 'zod';
import app from '../../app';
import { exampleEntry, examplePerson, exampleWeek } from '../../examples/week';

const pages = pagesUnderTest(app);
const WEEK = '/logbook?woche=2026-W47';
const SAVE = 'rpc/nemus_save_entry';
const SAVE_ALL = 'rpc/nemus_save_entries';
const allSchema = z.object({
  p_entries: z.array(
    z.object({
      id: z.string(),
      done_on: z.string(),
      category: z.string(),
      minutes: z.number(),
      case_id: z.string().nullable(),
      confirmer_id: z.string().nullable(),
    }),
  ),
});
/** Saves all of a request. */
const savedAll = async (request: Request) => ({
  saved: allSchema.parse(await request.clone().json()).p_entries.map(({ id }) => ({ id, revision: 1, state: 'draft' })),
  refused: [],
});
const refusal = (status: number, code: string, values: unknown = null) =>
  json(status, { code: `PT${status}`, message: code, hint: code, details: values && JSON.stringify(values) });

beforeEach(() => {
  jest.useFakeTimers({
    doNotFake: ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'performance', 'nextTick'],
    now: new Date('2026-11-18T10:00:00Z'),
  });
});
afterEach(() => {
  jest.useRealTimers();
  window.localStorage.clear();
});

const open = (answers: Answers = {}, address = WEEK) =>
  pages.open(address, {
    'rpc/nemus_logbook_week': () => exampleWeek(),
    'rpc/nemus_possible_confirmers': () => [examplePerson],
    nemus_logbook_sites: () => [],
    nemus_logbook_cases: () => [],
    ...answers,
  });
const form = async () => within(await screen.findByRole('form', { name: 'Eintrag' }));
const type = async (label: string, value: string) =>
  fireEvent.input((await form()).getByLabelText(label), { target: { value } });
const keptNow = () => Object.values({ ...window.localStorage }).map((raw): unknown => JSON.parse(String(raw)));

it('shows the states of a week in words, and the sums of it in units', async () => {
  await open({
    'rpc/nemus_logbook_week': () =>
      exampleWeek([
        exampleEntry({ minutes: 60 }),
        exampleEntry({
          id: 'b',
          category: 'theory',
          minutes: 45,
          state: 'submitted',
          submitted_at: '2026-11-18T09:00:00Z',
        }),
        exampleEntry({
          id: 'c',
          state: 'confirmed',
          confirmed_by: 'Ada Lehr',
          confirmed_at: '2026-11-18T09:00:00Z',
          minutes: 30,
        }),
        exampleEntry({ id: 'd', category: 'elearning', state: 'returned', return_reason: 'Das Datum stimmt nicht.' }),
      ]),
  });
  const day = within(await screen.findByRole('region', { name: 'Dienstag, 17.11.' }));
  for (const words of [
    'Gespeichert',
    'Eingereicht am 18.11.2026',
    'Bestätigt von Ada Lehr am 18.11.2026',
    'Zurückgegeben: Das Datum stimmt nicht.',
  ]) {
    expect(day.getByText(words)).toBeVisible();
  }
  // 60 and 30 minutes of practice are two units, added before they are rounded.
  const sums = within(screen.getByRole('article', { name: 'Summe der Woche' }));
  expect(sums.getByText('Praxis').nextElementSibling).toHaveTextContent(/^2.UE$/);
});

it('saves an entry with Enter, and starts the next one', async () => {
  await open({ [SAVE]: () => ({ id: 'x', revision: 1, state: 'draft' }) });
  await type('Minuten', '60');
  expect((await form()).getByText(/60 Min\. = 1.UE 15.Min\./)).toBeVisible();
  await type('Datum', '2026-11-17');
  fireEvent.submit(await screen.findByRole('form', { name: 'Eintrag' }));
  await waitFor(async () => expect(await pages.sent(SAVE)).toHaveLength(1));
  expect((await pages.sent(SAVE))[0]).toMatchObject({
    p_entry: { revision: null, done_on: '2026-11-17', category: 'practice', minutes: 60, confirmer_id: null },
  });
  // The next one starts with the last day, with its own id, and has the focus.
  await waitFor(() => expect(screen.getByLabelText('Datum')).toHaveFocus());
  expect(screen.getByLabelText('Datum')).toHaveValue('17.11.2026');
  await waitFor(() => expect(keptNow()).toEqual([]));
});

it('reports impossible input at its field, and sends nothing', async () => {
  await open();
  await type('Minuten', 'viel');
  await type('Datum', '2026-11-19');
  fireEvent.submit(await screen.findByRole('form', { name: 'Eintrag' }));
  expect(await screen.findByText('Bitte geben Sie eine ganze Zahl von 1 bis 1.440 ein.')).toBeVisible();
  expect(screen.getByText('Das Datum liegt in der Zukunft.')).toBeVisible();
  expect(await pages.sent(SAVE)).toEqual([]);
});

it('keeps the input of a closed tab, and restores it in the form', async () => {
  await open();
  await type('Notiz (optional)', 'Exposition, drittes Mal');
  // Closed and reopened; nothing was saved.
  await open();
  expect((await form()).getByLabelText('Notiz (optional)')).toHaveValue('Exposition, drittes Mal');
  expect(screen.getByText('Entwurf (nur auf diesem Gerät)')).toBeVisible();
  expect(await pages.sent(SAVE)).toEqual([]);
});

it('shows no input of another account on this device', async () => {
  await open();
  await type('Notiz (optional)', 'geheim');
  const own = Object.keys(window.localStorage)[0] ?? '';
  window.localStorage.setItem(
    own.replace(/nemus\.logbook\.[^.]+/, 'nemus.logbook.another-account'),
    window.localStorage.getItem(own) ?? '',
  );
  window.localStorage.removeItem(own);
  await open();
  expect((await form()).getByLabelText('Notiz (optional)')).toHaveValue('');
  expect(screen.queryByText('Entwurf (nur auf diesem Gerät)')).toBeNull();
});

it('keeps a saved entry while the server is unreachable, and sends it once', async () => {
  let reachable = false;
  await open({ [SAVE]: () => (reachable ? { id: 'x', revision: 1, state: 'draft' } : json(503, {})) });
  await type('Datum', '2026-11-17');
  fireEvent.submit(await screen.findByRole('form', { name: 'Eintrag' }));
  expect(await screen.findByText('1 Eintrag wartet auf diesem Gerät')).toBeVisible();
  expect(screen.getByText('Entwurf (nur auf diesem Gerät)')).toBeVisible();
  reachable = true;
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(screen.queryByText('1 Eintrag wartet auf diesem Gerät')).toBeNull());
  const ids = (await pages.sent(SAVE)).map((sent) => JSON.stringify(sent));
  expect(new Set(ids).size).toBe(1);
  expect(keptNow()).toEqual([]);
});

it('shows when a week was read that cannot be read again, and no longer once it can', async () => {
  let reachable = true;
  const { ports } = await open({
    'rpc/nemus_logbook_week': () => (reachable ? exampleWeek([exampleEntry({ minutes: 60 })]) : json(503, {})),
  });
  await screen.findByText('Gespeichert');
  expect(screen.queryByText(/^Ohne Verbindung/)).toBeNull();
  reachable = false;
  jest.setSystemTime(new Date('2026-11-18T11:00:00Z'));
  ports.events.publish('logbook-changed', {});
  expect(await screen.findByText('Ohne Verbindung – Stand vom 18.11.2026, 11:00 Uhr')).toBeVisible();
  expect(screen.getByText('Gespeichert')).toBeVisible();
  reachable = true;
  await waitFor(() => expect(screen.queryByText(/^Ohne Verbindung/)).toBeNull());
});

it('says at once that the browser is offline', async () => {
  await open({ 'rpc/nemus_logbook_week': () => exampleWeek([exampleEntry({ minutes: 60 })]) });
  await screen.findByText('Gespeichert');
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fireEvent(window, new Event('offline'));
  expect(await screen.findByText(/^Ohne Verbindung – Stand vom 18\.11\.2026/)).toBeVisible();
  jest.restoreAllMocks();
});

it('sends after a closed tab what was saved before', async () => {
  await open({ [SAVE]: () => json(503, {}) });
  await type('Datum', '2026-11-17');
  fireEvent.submit(await screen.findByRole('form', { name: 'Eintrag' }));
  await screen.findByText('1 Eintrag wartet auf diesem Gerät');
  const [before] = await pages.sent(SAVE);
  await open({ [SAVE]: () => ({ id: 'x', revision: 1, state: 'draft' }) });
  await waitFor(async () => expect(await pages.sent(SAVE)).toEqual([before]));
});

it('shows both versions when an entry was changed elsewhere, and saves the one that is chosen', async () => {
  let known = 1;
  await open({
    'rpc/nemus_logbook_week': () => exampleWeek([exampleEntry()]),
    [SAVE]: () =>
      known === 1 ? refusal(409, 'entry_changed', { revision: 4 }) : { id: 'x', revision: 5, state: 'draft' },
    nemus_logbook_entries: () => [{ ...exampleEntry({ minutes: 135, revision: 4 }) }],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Bearbeiten: Praxis, Dienstag, 17.11.' }));
  await type('Minuten', '45');
  fireEvent.submit(await screen.findByRole('form', { name: 'Eintrag' }));
  expect(await screen.findByText('Zwei Versionen: Praxis am 17.11.2026')).toBeVisible();
  expect(await screen.findByText('135')).toBeVisible();
  known = 4;
  fireEvent.click(screen.getByRole('button', { name: 'Version dieses Geräts speichern' }));
  await waitFor(() => expect(screen.queryByText('Zwei Versionen: Praxis am 17.11.2026')).toBeNull());
  expect((await pages.sent(SAVE)).at(-1)).toMatchObject({ p_entry: { revision: 4, minutes: 45 } });
});

it('shows the server’s refusal at the field when the entry is opened again', async () => {
  await open({ [SAVE]: () => refusal(400, 'invalid_field', { field: 'minutes', problem: 'day_full', left: 30 }) });
  await type('Datum', '2026-11-17');
  fireEvent.submit(await screen.findByRole('form', { name: 'Eintrag' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Weiterschreiben: Praxis, Dienstag, 17.11.' }));
  await waitFor(async () => expect((await form()).getByLabelText('Minuten')).toHaveAttribute('aria-invalid', 'true'));
  expect(screen.getAllByText(/An diesem Tag sind noch 30 Minuten frei\./).length).toBeGreaterThan(0);
});

it('does not write an entry back whose refusal arrives after the sign-out deleted it', async () => {
  await open({
    [SAVE]: () => {
      window.localStorage.clear();
      return refusal(400, 'invalid_field', { field: 'minutes', problem: 'day_full', left: 30 });
    },
  });
  await type('Datum', '2026-11-17');
  fireEvent.submit(await screen.findByRole('form', { name: 'Eintrag' }));
  await waitFor(async () => expect(await pages.sent(SAVE)).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(keptNow()).toEqual([]);
});

it('submits all of the week that can be, at once', async () => {
  const { ports } = await open({
    'rpc/nemus_logbook_week': () =>
      exampleWeek([
        exampleEntry(),
        exampleEntry({ id: 'b' }),
        exampleEntry({ id: 'c', confirmer_id: null }),
        exampleEntry({ id: 'd', state: 'submitted' }),
      ]),
    'rpc/nemus_submit_entries': () => 2,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Woche einreichen (2 Einträge)' }));
  await waitFor(() => expect(ports.toasts()).toContainEqual({ kind: 'success', title: '2 Einträge eingereicht' }));
  expect(await pages.sent('rpc/nemus_submit_entries')).toEqual([{ p_entries: [exampleEntry().id, 'b'] }]);
});

it('copies last week after a look at it, without notes and without days to come', async () => {
  await open({
    'rpc/nemus_logbook_week': (request) =>
      new URL(request.url).searchParams.get('p_monday') === '2026-11-09'
        ? exampleWeek([exampleEntry({ done_on: '2026-11-10' }), exampleEntry({ id: 'f', done_on: '2026-11-13' })])
        : exampleWeek(),
    [SAVE]: () => ({ id: 'x', revision: 1, state: 'draft' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Wie letzte Woche' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Wie letzte Woche' }));
  expect(await dialog.findByRole('checkbox', { name: /^Freitag, 20\.11\./ })).toBeDisabled();
  fireEvent.click(dialog.getByRole('button', { name: '1 Eintrag übernehmen' }));
  await waitFor(async () => expect(await pages.sent(SAVE)).toHaveLength(1));
  expect((await pages.sent(SAVE))[0]).toMatchObject({
    p_entry: { done_on: '2026-11-17', note: '', minutes: 90, revision: null },
  });
});

it('warns of an apparent name, and saves it all the same', async () => {
  await open({ [SAVE]: () => ({ id: 'x', revision: 1, state: 'draft' }) });
  expect((await form()).getByRole('button', { name: 'Weitere Angaben' })).toHaveAttribute('aria-expanded', 'false');
  fireEvent.keyDown((await form()).getByLabelText('Minuten'), { key: 'F2' });
  expect((await form()).getByRole('button', { name: 'Weitere Angaben' })).toHaveAttribute('aria-expanded', 'true');
  await type('Notiz (optional)', 'Frau Sommer, vierte Sitzung');
  expect(await screen.findByText(/^Sieht das nach einem Namen aus\?/)).toBeVisible();
  await type('Datum', '2026-11-17');
  fireEvent.submit(await screen.findByRole('form', { name: 'Eintrag' }));
  await waitFor(async () => expect(await pages.sent(SAVE)).toHaveLength(1));
});

it('shows undated entries in every week, so that no input is hidden', async () => {
  await open();
  await type('Datum', '');
  expect(
    within(await screen.findByRole('region', { name: 'Ohne Datum' })).getByText('Steht im Formular.'),
  ).toBeVisible();
  await open({}, '/logbook?woche=2026-W40');
  expect(await screen.findByRole('region', { name: 'Ohne Datum' })).toBeVisible();
});

it('reads two digits of a year as this century, and refuses other years next to the field', async () => {
  await open({ [SAVE]: () => ({ id: 'x', revision: 1, state: 'draft' }) });
  await type('Datum', '01.02.0026');
  fireEvent.submit(await screen.findByRole('form', { name: 'Eintrag' }));
  expect(await screen.findByText(/^Bitte prüfen Sie Tag und Jahr/)).toBeVisible();
  await type('Datum', '01.02.26');
  fireEvent.submit(await screen.findByRole('form', { name: 'Eintrag' }));
  await waitFor(async () => expect(await pages.sent(SAVE)).toHaveLength(1));
  expect((await pages.sent(SAVE))[0]).toMatchObject({ p_entry: { done_on: '2026-02-01' } });
});

it('shows a kept entry of the year 26 in every week, where its date is corrected', async () => {
  await open();
  await type('Notiz (optional)', 'Erstgespräch');
  const [[key, raw] = ['', '']] = Object.entries({ ...window.localStorage });
  window.localStorage.setItem(
    key,
    String(raw)
      .replace(/"done_on":"[^"]*"/, '"done_on":"0026-02-01"')
      .replace('"wanted":false', '"wanted":true'),
  );
  await open({ [SAVE]: () => ({ id: 'x', revision: 1, state: 'draft' }) }, '/logbook?woche=2026-W40');
  const undated = within(await screen.findByRole('region', { name: 'Ohne Datum' }));
  expect(undated.getByText(/Datum: 01\.02\.0026/)).toBeVisible();
  expect(screen.queryByText('Auf diesem Gerät liegen Entwürfe anderer Wochen')).toBeNull();
  fireEvent.click(undated.getByRole('button', { name: /^Weiterschreiben/ }));
  expect((await form()).getByLabelText('Datum')).toHaveValue('01.02.0026');
  await type('Datum', '01.02.2026');
  fireEvent.submit(await screen.findByRole('form', { name: 'Eintrag' }));
  await waitFor(async () => expect(await pages.sent(SAVE)).toHaveLength(1));
});

it('marks sample entries, and offers no correction of them', async () => {
  await open({
    'rpc/nemus_logbook_week': () =>
      exampleWeek([
        exampleEntry({
          is_sample: true,
          state: 'confirmed',
          confirmed_by: 'Dr. Sommer',
          confirmed_at: '2026-11-18T09:00:00Z',
        }),
      ]),
  });
  expect(await screen.findByText('Beispiel', { exact: false, selector: 'li *' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Berichtigen/ })).toBeNull();
});

it('shows the open entries of a former confirmer, also in other weeks', async () => {
  await open({
    'rpc/nemus_logbook_week': () => ({
      ...exampleWeek([
        exampleEntry({ state: 'submitted', submitted_at: '2026-11-18T09:00:00Z', is_stranded: true }),
        exampleEntry({ id: 'b', minutes: 45, state: 'submitted', submitted_at: '2026-11-18T09:00:00Z' }),
      ]),
      waiting: [{ monday: '2026-11-09', state: 'submitted', count: 2 }],
    }),
  });
  expect(
    await screen.findAllByText(/^Ada Lehr kann diesen Eintrag nicht mehr bestätigen\..*übergeben\.$/),
  ).toHaveLength(1);
  const notice = screen.getByText('In anderen Wochen liegt etwas, das dort niemand mehr bestätigen kann');
  expect(notice).toBeVisible();
  expect(screen.getByRole('link', { name: /^KW 46.*\(2 Einträge\)$/ })).toBeVisible();
});

it.each([
  [
    'the link has ended',
    { is_unlinked: true },
    /^Ihre Verbindung .* ist beendet\. Ada Lehr kann den Eintrag noch bestätigen/,
  ],
  ['nothing can be confirmed there', { is_paused: true }, /^Für diese Weiterbildungsstätte kann zurzeit nichts/],
  [
    'the link has ended, and no one can confirm it',
    { is_unlinked: true, is_stranded: true },
    /^Ada Lehr kann diesen Eintrag nicht mehr bestätigen\. .* wählen Sie jemand anderen\.$/,
  ],
])('says at an entry that waits when %s', async (_when, fields, words) => {
  await open({
    'rpc/nemus_logbook_week': () =>
      exampleWeek([exampleEntry({ state: 'submitted', submitted_at: '2026-11-18T09:00:00Z', ...fields })]),
  });
  expect(await screen.findByText(words)).toBeVisible();
});

it('offers a confirmer with a site role only for entries of that site', async () => {
  const bound = { ...examplePerson, roles: examplePerson.roles.map((role) => ({ ...role, site: ' klinik am  See' })) };
  await open({
    'rpc/nemus_possible_confirmers': () => [bound],
    nemus_logbook_sites: () => [
      { id: 's1', name: 'Klinik am See', started_on: '2025-01-01', ended_on: null, share: 100 },
      { id: 's2', name: 'Ambulanz', started_on: '2025-01-01', ended_on: null, share: 100 },
    ],
  });
  const fields = await form();
  const offered = () => within(fields.getByLabelText(/^Wer bestätigt/)).queryAllByRole('option', { name: /Ada Lehr/ });
  await waitFor(() => expect(fields.getByText(/^Manche Personen bestätigen nur für ihre Stätte/)).toBeVisible());
  expect(offered()).toHaveLength(0);
  fireEvent.change(fields.getByLabelText(/^Stätte/), { target: { value: 's2' } });
  expect(offered()).toHaveLength(0);
  fireEvent.change(fields.getByLabelText(/^Stätte/), { target: { value: 's1' } });
  await waitFor(() => expect(offered()).toHaveLength(1));
});

it('shows every step of an entry to its author, on request', async () => {
  const step = {
    number: 1,
    action: 'submit',
    at: '2026-11-17T09:00:00Z',
    name: 'Eva Test',
    as_deputy: false,
    reason: null,
  };
  await open({
    'rpc/nemus_logbook_week': () =>
      exampleWeek([exampleEntry({ state: 'returned', return_reason: 'Das Datum stimmt nicht.' })]),
    'rpc/nemus_sign_off_history': () => [
      step,
      { ...step, number: 2, action: 'hand_over', name: 'Ambulanz am Park' },
      { ...step, number: 3, action: 'return', name: 'Ben Alt', as_deputy: true, reason: 'Das Datum stimmt nicht.' },
    ],
  });
  const button = await screen.findByRole('button', { name: /^Verlauf: Praxis/ });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  fireEvent.click(button);
  const list = await screen.findByRole('list', { name: /^Verlauf: Praxis/ });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '17.11.2026, 10:00: Eingereicht von Eva Test',
    '17.11.2026, 10:00: An jemand anderen übergeben von Ambulanz am Park',
    '17.11.2026, 10:00: Zurückgegeben von Ben Alt (in Vertretung): Das Datum stimmt nicht.',
  ]);
});

const CASES = [
  { id: 'k1', code: 'F-2A4C', age_band: null, started_on: null, closed_on: null },
  { id: 'k2', code: 'F-7K3M', age_band: null, started_on: null, closed_on: null },
];
const saved = async () => (await pages.sent(SAVE)) as { p_entry: Record<string, unknown> }[];

it.each([['Datum'], ['Kategorie'], ['Minuten'], ['Fall'], ['Wer bestätigt']])(
  'saves with Enter in "%s", and continues there with the same values',
  async (label) => {
    await open({ [SAVE]: () => ({ id: 'x', revision: 1, state: 'draft' }), nemus_logbook_cases: () => CASES });
    await type('Datum', '2026-11-17');
    await waitFor(async () => expect((await form()).getByRole('option', { name: 'F-7K3M' })).toBeVisible());
    fireEvent.change((await form()).getByLabelText('Fall'), { target: { value: 'k2' } });
    const field = (await form()).getByLabelText(label);
    field.focus();
    // Inputs submit their form; selects do not.
    if (field instanceof HTMLSelectElement) fireEvent.keyDown(field, { key: 'Enter' });
    else fireEvent.submit(await screen.findByRole('form', { name: 'Eintrag' }));
    await waitFor(async () => expect(await saved()).toHaveLength(1));
    expect(await saved()).toMatchObject([{ p_entry: { done_on: '2026-11-17', minutes: 50, case_id: 'k2' } }]);
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
    expect(screen.getByLabelText('Datum')).toHaveValue('17.11.2026');
    expect(screen.getByLabelText('Fall')).toHaveValue('k2');
  },
);

it('saves once while Enter is held down', async () => {
  await open({ [SAVE]: () => ({ id: 'x', revision: 1, state: 'draft' }) });
  await type('Datum', '2026-11-17');
  const kind = () => screen.getByLabelText('Kategorie');
  kind().focus();
  fireEvent.keyDown(kind(), { key: 'Enter' });
  await waitFor(() => expect(kind()).toHaveFocus());
  for (let n = 0; n < 3; n += 1) fireEvent.keyDown(kind(), { key: 'Enter', repeat: true });
  await waitFor(async () => expect(keptNow()).toEqual([]));
  expect(await saved()).toHaveLength(1);
});

it('makes five entries of "5 × 50" in one request, and one row of 50 minutes', async () => {
  await open({ [SAVE_ALL]: savedAll });
  await type('Datum', '2026-11-17');
  await type('Minuten', '5 × 50');
  expect((await form()).getByText('5 Einträge zu 50 Min.')).toBeVisible();
  fireEvent.submit(await screen.findByRole('form', { name: 'Eintrag' }));
  await waitFor(() => expect(keptNow()).toEqual([]));
  const requests = z.array(allSchema).parse(await pages.sent(SAVE_ALL));
  const sent = requests.flatMap(({ p_entries: entries }) => entries);
  expect([requests.length, sent.map(({ minutes }) => minutes)]).toEqual([1, [50, 50, 50, 50, 50]]);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(5);
  expect(screen.getByLabelText('Minuten')).toHaveValue('50');
});

it('moves the day with Page Up and Page Down, never into the future', async () => {
  await open();
  const minutes = (await form()).getByLabelText('Minuten');
  expect(screen.getByLabelText('Datum')).toHaveValue('18.11.2026');
  fireEvent.keyDown(minutes, { key: 'PageDown' });
  expect(screen.getByLabelText('Datum')).toHaveValue('18.11.2026');
  fireEvent.keyDown(minutes, { key: 'PageUp' });
  expect(screen.getByLabelText('Datum')).toHaveValue('17.11.2026');
  expect((await form()).getByText('Dienstag')).toBeVisible();
});

it('opens a correction in the form, with the entry in it', async () => {
  const entry = exampleEntry({ state: 'confirmed', confirmed_by: 'Ada Lehr', confirmed_at: '2026-11-18T09:00:00Z' });
  await open({
    'rpc/nemus_logbook_week': () => exampleWeek([entry]),
    'rpc/nemus_correct_entry': () => 'b',
    nemus_logbook_entries: () => [{ ...entry, id: 'b', state: 'draft', revision: 3, minutes: 100 }],
    [SAVE]: () => ({ id: 'b', revision: 4, state: 'draft' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Berichtigen: Praxis/ }));
  expect(await screen.findByRole('heading', { name: 'Berichtigung' })).toBeVisible();
  expect(screen.getByLabelText('Minuten')).toHaveValue('100');
  expect(screen.getByLabelText('Minuten')).toHaveFocus();
  await type('Minuten', '0');
  fireEvent.submit(await screen.findByRole('form', { name: 'Eintrag' }));
  await waitFor(async () => expect(await saved()).toMatchObject([{ p_entry: { id: 'b', revision: 3, minutes: 0 } }]));
});

it('changes one entry into one entry', async () => {
  await open({ 'rpc/nemus_logbook_week': () => exampleWeek([exampleEntry()]) });
  fireEvent.click(await screen.findByRole('button', { name: 'Bearbeiten: Praxis, Dienstag, 17.11.' }));
  await type('Minuten', '2 × 45');
  fireEvent.submit(await screen.findByRole('form', { name: 'Eintrag' }));
  expect(await screen.findByText(/^Ein Eintrag hat eine Dauer/)).toBeVisible();
  expect(await saved()).toEqual([]);
});

it('says why the week cannot be submitted, and leads to the missing person', async () => {
  await open({ 'rpc/nemus_logbook_week': () => exampleWeek([exampleEntry({ confirmer_id: null, confirmer: null })]) });
  const submit = await screen.findByRole('button', { name: 'Woche einreichen' });
  expect(submit).toBeDisabled();
  await waitFor(() => expect(submit).toHaveAccessibleDescription('1 Entwurf ohne bestätigende Person.'));
  fireEvent.click(screen.getByRole('button', { name: /^Wer bestätigt\? Praxis/ }));
  expect(screen.getByLabelText('Wer bestätigt')).toHaveFocus();
});

it('begins an entry of a day at its heading', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Neuer Eintrag: Montag, 16.11.' }));
  expect(screen.getByLabelText('Datum')).toHaveValue('16.11.2026');
  expect(screen.getByLabelText('Kategorie')).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Neuer Eintrag: Donnerstag, 19.11.' })).toBeNull();
});

it('tells the lines of last week apart', async () => {
  const monday = { done_on: '2026-11-09', minutes: 50 };
  await open({
    'rpc/nemus_logbook_week': (request) =>
      new URL(request.url).searchParams.get('p_monday') === '2026-11-09'
        ? exampleWeek([
            exampleEntry({ ...monday, case_code: 'F-2A4C' }),
            exampleEntry({ ...monday, id: 'b', case_code: 'F-7K3M' }),
            exampleEntry({ ...monday, id: 'c', case_code: 'F-7K3M' }),
          ])
        : exampleWeek(),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Wie letzte Woche' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Wie letzte Woche' }));
  const boxes = await dialog.findAllByRole('checkbox');
  expect(boxes).toHaveLength(3);
  expect(boxes[0]).toHaveAccessibleDescription(/^F-2A4C · an Ada Lehr · /);
  expect(boxes[2]).toHaveAccessibleDescription(/F-7K3M.* · 2\. von 2 gleichen$/);
  for (const box of boxes) fireEvent.click(box);
  expect(dialog.getByText('Kreuzen Sie mindestens einen Eintrag eines vergangenen Tages an.')).toBeVisible();
});
