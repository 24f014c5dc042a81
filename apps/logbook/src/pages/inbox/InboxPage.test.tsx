/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';

/** To the microsecond, as the database compares it. */
const SUBMITTED_AT = '2026-11-20T10:00:00.123456+00:00';

const entry = (id: string, more: object = {}) => ({
  id,
  user_id: 'u1',
  trainee: 'Eva Test',
  institution: 'Ambulanz am Park',
  week: '2026-11-16',
  done_on: '2026-11-17',
  category: 'practice',
  minutes: 90,
  competency: null,
  level: null,
  note: '',
  site: null,
  case: null,
  submitted_at: SUBMITTED_AT,
  confirmer_id: 'c1',
  confirmer: 'Ada Lehr',
  corrects: null,
  as_deputy: false,
  ...more,
});
const ENTRIES = [
  entry('e1'),
  entry('e2', { done_on: '2026-11-18', minutes: 45, note: 'Zwei Sitzungen' }),
  entry('e3', { user_id: 'u2', trainee: 'Nora Beck', as_deputy: true }),
];
const STATUS = {
  open: 3,
  people: [{ confirmer_id: 'c1', name: 'Ada Lehr', institution: 'Ambulanz am Park' }],
  invitations: [],
  deputies: [{ name: 'Ben Alt', institution: 'Ambulanz am Park', valid_until: '2026-12-01' }],
};
const refused = (status: number, code: string, values: object) =>
  Response.json({ code: `PT${status}`, message: code, hint: code, details: JSON.stringify(values) }, { status });
const ANSWERS = {
  'rpc/nemus_sign_off_status': () => STATUS,
  'rpc/nemus_sign_off_inbox': () => ({ entries: ENTRIES, next: null }),
  'rpc/nemus_decide_entries': () => 2,
};
const pages = pagesUnderTest(app);

it('shows pending entries by trainee and week, and the deputised confirmers', async () => {
  await pages.open('/logbook/inbox', ANSWERS);
  expect(await screen.findByRole('heading', { level: 2, name: 'Eva Test' })).toBeVisible();
  expect(screen.getByText(/Woche ab 16\.11\.2026: 2 Einträge, 3\sUE/)).toBeVisible();
  expect(screen.getByText('In Vertretung für Ada Lehr')).toBeVisible();
  expect(screen.getByText('Bis 01.12.2026 vertreten Sie Ben Alt (Ambulanz am Park).')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Eingang' })).toHaveAttribute('aria-current', 'page');
});

it('says of a person who left the institution that what was submitted before can be confirmed', async () => {
  await pages.open('/logbook/inbox', {
    ...ANSWERS,
    'rpc/nemus_sign_off_inbox': () => ({
      entries: [entry('e1'), entry('e2', { user_id: 'u2', trainee: 'Nora Beck', is_linked: false })],
      next: null,
    }),
  });
  expect(await screen.findAllByText(/^Diese Person gehört nicht mehr zur Weiterbildungsstätte/)).toHaveLength(1);
});

it('shows who issued a certificate, that it is older than the training, and its file to those who may read it', async () => {
  const file = {
    path: 'f.png',
    file_name: 'x.png',
    content_type: 'image/png',
    size_bytes: 2048,
    sha256: 'ab'.repeat(32),
  };
  const certificate = { issuer: 'Akademie am Park', started_on: '2026-11-14', is_before_training: true, file };
  await pages.open('/logbook/inbox', {
    ...ANSWERS,
    'rpc/nemus_sign_off_inbox': () => ({
      entries: [
        entry('e1', { note: 'Traumatherapie', certificate }),
        entry('e2', { certificate: { ...certificate, issuer: 'Klinik', is_before_training: false, file: null } }),
        entry('e3', {
          is_linked: false,
          certificate: { ...certificate, issuer: 'Heim', is_before_training: false, file: null },
        }),
      ],
      next: null,
    }),
  });
  expect(await screen.findByText('Zertifikat von Akademie am Park · 14.11.2026 – 17.11.2026')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Datei ansehen: Traumatherapie \(PNG, 2\sKB\)$/ })).toBeVisible();
  expect(screen.getAllByText('Vor Beginn der Weiterbildung')).toHaveLength(1);
  expect(screen.getAllByText(/^Die Datei sieht nur die benannte Person/)).toHaveLength(1);
  expect(screen.getAllByText(/^Das Zertifikat können Sie nur noch zurückgeben/)).toHaveLength(1);
});

it('confirms a week at once, after explaining the consequences', async () => {
  const { ports } = await pages.open('/logbook/inbox', ANSWERS);
  fireEvent.click(await screen.findByRole('button', { name: 'Woche bestätigen: Eva Test, Woche ab 16.11.2026' }));
  const dialog = await screen.findByRole('dialog', { name: '2 Einträge bestätigen' });
  expect(within(dialog).getByText(/ändert sich nie mehr/)).toBeVisible();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Bestätigen' }));
  await waitFor(() => expect(ports.toasts()).toContainEqual({ kind: 'success', title: '2 Einträge bestätigt' }));
  expect(await pages.sent('rpc/nemus_decide_entries')).toEqual([
    { p_ids: ['e1', 'e2'], p_seen: [SUBMITTED_AT, SUBMITTED_AT], p_decision: 'confirm' },
  ]);
  expect(pages.asked('rpc/nemus_sign_off_inbox').length).toBeGreaterThan(1);
});

