/** @jest-environment ../../jest.browser.mjs */
import { fakeProfile } from '@nemus/testing';
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
    course_id: 'c1',
    title: 'Teil 1',
    course_title: 'Traumatherapie',
    starts_at: '2026-11-22T08:00:00+00:00',
    ends_at: '2026-11-22T16:00:00+00:00',
    format: 'Präsenz',
    location: 'Raum 2.04',
    instructor: 'Dr. Vogt',
    units: 8,
    capacity: 12,
    cancelled_at: null,
    ...of,
  },
  has_begun: true,
  messages: [],
  participants,
  ...rest,
});

async function open(answer: object, more: Answers = {}, roles = ['teaching', 'orders']) {
  const page = await pages.open(
    `/academy/dates/${DATE}/participants`,
    { 'rpc/nemus_date_participants': () => answer, ...more },
    { profile: fakeProfile('piw', { rights: roles.map((role) => `staff:${role}`) }) },
  );
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
  expect(await screen.findByText('Anwesenheit von 2 Personen eingetragen')).toBeInTheDocument();
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
  expect(screen.queryByLabelText('Anwesenheit von Ada Adler')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Alle Übrigen anwesend' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Code für den Raum zeigen' })).toBeNull();
});

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

it('offers the code for the room until half an hour after the end, then says until when there was one', async () => {
  const times = (end: number) => ({ starts_at: minutesFromNow(-300), ends_at: minutesFromNow(end) });
  await open(list(PEOPLE, {}, times(-20)));
  expect(screen.getByRole('link', { name: 'Code für den Raum zeigen' })).toBeInTheDocument();
  await open(list(PEOPLE, {}, times(-40)));
  expect(screen.queryByRole('link', { name: 'Code für den Raum zeigen' })).toBeNull();
  expect(screen.getByText(/^Den Code für den Raum gab es bis /)).toBeInTheDocument();
});

it('offers the code only for the part that began last', async () => {
  const part = (id: string, start: number) => ({
    id,
    title: '',
    starts_at: minutesFromNow(start),
    ends_at: minutesFromNow(start + 60),
    units: 2,
  });
  const parts = [part('p1', -70), part('p2', -10)];
  await open(list(PEOPLE, {}, { starts_at: minutesFromNow(-70), ends_at: minutesFromNow(50), parts }));
  expect(screen.getByRole('link', { name: 'Code für den Raum zeigen' })).toBeInTheDocument();
  fireEvent.change(screen.getByLabelText('Teil des Termins'), { target: { value: 'p1' } });
  expect(screen.queryByRole('link', { name: 'Code für den Raum zeigen' })).toBeNull();
  expect(screen.getByText('Der Code für den Raum gilt inzwischen für einen späteren Teil.')).toBeInTheDocument();
});

it('offers no code at a date without participants', async () => {
  await open(list([], {}, { starts_at: minutesFromNow(-60), ends_at: minutesFromNow(60) }));
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

const tick = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name: `${name} auswählen` }));
const bodyOf = async (what: string) => JSON.parse((await pages.asked(what).at(-1)?.clone().text()) ?? 'null');
const date = (id: string, taken: number, waiting = 0) => ({
  id,
  course_id: 'c1',
  course_title: 'Traumatherapie',
  series_id: null,
  title: 'Teil 1',
  type: 'Seminar',
  format: 'Präsenz',
  location: 'Raum 1',
  starts_at: `2026-12-0${id.slice(1)}T08:00:00+00:00`,
  ends_at: `2026-12-0${id.slice(1)}T16:00:00+00:00`,
  capacity: 3,
  taken,
  waiting,
  teachers: [],
  cancelled_at: null,
  is_draft: false,
  unticked: 0,
  conflicts: [],
});

