/** @jest-environment ../../jest.browser.mjs */
import { json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';

const pages = pagesUnderTest(app);
const DATE = 'd1';
const person = (user_id: string, name: string, rest = {}) => ({
  user_id,
  name,
  email: `${user_id}@x.example`,
  status: 'confirmed',
  waitlist_position: null,
  is_enrolled: true,
  is_own: false,
  attendance: null,
  attended_units: null,
  marks: 0,
  marked_at: null,
  marked_how: null,
  marked_by: null,
  certificate: null,
  ...rest,
});
const list = (participants: readonly object[], rest = {}, of = {}) => ({
  appointment: {
    id: DATE,
    title: 'Teil 1',
    course_title: 'Traumatherapie',
    starts_at: '2026-11-22T08:00:00+00:00',
    ends_at: '2026-11-22T16:00:00+00:00',
    format: 'Präsenz',
    location: 'Raum 2.04',
    units: 8,
    capacity: 12,
    cancelled_at: null,
    ...of,
  },
  has_begun: true,
  participants,
  ...rest,
});

async function open(answer: object, more: Answers = {}) {
  const page = await pages.open(`/academy/dates/${DATE}/participants`, {
    'rpc/nemus_date_participants': () => answer,
    ...more,
  });
  await screen.findByText(/^Traumatherapie: Teil 1$/);
  return page;
}
const choose = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(`Anwesenheit von ${name}`), { target: { value } });
const sent = async () => {
  const request = pages.requests().find(({ url }) => url.endsWith('rpc/nemus_mark_attendance'));
  return request === undefined ? undefined : JSON.parse(await request.text());
};
const PEOPLE = [
  person('a', 'Ada Adler'),
  person('b', 'Bert Beck', { marks: 2, attendance: 'absent', attended_units: 0 }),
];

it('ticks all unticked people at once, and saves them together', async () => {
  const saved = list([
    person('a', 'Ada Adler', { marks: 1, attendance: 'present', attended_units: 8 }),
    PEOPLE[1] ?? {},
  ]);
  const { ports } = await open(list(PEOPLE), { 'rpc/nemus_mark_attendance': () => saved });
  fireEvent.click(screen.getByRole('button', { name: 'Alle Übrigen anwesend' }));
  fireEvent.click(screen.getByRole('button', { name: 'Speichern (1 Änderung)' }));
  expect(await screen.findByText('2 Personen eingetragen')).toBeInTheDocument();
  expect(ports.toasts()).toEqual([{ kind: 'success', title: 'Anwesenheit gespeichert' }]);
  expect(await sent()).toEqual({ p_appointment: DATE, p_marks: [{ user_id: 'a', attendance: 'present', seen: 0 }] });
  expect(screen.queryByRole('button', { name: /^Speichern/ })).toBeNull();
});

it('requires the units of partial attendance at their field, and sends nothing without them', async () => {
  await open(list(PEOPLE));
  choose('Ada Adler', 'partial');
  fireEvent.click(screen.getByRole('button', { name: /^Speichern/ }));
  expect(await screen.findByText('1 bis 7 UE')).toBeInTheDocument();
  expect(screen.getByLabelText('UE von Ada Adler')).toHaveAttribute('aria-invalid', 'true');
  expect(await sent()).toBeUndefined();
});

it('reports a concurrent tick, and shows it', async () => {
  const values = { name: 'Ada Adler' };
  let now = list(PEOPLE);
  const { ports } = await pages.open(`/academy/dates/${DATE}/participants`, {
    'rpc/nemus_date_participants': () => now,
    'rpc/nemus_mark_attendance': () => {
      now = list([person('a', 'Ada Adler', { marks: 1, attendance: 'absent', attended_units: 0 })]);
      const hint = 'attendance_changed';
      return json(409, { code: 'PT409', message: hint, hint, details: JSON.stringify(values) });
    },
  });
  await screen.findByLabelText('Anwesenheit von Ada Adler');
  choose('Ada Adler', 'present');
  fireEvent.click(screen.getByRole('button', { name: /^Speichern/ }));
  await waitFor(() => expect(screen.getByLabelText('Anwesenheit von Ada Adler')).toHaveValue('absent'));
  expect(ports.toasts()).toEqual([
    expect.objectContaining({
      title: 'Nichts wurde gespeichert',
      description: expect.stringContaining('Die Anwesenheit von Ada Adler wurde inzwischen'),
    }),
  ]);
  expect(screen.queryByRole('button', { name: /^Speichern/ })).toBeNull();
});