it('returns a selection with a reason, and reports a missing one at the field', async () => {
  let answer: () => unknown = () => refused(400, 'invalid_field', { field: 'reason', problem: 'missing' });
  const { ports } = await pages.open('/logbook/inbox', { ...ANSWERS, 'rpc/nemus_decide_entries': () => answer() });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Alle auswählen: Eva Test, Woche ab 16.11.2026' }));
  fireEvent.click(screen.getByRole('checkbox', { name: /17\.11\.2026: Praxis.*/, checked: true }));
  const bar = screen.getByRole('group', { name: 'Auswahl' });
  expect(within(bar).getByText(/^1 Eintrag ausgewählt, 1\sUE$/)).toBeVisible();
  fireEvent.click(within(bar).getByRole('button', { name: 'Auswahl zurückgeben' }));
  const dialog = await screen.findByRole('dialog', { name: '1 Eintrag zurückgeben' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Zurückgeben' }));
  await waitFor(() => expect(within(dialog).getByLabelText('Grund')).toBeInvalid());
  fireEvent.change(within(dialog).getByLabelText('Grund'), { target: { value: 'Das Datum stimmt nicht.' } });
  answer = () => 1;
  fireEvent.click(within(dialog).getByRole('button', { name: 'Zurückgeben' }));
  await waitFor(() => expect(ports.toasts()).toContainEqual({ kind: 'success', title: '1 Eintrag zurückgegeben' }));
  expect((await pages.sent('rpc/nemus_decide_entries')).at(-1)).toEqual({
    p_ids: ['e2'],
    p_seen: [SUBMITTED_AT],
    p_decision: 'return',
    p_reason: 'Das Datum stimmt nicht.',
  });
});

it.each([
  ['a concurrent decision', 'entry_state', { state: 'returned' }, /./],
  ['an entry that was changed since', 'entry_resubmitted', {}, /seit Sie ihn gelesen haben/],
] as const)('reports %s, and refetches the list', async (_what, code, values, words) => {
  await pages.open('/logbook/inbox', {
    ...ANSWERS,
    'rpc/nemus_decide_entries': () => refused(409, code, values),
  });
  fireEvent.click(await screen.findByRole('button', { name: /Woche bestätigen: Eva Test/ }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Bestätigen' }));
  expect(await screen.findByText('Nichts wurde bestätigt')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(words);
  await waitFor(() => expect(pages.asked('rpc/nemus_sign_off_inbox').length).toBeGreaterThan(1));
});

it('loads more where there is more', async () => {
  const next = { user_id: 'u2', done_on: '2026-11-17', id: 'e3' };
  await pages.open('/logbook/inbox', {
    ...ANSWERS,
    'rpc/nemus_sign_off_inbox': async (request: Request) => {
      const body: unknown = await request.clone().json();
      return Reflect.has(Object(body), 'p_after')
        ? { entries: [entry('e4', { user_id: 'u3', trainee: 'Ida Groß' })], next: null }
        : { entries: ENTRIES, next };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Weitere Einträge laden' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'Ida Groß' })).toBeVisible();
  expect((await pages.sent('rpc/nemus_sign_off_inbox')).at(-1)).toEqual({ p_after: next });
});

it.each([
  ['Annehmen', 'rpc/nemus_accept_confirming', 'Sie bestätigen jetzt für Ambulanz am Park'],
  ['Ablehnen', 'rpc/nemus_decline_confirming', 'Sie haben abgelehnt'],
])('an institution’s naming is answered: %s', async (button, call, title) => {
  const invitation = { confirmer_id: 'c9', name: 'Ada Lehr', institution: 'Ambulanz am Park', roles: ['leader'] };
  const { ports } = await pages.open('/logbook/inbox', {
    ...ANSWERS,
    'rpc/nemus_sign_off_status': () => ({ open: 0, people: [], invitations: [invitation], deputies: [] }),
    'rpc/nemus_sign_off_inbox': () => ({ entries: [], next: null }),
    [call]: () => null,
  });
  expect(await screen.findByText(/Als „Ada Lehr“ sollen Sie .*\(Befugte\*r\)/)).toBeVisible();
  expect(await screen.findByText('Nichts wartet auf Sie')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: button }));
  await waitFor(() => expect(ports.toasts()).toContainEqual({ kind: 'success', title }));
  expect(await pages.sent(call)).toEqual([{ p_confirmer: 'c9' }]);
});

it('has no section for an account without confirmations', async () => {
  await pages.open('/logbook/inbox', {
    ...ANSWERS,
    'rpc/nemus_sign_off_status': () => ({ open: 0, people: [], invitations: [], deputies: [] }),
    'rpc/nemus_sign_off_inbox': () => ({ entries: [], next: null }),
  });
  expect(await screen.findByText('Nichts wartet auf Sie')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Eingang' })).not.toBeInTheDocument();
});
