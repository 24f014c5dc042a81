/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';

const ID = '00000000-0000-4000-8000-00000000d001';
const COURSE = '00000000-0000-4000-8000-00000000c001';
const TEACHER = { id: '00000000-0000-4000-8000-00000000a001', name: 'Ada Berg', email: null, is_active: true };
const CONFLICT = {
  kind: 'room',
  name: 'Großer Saal',
  date_id: '00000000-0000-4000-8000-00000000d002',
  title: 'Ethik',
  starts_at: '2099-01-15T10:00:00+00:00',
  ends_at: '2099-01-15T12:00:00+00:00',
};

/** A date that is far away, 10:00 to 12:00 in Berlin's winter. */
const DATE = {
  id: ID,
  course_id: COURSE,
  course_title: 'Traumatherapie',
  series_id: ID,
  title: 'Traumatherapie, Teil 1',
  type: 'Seminar',
  format: 'Präsenz',
  location: 'Großer Saal',
  starts_at: '2099-01-15T09:00:00+00:00',
  ends_at: '2099-01-15T11:00:00+00:00',
  capacity: 2,
  taken: 2,
  waiting: 1,
  teachers: [{ id: TEACHER.id, name: TEACHER.name }],
  cancelled_at: null,
  is_draft: false,
  unticked: 0,
  conflicts: [CONFLICT],
};
const DETAILS = {
  ...DATE,
  description: '',
  units: 8,
  meeting_url: null,
  change_until: null,
  cancel_reason: null,
  sequence: 0,
  told: 3,
  following: { dates: 4, told: 5 },
};
const refused = (status: number, code: string, values: object) =>
  Response.json({ code: `PT${status}`, message: code, hint: code, details: JSON.stringify(values) }, { status });

const pages = pagesUnderTest(app);
const ANSWERS = {
  'rpc/nemus_teaching_dates': () => ({ total: 1, dates: [DATE] }),
  'rpc/nemus_teaching_seminars': () => [{ id: COURSE, title: 'Traumatherapie', units: 8, is_draft: false }],
  'rpc/nemus_teaching_date': () => DETAILS,
  'rpc/nemus_preview_dates': () => [
    {
      starts_at: DATE.starts_at,
      ends_at: DATE.ends_at,
      change_until: null,
      conflicts: DATE.conflicts,
      holidays: [{ day: '2099-01-15', name: 'Landestag', lands: ['SN', 'TH'] }],
    },
  ],
  'rpc/nemus_staff_rooms': () => [],
  nemus_teachers: () => [TEACHER],
};

it('lists dates with places, waiting list and conflicts', async () => {
  await pages.open('/academy/dates', ANSWERS);
  expect(await screen.findByText('15.01.2099, 10:00 – 12:00 Uhr')).toBeVisible();
  expect(screen.getByText('2 von 2 Plätzen belegt')).toBeVisible();
  expect(screen.getByText('1 auf der Warteliste')).toBeVisible();
  expect(screen.getByText('Konflikt')).toBeVisible();
});

it('saves the dates of the selection as a table, all of them', async () => {
  await pages.open('/academy/dates', {
    ...ANSWERS,
    'rpc/nemus_teaching_dates': (request) => {
      const { searchParams } = new URL(request.url);
      const [limit, offset] = ['p_limit', 'p_offset'].map((name) => Number(searchParams.get(name)));
      return {
        total: 501,
        dates: Array.from({ length: Math.min(limit ?? 0, 501 - (offset ?? 0)) }, (_, n) => ({
          ...DATE,
          id: `d${offset}-${n}`,
        })),
      };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'CSV herunterladen' }));
  await waitFor(() => expect(pages.saved()).toHaveLength(1));
  const lines = ((await pages.saved()[0]?.bytes())?.toString('utf8') ?? '').trim().split('\r\n');
  expect(lines).toHaveLength(502);
});

it('shows a month as a calendar, with conflicts in words', async () => {
  await pages.open('/academy/dates?ansicht=kalender&monat=2099-01', ANSWERS);
  expect(await screen.findByRole('heading', { name: 'Januar 2099' })).toBeVisible();
  expect(await screen.findByText(/1 Termin, davon 1 mit Konflikt/)).toBeVisible();
  expect(screen.getByText('Konflikt')).toBeVisible();
  expect(screen.getByRole('link', { name: DATE.title })).toHaveAttribute('href', `/academy/dates/${ID}`);
});

it('says that there are no dates, and links to the form', async () => {
  await pages.open('/academy/dates', { ...ANSWERS, 'rpc/nemus_teaching_dates': () => ({ total: 0, dates: [] }) });
  expect(await screen.findByText('Keine kommenden Termine')).toBeVisible();
});