it('shows the waiting list, former participants and history, and prevents ticking oneself', async () => {
  await open(
    list([
      person('a', 'Ada Adler', {
        is_enrolled: false,
        marks: 2,
        attendance: 'present',
        attended_units: 8,
        marked_at: '2026-11-22T09:00:00+00:00',
        marked_how: 'list',
        marked_by: 'Ina Falk',
        certificate: 'X-1',
      }),
      person('o', 'Ina Falk', { is_own: true }),
      person('w', 'Wim Wolf', { status: 'waitlist', waitlist_position: 1 }),
    ]),
  );
  expect(screen.getByText('Von Ina Falk am 22.11.2026, 10:00 Uhr, korrigiert · Bescheinigung X-1')).toBeInTheDocument();
  expect(screen.getByText('Nicht mehr eingeschrieben')).toBeInTheDocument();
  expect(screen.queryByLabelText('Anwesenheit von Ina Falk')).toBeNull();
  expect(within(screen.getByRole('article', { name: 'Warteliste (1)' })).getByText('Wim Wolf')).toBeInTheDocument();
});

it.each([
  ['has not begun', { has_begun: false }, {}, 'Dieser Termin hat noch nicht begonnen.'],
  ['was cancelled', {}, { cancelled_at: '2026-11-20T08:00:00+00:00' }, 'Dieser Termin wurde abgesagt.'],
])('allows no ticks at a date that %s', async (_what, rest, of, words) => {
  await open(list(PEOPLE, rest, of));
  expect(screen.getByText(words)).toBeInTheDocument();
  expect(screen.getByLabelText('Anwesenheit von Ada Adler')).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Alle Übrigen anwesend' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Code für den Raum zeigen' })).toBeNull();
});

it('says that there are no participants yet', async () => {
  await open(list([]));
  expect(screen.getByText('Noch niemand')).toBeInTheDocument();
});

it('shows the code of a room, read character by character, and why there is none', async () => {
  const code = {
    code: 'K7M9X2',
    valid_until: '2026-11-22T08:02:00+00:00',
    title: 'Teil 1',
    starts_at: '2026-11-22T08:00:00+00:00',
    ends_at: '2026-11-22T16:00:00+00:00',
  };
  await pages.open(`/academy/dates/${DATE}/code`, { 'rpc/nemus_show_attendance_code': () => code });
  expect(await screen.findByRole('img', { name: 'Code: K 7 M 9 X 2' })).toHaveTextContent('K7M 9X2');
});

it('says why there is no code', async () => {
  const hint = 'date_not_begun';
  await pages.open(`/academy/dates/${DATE}/code`, {
    'rpc/nemus_show_attendance_code': () => json(409, { code: 'PT409', message: hint, hint, details: null }),
  });
  expect(await screen.findByText(/^Dieser Termin hat noch nicht begonnen\./)).toBeInTheDocument();
});

it('asks before a change revokes certificates, and sends nothing without a yes', async () => {
  const certified = person('c', 'Cem Can', { marks: 1, attendance: 'present', attended_units: 8, certificate: '7K3M' });
  await open(list([certified, ...PEOPLE]), { 'rpc/nemus_mark_attendance': () => list(PEOPLE) });
  choose('Cem Can', 'absent');
  fireEvent.click(screen.getByRole('button', { name: 'Speichern (1 Änderung)' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/^Betroffen: Cem Can\. .*nicht mehr.*benachrichtigt\.$/)).toBeVisible();
  fireEvent.click(dialog.getByRole('button', { name: 'Abbrechen' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(await sent()).toBeUndefined();
  fireEvent.click(screen.getByRole('button', { name: 'Speichern (1 Änderung)' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Speichern und widerrufen' }));
  await waitFor(async () =>
    expect(await sent()).toEqual({ p_appointment: DATE, p_marks: [{ user_id: 'c', attendance: 'absent', seen: 1 }] }),
  );
});

it('lists whom to call after a cancelled date', async () => {
  const lost = [
    person('a', 'Ada Adler', { status: 'cancelled', lost: 'place', phone: '0221 123456' }),
    person('b', 'Bert Beck', { status: 'cancelled', lost: 'waiting' }),
  ];
  await open(list(lost, {}, { cancelled_at: '2026-11-20T08:00:00+00:00' }));
  expect(screen.getByText('Angemeldet waren (2)')).toBeVisible();
  expect(screen.getByRole('link', { name: '0221 123456' })).toHaveAttribute('href', 'tel:0221123456');
  expect(screen.getByRole('link', { name: 'b@x.example' })).toHaveAttribute('href', 'mailto:b@x.example');
  expect(screen.getByText('Warteliste')).toBeVisible();
});