it('writes to selected people, once, and shows what was written before', async () => {
  const left = person('l', 'Lea Lang', { is_enrolled: false });
  const before = { at: '2026-11-20T09:00:00+00:00', by: 'Ina Falk', text: 'Raum 204', people: ['Ada Adler'] };
  const { ports } = await open(
    list([...PEOPLE, left], {
      messages: [before, { ...before, at: '2026-11-19T09:00:00+00:00', people: [], text: 'Alt' }],
    }),
    {
      'rpc/nemus_message_participants': () => ({ sent: 1, skipped: 1 }),
    },
  );
  const record = within(screen.getByRole('article', { name: 'Nachrichten (2)' }));
  expect(record.getByText('An: Ada Adler')).toBeVisible();
  expect(record.getByText('An: gelöschte Konten')).toBeVisible();
  // Who is no longer enrolled cannot be reached.
  expect(screen.queryByRole('checkbox', { name: 'Lea Lang auswählen' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Nachricht: erst Personen auswählen' })).toBeDisabled();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Alle auswählen' }));
  fireEvent.click(screen.getByRole('button', { name: 'Nachricht an 2 Personen' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nachricht schreiben' }));
  fireEvent.change(dialog.getByLabelText('Nachricht'), { target: { value: 'Raum 205' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Senden' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(ports.toasts()).toEqual([
    expect.objectContaining({
      title: 'Nachricht an 1 Person gesendet',
      description: expect.stringMatching(/^1 Person ausgelassen: nicht mehr an diesem Termin/),
    }),
  ]);
  expect(await bodyOf('rpc/nemus_message_participants')).toEqual({
    p_date: DATE,
    p_people: ['a', 'b'],
    p_text: 'Raum 205',
    p_message: expect.any(String),
  });
  expect(screen.getByRole('checkbox', { name: 'Alle auswählen' })).not.toBeChecked();
});

it('moves all people of a cancelled date to another, and says for whom there is no place', async () => {
  const lost = [
    person('a', 'Ada Adler', { status: 'cancelled', lost: 'place' }),
    person('b', 'Bert Beck', { status: 'cancelled', lost: 'waiting' }),
    person('l', 'Lea Lang', { status: 'cancelled', lost: 'place', is_enrolled: false }),
  ];
  const { ports } = await open(list(lost, {}, { cancelled_at: '2026-11-20T08:00:00+00:00' }), {
    'rpc/nemus_teaching_dates': () => ({
      total: 3,
      dates: [
        { ...date('d4', 2), change_until: '2026-11-20T08:00:00+01:00' },
        { ...date('d5', 0), change_until: '2099-11-20T08:00:00+01:00' },
        date('d6', 3, 2),
      ],
    }),
    'rpc/nemus_rebook_participants': () => ({ moved: 1, waiting: 1, skipped: 0 }),
    'functions/v1/send-date-letters': () => ({ sent: 2 }),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Alle umbuchen auf …' }));
  const dialog = within(await screen.findByRole('dialog', { name: '2 Personen umbuchen' }));
  expect(await dialog.findByText(/2 Personen warten schon$/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Umbuchen' })).toBeDisabled();
  fireEvent.click(dialog.getByRole('radio', { name: /^05\.12\.2026/ }));
  expect(dialog.queryByText(/nicht für alle Platz/)).toBeNull();
  expect(dialog.queryByText('Die Frist dieses Termins ist vorbei.')).toBeNull();
  fireEvent.click(dialog.getByRole('radio', { name: /^04\.12\.2026/ }));
  expect(dialog.getByText('Dort ist nicht für alle Platz: 1 Platz frei.')).toBeVisible();
  expect(dialog.getByText('Die Frist dieses Termins ist vorbei.')).toBeVisible();
  expect(dialog.getByText('Raum 1 (Präsenz) · 1 Platz frei · Frist vorbei')).toBeVisible();
  fireEvent.click(dialog.getByRole('button', { name: 'Umbuchen' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await bodyOf('rpc/nemus_rebook_participants')).toEqual({ p_from: DATE, p_to: 'd4', p_people: ['a', 'b'] });
  expect(ports.toasts()).toEqual([
    { kind: 'success', title: '1 Person umgebucht', description: '1 Person auf der Warteliste.' },
  ]);
});

it('moves selected people of a coming date, and keeps the dialog when it is refused', async () => {
  const hint = 'date_cancelled';
  const { ports } = await open(list(PEOPLE, { has_begun: false }), {
    'rpc/nemus_teaching_dates': () => ({ total: 2, dates: [date('d1', 2), date('d5', 0)] }),
    'rpc/nemus_rebook_participants': () => json(409, { code: 'PT409', message: hint, hint, details: null }),
  });
  expect(screen.queryByRole('button', { name: 'Alle umbuchen auf …' })).toBeNull();
  tick('Bert Beck');
  fireEvent.click(screen.getByRole('button', { name: '1 Person umbuchen' }));
  const dialog = within(await screen.findByRole('dialog', { name: '1 Person umbuchen' }));
  // Not to the date itself.
  expect(await dialog.findAllByRole('radio')).toHaveLength(1);
  fireEvent.click(dialog.getByRole('radio'));
  fireEvent.click(dialog.getByRole('button', { name: 'Umbuchen' }));
  await waitFor(() =>
    expect(ports.toasts()).toEqual([expect.objectContaining({ kind: 'error', title: 'Nichts wurde umgebucht' })]),
  );
  expect(screen.getByRole('dialog', { name: '1 Person umbuchen' })).toBeVisible();
});

it('has no move at a date that began, and says when there is no other date', async () => {
  await open(list(PEOPLE));
  tick('Bert Beck');
  expect(screen.queryByRole('button', { name: '1 Person umbuchen' })).toBeNull();
});

it('says when there is no other date', async () => {
  await open(list(PEOPLE, { has_begun: false }), { 'rpc/nemus_teaching_dates': () => ({ total: 0, dates: [] }) });
  tick('Bert Beck');
  fireEvent.click(screen.getByRole('button', { name: '1 Person umbuchen' }));
  expect(await screen.findByText('Kein anderer Termin')).toBeVisible();
});

it('works the waiting list by hand, with a reason', async () => {
  const waiting = [
    person('w', 'Wim Wolf', { status: 'waitlist', waitlist_position: 1, offered_until: '2026-11-21T11:00:00+00:00' }),
    person('x', 'Xenia Xu', { status: 'waitlist', waitlist_position: 2 }),
  ];
  const { ports } = await open(list(waiting, { has_begun: false }), {
    'rpc/nemus_prefer_waiting': () => ({ status: 'waitlist', waitlist_position: 1, offered_until: null }),
    'rpc/nemus_remove_waiting': () => null,
    'functions/v1/send-date-letters': () => ({ sent: 0 }),
  });
  expect(screen.getByText('Platz angeboten bis 21.11.2026, 12:00 Uhr')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Xenia Xu den nächsten Platz geben' }));
  fireEvent.click(await screen.findByRole('button', { name: 'An die erste Stelle' }));
  expect(pages.asked('rpc/nemus_prefer_waiting')).toHaveLength(0);
  fireEvent.change(screen.getByLabelText(/^Grund/), { target: { value: 'Prüfung im Mai' } });
  fireEvent.click(screen.getByRole('button', { name: 'An die erste Stelle' }));
  await waitFor(() => expect(ports.toasts().map(({ title }) => title)).toEqual(['Xenia Xu steht jetzt an Stelle 1']));
  expect(await bodyOf('rpc/nemus_prefer_waiting')).toEqual({ p_date: DATE, p_user: 'x', p_reason: 'Prüfung im Mai' });
  fireEvent.click(screen.getByRole('button', { name: 'Wim Wolf von der Warteliste nehmen' }));
  fireEvent.change(await screen.findByLabelText(/^Grund/), { target: { value: 'Kein Platz mehr' } });
  fireEvent.click(screen.getByRole('button', { name: 'Von der Warteliste nehmen' }));
  await waitFor(() => expect(ports.toasts()).toHaveLength(2));
  expect(await bodyOf('rpc/nemus_remove_waiting')).toEqual({ p_date: DATE, p_user: 'w', p_reason: 'Kein Platz mehr' });
});

it('prints sheets to sign with the people who have a place, and saves the list without formulas', async () => {
  const many = Array.from({ length: 17 }, (_, n) => person(`p${n}`, `Person ${n + 1}`));
  const formula = person('f', '=HYPERLINK("x")', { email: '+1@x.example' });
  const waiting = person('w', 'Wim Wolf', { status: 'waitlist', waitlist_position: 1 });
  await open(list([...many, formula, person('l', 'Lea Lang', { is_enrolled: false }), waiting]));
  const sheets = screen.getAllByRole('table', { hidden: true });
  expect(sheets).toHaveLength(2);
  expect(sheets.map((sheet) => within(sheet).getAllByRole('row', { hidden: true }).length - 1)).toEqual([16, 2]);
  expect(sheets[1]).toHaveTextContent('17Person 1718=HYPERLINK("x")');
  expect(document.body).toHaveTextContent('Leitung: Dr. Vogt · 8 UE · Seite 2 von 2');
  fireEvent.click(screen.getByRole('button', { name: 'CSV herunterladen' }));
  await waitFor(() => expect(pages.saved()).toHaveLength(1));
  const [file] = pages.saved();
  const text = (await file?.bytes())?.toString('utf8') ?? '';
  expect(file?.name).toBe('teilnehmende-teil-1-2026-11-22.csv');
  expect(text).toContain(`"'=HYPERLINK(""x"")";"'+1@x.example"`);
  expect(text).toContain('Wim Wolf;w@x.example;;Warteliste, Stelle 1');
});

it('enters a person who calls: with the course, free of charge for a reason, or by a link', async () => {
  let answer: object = { name: 'Vera Neu', status: 'waitlist', waitlist_position: 2 };
  const { ports } = await open(list([], { has_begun: false }), {
    'rpc/nemus_enter_person': () => answer,
    'functions/v1/send-date-letters': () => ({ sent: 0 }),
  });
  const enter = async (way?: RegExp) => {
    fireEvent.click(screen.getByRole('button', { name: 'Person eintragen' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Person eintragen' }));
    if (way) fireEvent.click(dialog.getByRole('radio', { name: way }));
    fireEvent.click(dialog.getByRole('button', { name: /^(Eintragen|Link schicken)$/ }));
    expect(dialog.getAllByText('Bitte füllen Sie dieses Feld aus.')).not.toHaveLength(0);
    fireEvent.change(dialog.getByLabelText(/^E-Mail-Adresse/), { target: { value: 'vera@x.example' } });
    return dialog;
  };
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const first = await enter();
  fireEvent.click(first.getByRole('button', { name: 'Eintragen' }));
  await closed();
  expect(await bodyOf('rpc/nemus_enter_person')).toEqual({ p_date: DATE, p_email: 'vera@x.example', p_way: 'place' });
  answer = { name: 'Vera Neu', status: 'confirmed', waitlist_position: null };
  const second = await enter(/^Kostenlos/);
  fireEvent.click(second.getByRole('button', { name: 'Eintragen' }));
  expect(pages.asked('rpc/nemus_enter_person')).toHaveLength(1);
  fireEvent.change(second.getByLabelText(/^Grund/), { target: { value: 'Referentin' } });
  fireEvent.click(second.getByRole('button', { name: 'Eintragen' }));
  await closed();
  expect(await bodyOf('rpc/nemus_enter_person')).toMatchObject({ p_way: 'free', p_reason: 'Referentin' });
  answer = { name: 'Vera Neu', status: null, waitlist_position: null };
  const third = await enter(/^Link/);
  fireEvent.click(third.getByRole('button', { name: 'Link schicken' }));
  await closed();
  expect(ports.toasts().map(({ title }) => title)).toEqual([
    'Vera Neu steht auf der Warteliste, Stelle 2',
    'Vera Neu hat den Platz',
    'Vera Neu bekommt den Link',
  ]);
});

it('sells the course to a person who calls, on an invoice to the address that is entered', async () => {
  const offer = {
    name: 'Vera Neu',
    title: 'Traumatherapie',
    amount_cents: 10_000,
    days: 14,
    is_full: true,
    address: null,
    open_cents: 5_000,
    is_overdue: true,
  };
  let refused = true;
  const { ports } = await open(list([], { has_begun: false }), {
    'rpc/nemus_course_on_invoice': () =>
      refused ? json(404, { code: 'PT404', hint: 'account_not_found', details: '{"field":"email"}' }) : offer,
    'rpc/nemus_enter_on_invoice': () => ({
      name: 'Vera Neu',
      status: 'confirmed',
      waitlist_position: null,
      order_id: 'o',
      number: 'NE-2026-000042',
      due_on: '2026-12-05',
    }),
    'functions/v1/send-date-letters': () => ({ sent: 0 }),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Person eintragen' }));
  fireEvent.click(await screen.findByRole('radio', { name: /^Auf Rechnung/ }));
  fireEvent.change(screen.getByLabelText(/^E-Mail-Adresse/), { target: { value: 'vera@x.example' } });
  fireEvent.click(screen.getByRole('button', { name: 'Weiter' }));
  expect(await screen.findByText('Dieses Konto wurde nicht gefunden.')).toBeVisible();
  refused = false;
  fireEvent.click(screen.getByRole('button', { name: 'Weiter' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Auf Rechnung eintragen' }));
  expect(dialog.getByText('Dieser Termin ist voll')).toBeVisible();
  expect(dialog.getByText(/^Schon offen: 50,00/)).toBeVisible();
  expect(dialog.getByText('per Überweisung innerhalb von 14 Tagen')).toBeVisible();
  const sell = dialog.getByRole('button', { name: /^Für 100,00\s€ eintragen$/ });
  fireEvent.click(sell);
  expect(dialog.getByText('Bitte geben Sie Straße und Hausnummer an.')).toBeVisible();
  expect(pages.asked('rpc/nemus_enter_on_invoice')).toHaveLength(0);
  for (const [label, value] of [
    ['Straße und Hausnummer', 'Gasse 1'],
    ['Postleitzahl', '04109'],
    ['Ort', 'Leipzig'],
  ] as const) {
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  }
  fireEvent.click(sell);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await bodyOf('rpc/nemus_enter_on_invoice')).toEqual({
    p_order: expect.stringMatching(/^[0-9a-f-]{36}$/),
    p_date: DATE,
    p_email: 'vera@x.example',
    p_shown_cents: 10_000,
    p_address: {
      recipient: 'Vera Neu',
      street: 'Gasse 1',
      extra_line: '',
      postal_code: '04109',
      city: 'Leipzig',
      country: 'DE',
    },
  });
  expect(ports.toasts().at(-1)).toMatchObject({
    title: 'Vera Neu hat den Platz',
    description: 'Rechnung NE-2026-000042, zahlbar bis 05.12.2026',
  });
});

it('says at the field that there is no such account, and offers nothing for free without the role', async () => {
  const hint = 'account_not_found';
  await open(
    list([], { has_begun: false }),
    { 'rpc/nemus_enter_person': () => json(404, { code: 'PT404', message: hint, hint, details: '{"field":"email"}' }) },
    ['teaching'],
  );
  fireEvent.click(screen.getByRole('button', { name: 'Person eintragen' }));
  expect(await screen.findAllByRole('radio')).toHaveLength(2);
  fireEvent.change(await screen.findByLabelText(/^E-Mail-Adresse/), { target: { value: 'weg@x.example' } });
  fireEvent.click(screen.getByRole('button', { name: 'Eintragen' }));
  expect(await screen.findByText('Dieses Konto wurde nicht gefunden.')).toBeVisible();
  expect(screen.getByLabelText(/^E-Mail-Adresse/)).toHaveAttribute('aria-invalid', 'true');
});

describe('a date in parts', () => {
  const part = (id: string, title: string, day: string) => ({
    id,
    title,
    starts_at: `2026-11-${day}T17:00:00+00:00`,
    ends_at: `2026-11-${day}T20:00:00+00:00`,
    units: 4,
  });
  const parts = [
    part('p1', 'Auftakt', '20'),
    part('p2', '', '21'),
    { ...part('p3', '', '22'), starts_at: '2099-11-22T17:00:00+00:00' },
  ];
  const anna = person('a', 'Anna Alt', {
    attendance: 'partial',
    attended_units: 4,
    part_marks: { p1: { attendance: 'present', units: 4 } },
    marks: 1,
    certificate: 'AAAA-BBBB-CCCC-DDDD',
  });
  const answer = () => list([anna], {}, { parts, parts_needed: 1 });

  it('records attendance of the latest part that has begun, and asks before a certificate is replaced', async () => {
    await open(answer(), { 'rpc/nemus_mark_attendance': answer });
    expect(screen.getByRole('combobox', { name: /^Teil des Termins/ })).toHaveValue('p2');
    expect(screen.getByLabelText('Anwesenheit von Anna Alt')).toHaveValue('');
    choose('Anna Alt', 'present');
    fireEvent.click(screen.getByRole('button', { name: /^Speichern/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Speichern und widerrufen' }));
    await waitFor(() => expect(pages.asked('rpc/nemus_mark_attendance')).toHaveLength(1));
    expect(await sent()).toMatchObject({
      p_part: 'p2',
      p_marks: [{ user_id: 'a', attendance: 'present', seen: 1 }],
    });
  });

  it('absence at a further part changes no units, so nothing is revoked', async () => {
    await open(answer(), { 'rpc/nemus_mark_attendance': answer });
    choose('Anna Alt', 'absent');
    fireEvent.click(screen.getByRole('button', { name: /^Speichern/ }));
    await waitFor(() => expect(pages.asked('rpc/nemus_mark_attendance')).toHaveLength(1));
    expect(await sent()).toMatchObject({ p_part: 'p2' });
  });

  it('shows another part, and that it has not begun', async () => {
    await open(answer());
    fireEvent.change(screen.getByRole('combobox', { name: /^Teil des Termins/ }), { target: { value: 'p1' } });
    expect(screen.getByLabelText('Anwesenheit von Anna Alt')).toHaveValue('present');
    fireEvent.change(screen.getByRole('combobox', { name: /^Teil des Termins/ }), { target: { value: 'p3' } });
    expect(await screen.findByText('Dieser Teil hat noch nicht begonnen.')).toBeVisible();
    expect(screen.queryByLabelText('Anwesenheit von Anna Alt')).toBeNull();
  });
});