it('lists past dates with attendance missing, marked, from the address', async () => {
  await pages.open('/academy/dates?zeit=offen', {
    ...ANSWERS,
    'rpc/nemus_teaching_dates': () => ({ total: 1, dates: [{ ...DATE, unticked: 3 }] }),
  });
  expect(await screen.findByText('Anwesenheit offen: 3 Personen')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Zeit' })).toHaveValue('offen');
  const [request] = pages.asked('rpc/nemus_teaching_dates');
  expect(new URL(request?.url ?? '').searchParams.get('p_state')).toBe('unticked');
});

it('says what is missing, shows conflicts before it saves, and a refusal at its field', async () => {
  let asked = 0;
  await pages.open(`/academy/dates/neu?kurs=${COURSE}`, {
    ...ANSWERS,
    'rpc/nemus_create_dates': () => {
      asked += 1;
      return refused(409, 'room_taken', { ...CONFLICT, field: 'location' });
    },
  });
  const save = await screen.findByRole('button', { name: 'Anlegen' });
  fireEvent.click(save);
  await waitFor(() => expect(screen.getByLabelText('Tag')).toHaveAccessibleDescription(/Bitte geben Sie den Tag an/));
  expect(asked).toBe(0);
  fireEvent.change(screen.getByLabelText('Tag'), { target: { value: '2099-01-15' } });
  fireEvent.change(screen.getByLabelText('Beginn'), { target: { value: '10:00' } });
  fireEvent.change(screen.getByLabelText('Ende'), { target: { value: '12:00' } });
  fireEvent.change(screen.getByLabelText('Ort'), { target: { value: 'Großer Saal' } });
  expect(await screen.findByText(/1 Termin, davon 1 mit Konflikt, 1 an einem Feiertag/)).toBeVisible();
  expect(screen.getByText('15.01.2099: Landestag, Feiertag in Sachsen, Thüringen')).toBeVisible();
  expect(screen.getByText(/„Großer Saal“ ist schon belegt: Ethik, 15.01.2099, 11:00 – 13:00 Uhr/)).toBeVisible();
  fireEvent.click(save);
  await waitFor(() => expect(screen.getByLabelText('Ort')).toHaveAccessibleDescription(/ist schon belegt: Ethik/));
});

it('says who will be told before it cancels, for one date and for the later ones', async () => {
  let cancelled = 0;
  await pages.open(`/academy/dates/${ID}`, {
    ...ANSWERS,
    'rpc/nemus_cancel_date': () => {
      cancelled += 1;
      return [ID];
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Absagen' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/3 Personen mit Platz oder auf der Warteliste/)).toBeVisible();
  fireEvent.click(within(dialog).getByRole('radio', { name: /alle folgenden der Serie \(4 Termine\)/ }));
  expect(within(dialog).getByText(/5 Personen mit Platz/)).toBeVisible();
  fireEvent.change(within(dialog).getByLabelText('Grund'), { target: { value: 'Krank' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Absagen' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(cancelled).toBe(1);
});

it('moves a date, and shows why it cannot be', async () => {
  await pages.open(`/academy/dates/${ID}`, {
    ...ANSWERS,
    'rpc/nemus_move_date': () => refused(400, 'date_in_the_past', { field: 'day' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Verschieben' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByLabelText('Tag')).toHaveValue('15.01.2099');
  expect(within(dialog).getByLabelText('Beginn')).toHaveValue('10:00');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Verschieben' }));
  await waitFor(() =>
    expect(within(dialog).getByLabelText('Tag')).toHaveAccessibleDescription(/nicht in der Vergangenheit/),
  );
});

it('previews the new times of later dates before it moves them', async () => {
  const asked: unknown[] = [];
  await pages.open(`/academy/dates/${ID}`, {
    ...ANSWERS,
    'rpc/nemus_preview_move': async (request) => {
      const body: unknown = await request.clone().json();
      asked.push(body);
      const both = JSON.stringify(body).includes('"p_following":true');
      return [
        {
          date_id: ID,
          earlier_start: '2099-01-15T09:00:00Z',
          starts_at: '2099-01-16T09:00:00Z',
          ends_at: '2099-01-16T11:00:00Z',
          change_until: null,
          conflicts: [],
        },
        {
          date_id: 'next',
          earlier_start: '2099-01-22T09:00:00Z',
          starts_at: '2099-01-23T09:00:00Z',
          ends_at: '2099-01-23T11:00:00Z',
          change_until: null,
          conflicts: [],
        },
      ].slice(0, both ? 2 : 1);
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Verschieben' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Tag'), { target: { value: '2099-01-16' } });
  const days = async () =>
    within(await dialog.findByRole('list', { name: 'Termine, die sich verschieben' })).getAllByRole('listitem');
  await waitFor(async () => expect(await days()).toHaveLength(1));
  fireEvent.click(dialog.getByRole('radio', { name: /alle folgenden der Serie/ }));
  await waitFor(async () => expect(await days()).toHaveLength(2));
  const [, second] = await days();
  expect(second).toHaveTextContent('Freitag, 23. Januar 2099, 10:00 – 12:00 Uhr');
  expect(second).toHaveTextContent('bisher Donnerstag, 22. Januar 2099');
  expect(asked.at(-1)).toEqual({
    p_date: ID,
    p_times: { day: '2099-01-16', starts: '10:00', ends: '12:00' },
    p_following: true,
  });
});

it('keeps the length of a date of several days when moving it', async () => {
  await pages.open(`/academy/dates/${ID}`, {
    ...ANSWERS,
    'rpc/nemus_teaching_date': () => ({ ...DETAILS, ends_at: '2099-01-17T11:00:00Z' }),
    'rpc/nemus_preview_move': () => [],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Verschieben' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Tag'), { target: { value: '2099-02-28' } });
  expect(dialog.getByLabelText(/^Letzter Tag/)).toHaveValue('02.03.2099');
  expect(await dialog.findByText('Diese Zeiten gelten schon.')).toBeVisible();
});

it('adds a teacher, with a refusal at the field', async () => {
  await pages.open('/academy/dates/lehrende', {
    ...ANSWERS,
    'rpc/nemus_save_teacher': () => refused(409, 'teacher_email_taken', { field: 'email', name: 'Ada Berg' }),
  });
  expect(await screen.findByText('Ada Berg')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Person eintragen' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Ben Clar' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Speichern' }));
  await waitFor(() =>
    expect(within(dialog).getByLabelText(/E-Mail/)).toHaveAccessibleDescription(/schon bei Ada Berg eingetragen/),
  );
});

it('searches teachers when there are many, and keeps the chosen one', async () => {
  const many = Array.from({ length: 12 }, (_, n) => ({
    id: `t${n}`,
    name: `Person ${n}`,
    email: null,
    is_active: true,
  }));
  await pages.open('/academy/dates/neu', { ...ANSWERS, nemus_teachers: () => many });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Person 3' }));
  fireEvent.change(screen.getByLabelText('Lehrende suchen'), { target: { value: 'Person 11' } });
  expect(screen.getAllByRole('checkbox', { name: /^Person/ }).map((box) => box.closest('li')?.textContent)).toEqual([
    'Person 3',
    'Person 11',
  ]);
});

describe('a date in parts', () => {
  const part = (id: string, title: string, day: string) => ({
    id,
    title,
    starts_at: `2099-01-${day}T17:00:00+00:00`,
    ends_at: `2099-01-${day}T20:00:00+00:00`,
    units: 4,
  });
  const IN_PARTS = {
    ...DETAILS,
    series_id: null,
    following: null,
    parts: [part(ID, 'Auftakt', '15'), part('p2', '', '22')],
    parts_needed: 1,
  };

  it('is planned with its parts, after each of them is complete', async () => {
    await pages.open(`/academy/dates/neu?kurs=${COURSE}`, { ...ANSWERS, 'rpc/nemus_create_dates': () => [ID] });
    fireEvent.click(await screen.findByRole('checkbox', { name: /^In mehreren Teilen/ }));
    const second = within(screen.getByRole('group', { name: 'Teil 2' }));
    fireEvent.click(screen.getByRole('button', { name: 'Anlegen' }));
    await waitFor(() =>
      expect(second.getByLabelText('Tag')).toHaveAccessibleDescription('Bitte geben Sie den Tag an (Teil 2).'),
    );
    for (const [place, day] of ['2099-01-15', '2099-01-22'].entries()) {
      const fields = within(screen.getByRole('group', { name: `Teil ${place + 1}` }));
      fireEvent.change(fields.getByLabelText('Tag'), { target: { value: day } });
      fireEvent.change(fields.getByLabelText('Beginn'), { target: { value: '18:00' } });
      fireEvent.change(fields.getByLabelText('Ende'), { target: { value: '21:00' } });
      fireEvent.change(fields.getByLabelText('UE'), { target: { value: '4' } });
    }
    fireEvent.change(screen.getByLabelText(/^Nötige Teile/), { target: { value: '1' } });
    fireEvent.change(screen.getByLabelText('Ort'), { target: { value: 'Großer Saal' } });
    fireEvent.click(screen.getByRole('button', { name: 'Anlegen' }));
    await waitFor(() => expect(pages.asked('rpc/nemus_create_dates')).toHaveLength(1));
    const [request] = pages.asked('rpc/nemus_create_dates');
    expect(await request?.clone().json()).toMatchObject({
      p_plan: {
        series: null,
        parts_needed: 1,
        parts: [
          { day: '2099-01-15', starts: '18:00', ends: '21:00', units: 4 },
          { day: '2099-01-22', starts: '18:00', ends: '21:00', units: 4 },
        ],
      },
    });
  });

  it('gives new parts the hours of the first, until they differ', async () => {
    await pages.open(`/academy/dates/neu?kurs=${COURSE}`, ANSWERS);
    fireEvent.click(await screen.findByRole('checkbox', { name: /^In mehreren Teilen/ }));
    const part = (place: number) => within(screen.getByRole('group', { name: `Teil ${place}` }));
    fireEvent.click(screen.getByRole('button', { name: 'Teil hinzufügen' }));
    fireEvent.change(part(1).getByLabelText('Beginn'), { target: { value: '18:00' } });
    expect(part(3).getByLabelText('Beginn')).toHaveValue('18:00');
    fireEvent.change(part(3).getByLabelText('Beginn'), { target: { value: '19:00' } });
    fireEvent.change(part(1).getByLabelText('Beginn'), { target: { value: '17:00' } });
    expect(part(2).getByLabelText('Beginn')).toHaveValue('17:00');
    expect(part(3).getByLabelText('Beginn')).toHaveValue('19:00');
  });

  it('has its parts on its page, and they are changed there instead of moved', async () => {
    await pages.open(`/academy/dates/${ID}`, { ...ANSWERS, 'rpc/nemus_teaching_date': () => IN_PARTS });
    expect(await screen.findByText('Teil 1: Auftakt, 15.01.2099, 18:00 – 21:00 Uhr, 4 UE')).toBeVisible();
    expect(screen.getByText('Für die Bescheinigung sind 1 nötig.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Verschieben' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Teile ändern' })).toHaveAttribute('href', `/academy/dates/${ID}/teile`);
  });

  it('is cancelled after it has begun, with a word about the parts that were attended', async () => {
    const begun = { ...IN_PARTS, starts_at: '2026-01-15T17:00:00+00:00', ends_at: '2099-01-22T20:00:00+00:00' };
    await pages.open(`/academy/dates/${ID}`, {
      ...ANSWERS,
      'rpc/nemus_teaching_date': () => begun,
      'rpc/nemus_cancel_date': () => refused(409, 'attendance_open', {}),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Absagen' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Termin absagen' }));
    expect(dialog.getByText(/besuchte Teile zählen weiter/)).toBeVisible();
    fireEvent.change(dialog.getByLabelText('Grund'), { target: { value: 'Krank' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Absagen' }));
    expect(await dialog.findByText(/^Bitte tragen Sie zuerst die Anwesenheit der Teile ein/)).toBeVisible();
  });

  it('adds a part, removes one and says why it cannot be saved', async () => {
    const answers = [
      () => refused(400, 'parts_overlap', { starts_at: '2099-01-22T17:00:00+00:00' }),
      () => Response.json(true),
    ];
    await pages.open(`/academy/dates/${ID}/teile`, {
      ...ANSWERS,
      'rpc/nemus_teaching_date': () => IN_PARTS,
      'rpc/nemus_plan_parts': () => answers.shift()?.(),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Teil 2 entfernen' }));
    fireEvent.click(screen.getByRole('button', { name: 'Teil hinzufügen' }));
    const added = within(screen.getByRole('group', { name: 'Teil 2' }));
    fireEvent.change(added.getByLabelText('Tag'), { target: { value: '2099-01-29' } });
    fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
    expect(await screen.findByText('Zwei Teile finden zur selben Zeit statt.')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
    await waitFor(() => expect(pages.asked('rpc/nemus_plan_parts')).toHaveLength(2));
    const [request] = pages.asked('rpc/nemus_plan_parts');
    expect(await request?.clone().json()).toMatchObject({
      p_date: ID,
      p_parts: [
        { id: ID, day: '2099-01-15', starts: '18:00', title: 'Auftakt', units: 4 },
        { day: '2099-01-29', starts: '18:00', ends: '21:00', units: 4 },
      ],
      p_needed: 1,
    });
  });
});
