import { randomUUID } from 'node:crypto';
import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { addSeminar } from '../scenes/courses';
import { CANCEL_DATE, changeDates, CREATE_DATES, createDates, planDate } from '../scenes/date-plans';
import { dayFrom } from '../scenes/days';
import { enrol } from '../scenes/enrolments';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { givePlace } from '../scenes/places';
import { one, text } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';
import { ACCEPT_INVITATION, invite } from '../scenes/trainees';

const CHANGE_DATE = 'select nemus_change_date($1::text::uuid, $2::text::jsonb, $3::text::boolean)::text[] as ids';
const MOVE_DATE = 'select nemus_move_date($1::text::uuid, $2::text::jsonb, $3::text::boolean)::text[] as ids';
const PREVIEW_MOVE = 'select nemus_preview_move($1::text::uuid, $2::text::jsonb, $3::text::boolean) as dates';
const SAVE_TEACHER = 'select nemus_save_teacher($2, $3, $4::text::boolean, $1::text::uuid)::text as id';

const LOCAL = `select to_char(starts_at at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI') as start
  from nemus_appointments where id = any ($1::text::uuid[]) order by starts_at`;
const LETTERS = `select user_id::text as user, kind, details from private.nemus_date_letters
  where appointment_id = $1::text::uuid and sent_at is null order by created_at, user_id`;

export function datePlanningCases(database: () => TestDatabase): void {
  let planner: string;
  let course: string;
  // Dates of other tests are elsewhere.
  let hall: string;
  beforeEach(async () => {
    hall = `Saal ${randomUUID()}`;
    [planner, course] = [await hireStaff(database(), ['teaching']), await addSeminar(database())];
  });
  const create = (changes: Readonly<Record<string, unknown>> = {}) =>
    createDates(database(), planner, planDate(course, changes));
  const refused = (statement: string, ...parameters: readonly unknown[]) =>
    refusal(
      database(),
      signedIn(planner),
      statement,
      parameters.map((value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)),
    );
  const teacher = async (name: string, active = true) =>
    text(await ask(database(), signedIn(planner), SAVE_TEACHER, [null, name, null, String(active)]), 'id');
  const localStarts = async (dates: readonly string[]) =>
    (await database().query(LOCAL, [`{${dates.join(',')}}`])).map(({ start }) => start);
  const rowOf = async (date: string) =>
    one(
      await database().query(
        `select instructor, location, sequence, participants_taken, cancelled_at is not null as cancelled,
           to_char(starts_at at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI') as start
         from nemus_appointments where id = $1::text::uuid`,
        [date],
      ),
    );

  it('is for those who plan alone', async () => {
    const stranger = signedIn(await signUp(database()));
    const [date = ''] = await create();
    const attempts: readonly [string, readonly unknown[]][] = [
      [CREATE_DATES, [JSON.stringify(planDate(course))]],
      [CHANGE_DATE, [date, JSON.stringify(planDate(course)), 'false']],
      [MOVE_DATE, [date, JSON.stringify({ day: dayFrom(9), starts: '10:00', ends: '12:00' }), 'false']],
      [CANCEL_DATE, [date, 'Krank', 'false']],
      [SAVE_TEACHER, [null, 'Ada', null, 'true']],
      ['select nemus_preview_dates($1::text::jsonb)', [JSON.stringify(planDate(course))]],
      ['select nemus_teaching_dates()', []],
      ['select nemus_teaching_date($1::text::uuid)', [date]],
      ['select nemus_teaching_seminars()', []],
    ];
    for (const [statement, parameters] of attempts) {
      expect(await refusal(database(), stranger, statement, parameters)).toMatchObject({ hint: 'staff_required' });
    }
    expect(await ask(database(), stranger, 'select id from nemus_teachers')).toEqual([]);
  });

  it('makes a series at the same local hour over both changes of the clocks, and writes down who made it', async () => {
    const series = { weeks: 1, count: 52 };
    const dates = await create({ starts: '10:30', series });
    const starts = await localStarts(dates);
    expect(starts).toHaveLength(52);
    expect(new Set(starts.map((start) => String(start).slice(11)))).toEqual(new Set(['10:30']));
    const hours = await database().query(
      `select distinct extract(hour from starts_at at time zone 'UTC')::int as hour from nemus_appointments
       where id = any ($1::text::uuid[]) order by 1`,
      [`{${dates.join(',')}}`],
    );
    expect(hours).toEqual([{ hour: 8 }, { hour: 9 }]);
    expect(
      await database().query(
        `select count(*)::int as n from private.nemus_audit_log
         where subject = 'appointments' and action = 'insert' and actor_id = $1::text::uuid`,
        [planner],
      ),
    ).toEqual([{ n: 52 }]);
    expect(await localStarts(await create({ series: { weeks: 2, until: dayFrom(59) } }))).toHaveLength(3);
  });

  it('makes all dates of a series or none', async () => {
    const [taken = ''] = await create({ location: `Großer ${hall}`, day: dayFrom(44), starts: '11:00', ends: '13:00' });
    const series = { weeks: 1, count: 4 };
    const refusedSeries = await refused(
      CREATE_DATES,
      planDate(course, { location: ` großer  ${hall.toLowerCase()} `, series }),
    );
    expect(refusedSeries).toMatchObject({
      hint: 'room_taken',
      values: { field: 'location', date_id: taken, name: `Großer ${hall}` },
    });
    const rows = await database().query('select 1 from nemus_appointments where course_id = $1::text::uuid', [course]);
    expect(rows).toHaveLength(1);
  });

  it('gives no room and no person to two dates at the same time; one after the other is fine', async () => {
    const [ada, ben] = [await teacher('Ada Berg'), await teacher('Ben Clar')];
    const [first = ''] = await create({ location: hall, teacher_ids: [ben, ada] });
    expect(await rowOf(first)).toMatchObject({ instructor: 'Ada Berg, Ben Clar' });
    expect(
      await refused(CREATE_DATES, planDate(course, { location: hall.toUpperCase(), starts: '11:59', ends: '12:30' })),
    ).toMatchObject({
      hint: 'room_taken',
    });
    expect(await refused(CREATE_DATES, planDate(course, { teacher_ids: [ada] }))).toMatchObject({
      hint: 'teacher_busy',
      values: { field: 'teacher_ids', name: 'Ada Berg', title: 'Traumatherapie', date_id: first },
    });
    await create({ location: hall, teacher_ids: [ada], starts: '12:00', ends: '14:00' });
    // A cancelled date has no room and no teacher; an online date has no room.
    await ask(database(), signedIn(planner), CANCEL_DATE, [first, 'Krank', 'false']);
    await create({ location: hall, teacher_ids: [ada] });
    await create({ format: 'Online', location: hall, meeting_url: 'https://meet.example/a' });
  });

  it.each([
    ['date_in_the_past', 'day', { day: dayFrom(-1) }],
    ['date_too_late', 'day', { day: dayFrom(1200) }],
    ['date_invalid', 'day', { day: '2027-02-30' }],
    ['date_invalid', 'day', { day: null }],
    ['date_invalid', 'day', { day: 'infinity' }],
    // Year 26: typed with two digits.
    ['date_invalid', 'day', { day: '0026-02-01' }],
    ['date_invalid', 'ends_day', { ends_day: '0026-02-01' }],
    ['date_invalid', 'change_until', { change_until: '0026-02-01T10:00' }],
    ['date_invalid', 'starts', { starts: 'zehn' }],
    ['date_end_before_start', 'ends', { ends: '09:00' }],
    ['date_end_before_start', 'ends', { ends: '10:00' }],
    ['date_too_long', 'ends', { ends_day: dayFrom(60) }],
    ['change_until_after_start', 'change_until', { change_until: `${dayFrom(30)}T10:01` }],
    ['change_until_in_the_past', 'change_until', { change_until: `${dayFrom(-2)}T10:00` }],
    ['location_missing', 'location', { location: '  ' }],
    ['meeting_link_invalid', 'meeting_url', { format: 'Online' }],
    ['meeting_link_invalid', 'meeting_url', { format: 'Blended', meeting_url: 'javascript:alert(1)' }],
    ['capacity_invalid', 'capacity', { capacity: 0 }],
    ['capacity_invalid', 'capacity', { capacity: 1001 }],
    ['date_invalid', 'capacity', { capacity: 'viele' }],
    ['date_invalid', 'type', { type: 'Feier' }],
    ['date_invalid', 'title', { title: 'x'.repeat(201) }],
    ['series_too_long', 'count', { series: { weeks: 1, count: 53 } }],
    ['series_invalid', 'weeks', { series: { weeks: 0, count: 3 } }],
    ['series_invalid', 'count', { series: { weeks: 1 } }],
    ['series_invalid', 'until', { series: { weeks: 1, until: dayFrom(29) } }],
    ['teacher_not_found', 'teacher_ids', { teacher_ids: [randomUUID()] }],
    ['date_invalid', 'teacher_ids', { teacher_ids: ['Ada'] }],
    ['course_not_found', 'course_id', { course_id: randomUUID() }],
  ])('refuses with %s beside %s', async (hint, field, changes) => {
    expect(await refused(CREATE_DATES, planDate(course, changes))).toMatchObject({ hint, values: { field } });
    expect(
      await database().query('select 1 from nemus_appointments where course_id = $1::text::uuid', [course]),
    ).toEqual([]);
  });

  it('plans for a draft, but for no retired seminar and for none without dates', async () => {
    const set = (sql: string) =>
      database().query(`update nemus_courses set ${sql} where id = $1::text::uuid`, [course]);
    await set('is_active = false');
    expect(await refused(CREATE_DATES, planDate(course))).toMatchObject({ hint: 'seminar_retired' });
    await set('has_dates = false');
    expect(await refused(CREATE_DATES, planDate(course))).toMatchObject({ hint: 'seminar_without_dates' });
    const draft = text(
      await database().query(
        `insert into nemus_courses (title, competency, duration_hours, difficulty, price_euros, credit_cost, has_dates,
           is_active) values ('Entwurf', 'fachliche_kompetenz', 8, 'Anfänger', 100, 50, true, false) returning id::text`,
      ),
      'id',
    );
    expect(await createDates(database(), planner, planDate(draft))).toHaveLength(1);
    const open = await ask(database(), signedIn(planner), 'select nemus_seminar_dates($1::text::uuid) as dates', [
      draft,
    ]);
    expect(open).toEqual([{ dates: [] }]);
  });

  it('shows before it saves which days a series makes and what they collide with', async () => {
    await create({ location: hall, day: dayFrom(37) });
    const [answer] = await ask(database(), signedIn(planner), 'select nemus_preview_dates($1::text::jsonb) as days', [
      JSON.stringify(planDate(course, { location: hall, series: { weeks: 1, count: 3 } })),
    ]);
    expect(answer?.days).toMatchObject([
      { conflicts: [] },
      { conflicts: [{ kind: 'room', name: hall }] },
      { conflicts: [] },
    ]);
  });

  it('shows the public holidays of planned and moved days, also of a single Land, and refuses none', async () => {
    const year = new Date().getFullYear() + 1;
    const plan = { day: `${year}-10-02`, ends_day: `${year}-10-03` };
    const unity = [{ day: `${year}-10-03`, name: 'Tag der Deutschen Einheit', lands: null }];
    const [answer] = await ask(database(), signedIn(planner), 'select nemus_preview_dates($1::text::jsonb) as days', [
      JSON.stringify(planDate(course, plan)),
    ]);
    expect(answer?.days).toMatchObject([{ conflicts: [], holidays: unity }]);
    const [date = ''] = await create(plan);
    const moved = async (day: string) =>
      one(
        await ask(database(), signedIn(planner), PREVIEW_MOVE, [
          date,
          JSON.stringify({ day, starts: '22:00', ends: '23:30' }),
          'false',
        ]),
      ).dates;
    expect(await moved(`${year}-09-20`)).toMatchObject([
      { holidays: [{ day: `${year}-09-20`, name: 'Weltkindertag', lands: ['TH'] }] },
    ]);
    expect(await moved(`${year}-09-21`)).toMatchObject([{ holidays: [] }]);
  });

  it('knows the movable holidays of each year', async () => {
    const days = await database().query(
      `select y, string_agg(h.day::text, ' ' order by h.day) as days from generate_series(2024, 2028) y, private.nemus_holidays(y) h
       where h.name in ('Ostersonntag', 'Christi Himmelfahrt', 'Fronleichnam', 'Buß- und Bettag') group by y order by y`,
    );
    // From published calendars.
    expect(days.map(({ days: of }) => of)).toEqual([
      '2024-03-31 2024-05-09 2024-05-30 2024-11-20',
      '2025-04-20 2025-05-29 2025-06-19 2025-11-19',
      '2026-04-05 2026-05-14 2026-06-04 2026-11-18',
      '2027-03-28 2027-05-06 2027-05-27 2027-11-17',
      '2028-04-16 2028-05-25 2028-06-15 2028-11-22',
    ]);
  });

  async function fill(date: string, count: number): Promise<readonly string[]> {
    const people: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const person = await signUp(database());
      await enrol(database(), person, course);
      await givePlace(database(), person, date);
      people.push(person);
    }
    return people;
  }

  it('gives larger capacity to those who wait in their order, and never less than there are places taken', async () => {
    const [date = ''] = await create({ location: hall, capacity: 1 });
    const [, second = '', third = '', fourth = ''] = await fill(date, 4);
    const change = (capacity: number) => planDate(course, { location: hall, capacity });
    await ask(database(), signedIn(planner), CHANGE_DATE, [date, JSON.stringify(change(3)), 'false']);
    const own = 'select status, waitlist_position as place from nemus_my_appointments';
    expect(await ask(database(), signedIn(fourth), own)).toEqual([{ status: 'waitlist', place: 1 }]);
    expect(await ask(database(), signedIn(third), own)).toEqual([{ status: 'confirmed', place: null }]);
    expect((await database().query(LETTERS, [date])).map(({ user, kind }) => [user, kind]).toSorted()).toEqual(
      [
        [second, 'promoted'],
        [third, 'promoted'],
      ].toSorted(),
    );
    expect(await refused(CHANGE_DATE, date, change(2), 'false')).toMatchObject({
      hint: 'capacity_below_places',
      values: { field: 'capacity', taken: 3 },
    });
  });

  it('moves this date and what follows of its series, over its own old days, and tells who has a place or waits', async () => {
    const dates = await create({
      location: hall,
      series: { weeks: 1, count: 4 },
      change_until: `${dayFrom(28)}T20:00`,
    });
    const [first = '', second = '', third = ''] = dates;
    const people = await fill(second, 3);
    const times = { day: dayFrom(44), starts: '09:00', ends: '12:00' };
    const moved = await changeDates(database(), planner, MOVE_DATE, [second, JSON.stringify(times), 'true']);
    expect(moved).toEqual(dates.slice(1));
    expect((await rowOf(first)).start).toBe(`${dayFrom(30)} 10:00`);
    expect(await rowOf(second)).toMatchObject({ start: `${dayFrom(44)} 09:00`, sequence: 1 });
    expect((await rowOf(third)).start).toBe(`${dayFrom(51)} 09:00`);
    const letters = await database().query(LETTERS, [second]);
    expect(letters.map(({ user }) => user)).toEqual(expect.arrayContaining([...people]));
    expect(letters).toMatchObject(
      people.map(() => ({ kind: 'moved', details: { earlier_start: expect.any(String) } })),
    );
    const again = await changeDates(database(), planner, MOVE_DATE, [second, JSON.stringify(times), 'true']);
    expect(again).toEqual([]);
  });

  it('lets people leave a date that was moved after its deadline', async () => {
    const [date = ''] = await create({ location: hall });
    const [person = ''] = await fill(date, 1);
    await database().query(
      `update nemus_appointments set change_until = now() - interval '1 day' where id = $1::text::uuid`,
      [date],
    );
    const leave = () =>
      refusal(database(), signedIn(person), 'select nemus_cancel_appointment($1::text::uuid)', [date]);
    expect((await leave())?.code).toBe('PT409');
    const times = { day: dayFrom(30), starts: '14:00', ends: '17:00' };
    await changeDates(database(), planner, MOVE_DATE, [date, JSON.stringify(times), 'false']);
    expect(await leave()).toBeNull();
  });

  it('lets people leave a date whose place was changed after its deadline, but not one with another link', async () => {
    const online = { format: 'Blended', meeting_url: 'https://meet.example/a' };
    const [date = ''] = await create({ location: hall, ...online });
    const [person = ''] = await fill(date, 1);
    const [passed] = await database().query(
      `update nemus_appointments set change_until = date_trunc('minute', now()) - interval '1 day'
       where id = $1::text::uuid returning to_char(change_until at time zone 'Europe/Berlin', 'YYYY-MM-DD"T"HH24:MI') as until`,
      [date],
    );
    const change = (changes: object) =>
      changeDates(database(), planner, CHANGE_DATE, [
        date,
        JSON.stringify(planDate(course, { ...online, change_until: passed?.until, ...changes })),
        'false',
      ]);
    const leave = () =>
      refusal(database(), signedIn(person), 'select nemus_cancel_appointment($1::text::uuid)', [date]);
    await change({ location: hall, meeting_url: 'https://meet.example/b' });
    expect((await leave())?.hint).toBe('place_fixed');
    await change({ location: `${hall} in einer anderen Stadt` });
    expect(await leave()).toBeNull();
  });

  it('shows before it moves where each date comes to stand, and what it collides with there', async () => {
    const dates = await create({ location: hall, series: { weeks: 1, count: 3 } });
    const [first = '', second = ''] = dates;
    // The place of the third one.
    const [other = ''] = await create({ location: hall, day: dayFrom(51) });
    const times = { day: dayFrom(44), starts: '11:00', ends: '13:00' };
    const preview = async (date: string, following: boolean, moved: object = times) =>
      one(await ask(database(), signedIn(planner), PREVIEW_MOVE, [date, JSON.stringify(moved), String(following)]))
        .dates;
    // Not with its own old days, and not with what moves along.
    expect(await preview(second, true)).toMatchObject([
      { date_id: second, conflicts: [] },
      { date_id: dates[2], conflicts: [{ kind: 'room', name: hall, date_id: other }] },
    ]);
    expect(await preview(second, false)).toMatchObject([{ conflicts: [{ kind: 'room', date_id: dates[2] }] }]);
    // All at their new hours would be in the room for longer than a week each.
    const long = { day: dayFrom(60), starts: '10:00', ends: '10:00', ends_day: dayFrom(68) };
    expect(await preview(first, true, long)).toMatchObject([
      { conflicts: [{ kind: 'room', date_id: second }] },
      { conflicts: [{ date_id: first }, { date_id: dates[2] }] },
      { conflicts: [{ date_id: second }] },
    ]);
    const unmoved = { day: dayFrom(30), starts: '10:00', ends: '12:00' };
    expect(await preview(first, true, unmoved)).toEqual([]);
    expect(await rowOf(second)).toMatchObject({ start: `${dayFrom(37)} 10:00`, sequence: 0 });
    expect(await refused(PREVIEW_MOVE, second, { ...times, day: dayFrom(-3) }, 'false')).toMatchObject({
      hint: 'date_in_the_past',
    });
    expect(await refused(PREVIEW_MOVE, randomUUID(), times, 'false')).toMatchObject({ hint: 'appointment_not_found' });
    const stranger = signedIn(await signUp(database()));
    expect(await refusal(database(), stranger, PREVIEW_MOVE, [second, JSON.stringify(times), 'false'])).toMatchObject({
      hint: 'staff_required',
    });
  });

  it('refuses a move onto a room that is taken, and leaves all of it as it was', async () => {
    const [date = ''] = await create({ location: hall });
    await create({ location: hall, day: dayFrom(31) });
    const times = { day: dayFrom(31), starts: '11:00', ends: '13:00' };
    expect(await refused(MOVE_DATE, date, times, 'false')).toMatchObject({ hint: 'room_taken' });
    expect(await rowOf(date)).toMatchObject({ start: `${dayFrom(30)} 10:00`, sequence: 0 });
    expect(await refused(MOVE_DATE, date, { ...times, day: dayFrom(-3) }, 'false')).toMatchObject({
      hint: 'date_in_the_past',
    });
  });

  it('tells another room like a move', async () => {
    const [date = ''] = await create({ location: hall });
    const [person = ''] = await fill(date, 1);
    await ask(database(), signedIn(planner), CHANGE_DATE, [
      date,
      JSON.stringify(planDate(course, { location: 'Keller' })),
      'false',
    ]);
    expect(await rowOf(date)).toMatchObject({ location: 'Keller', sequence: 1 });
    expect(await database().query(LETTERS, [date])).toEqual([
      { user: person, kind: 'moved', details: { earlier_location: hall } },
    ]);
  });

  it('cancels with a reason, takes places and waiting list, and tells all of them once', async () => {
    const [date = '', next = ''] = await create({ capacity: 1, series: { weeks: 1, count: 2 } });
    const people = await fill(date, 2);
    expect(await refused(CANCEL_DATE, date, '  ', 'true')).toMatchObject({ hint: 'reason_missing' });
    expect(await refused(CANCEL_DATE, date, 'x'.repeat(1001), 'true')).toMatchObject({ hint: 'reason_too_long' });
    expect(await changeDates(database(), planner, CANCEL_DATE, [date, ' Krank ', 'true'])).toEqual([date, next]);
    expect(await rowOf(date)).toMatchObject({ cancelled: true, participants_taken: 0, sequence: 1 });
    expect(
      await database().query(
        'select distinct status, waitlist_position from nemus_appointment_participations where appointment_id = $1::text::uuid',
        [date],
      ),
    ).toEqual([{ status: 'cancelled', waitlist_position: null }]);
    const letters = await database().query(LETTERS, [date]);
    expect(letters.map(({ user }) => user)).toEqual(expect.arrayContaining([...people]));
    expect(letters).toMatchObject([
      { kind: 'cancelled', details: { reason: 'Krank' } },
      { kind: 'cancelled', details: { reason: 'Krank' } },
    ]);
    // The list stays, so that staff sees whom to call.
    await database().query(`update nemus_personal_data set phone = '0221 1' where user_id = $1::text::uuid`, [
      people[0],
    ]);
    const participants = async () => {
      const { list } = one(
        await ask(database(), signedIn(planner), 'select nemus_date_participants($1::text::uuid) as list', [date]),
      );
      return (list as { participants: readonly object[] }).participants;
    };
    expect(await participants()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ user_id: people[0], lost: 'place', phone: '0221 1' }),
        expect.objectContaining({ user_id: people[1], lost: 'waiting', phone: null }),
      ]),
    );
    // Telephone numbers for two weeks after the date.
    await database().query(
      `update nemus_appointments set starts_at = now() - interval '15 days', ends_at = now() - interval '14 days 1 hour', change_until = null
       where id = $1::text::uuid`,
      [date],
    );
    const later = one(
      await ask(database(), signedIn(planner), 'select nemus_date_participants($1::text::uuid) as list', [date]),
    ).list;
    expect(JSON.stringify(later)).toContain(people[0]);
    expect(JSON.stringify(later)).not.toContain('0221 1');
    // A second click; and a cancelled date stays cancelled.
    expect(await changeDates(database(), planner, CANCEL_DATE, [date, 'Krank', 'false'])).toEqual([]);
    expect(await refused(CHANGE_DATE, date, planDate(course), 'false')).toMatchObject({
      hint: 'date_unchangeable',
      values: { of: 'cancelled' },
    });
  });

  it.each([
    ['tells the institution that booked, with the names of its people', true],
    ['tells no institution that wants no mails', false],
  ])('%s', async (_words, wanted) => {
    const [date = ''] = await create();
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 200);
    const account = await signUp(database(), { first: 'Nora' });
    const { token, trainee } = await invite(database(), institution, `${account}@nemus.example`);
    await ask(database(), signedIn(account), ACCEPT_INVITATION, [token]);
    const book = 'select id from nemus_book_course($1::text::uuid, $2::text::uuid[], $3::text::date)';
    await ask(database(), signedIn(institution), book, [course, `{${trainee}}`, dayFrom(10)]);
    await givePlace(database(), account, date);
    // An account without a link is not affected.
    await fill(date, 1);
    await database().query(
      'update nemus_institution_settings set email_notifications = $2::text::boolean where institution_id = $1::text::uuid',
      [institution, String(wanted)],
    );
    await ask(database(), signedIn(planner), CANCEL_DATE, [date, 'Krank', 'false']);
    const told = (await database().query(LETTERS, [date])).filter(({ user }) => user === institution);
    expect(told).toEqual(
      wanted
        ? [
            {
              user: institution,
              kind: 'cancelled',
              details: { reason: 'Krank', people: [expect.stringContaining('Nora')] },
            },
          ]
        : [],
    );
  });

  it('leaves alone what has begun', async () => {
    const [date = ''] = await create();
    await database().query(
      `update nemus_appointments set starts_at = now() - interval '1 minute', ends_at = now() + interval '1 hour'
       where id = $1::text::uuid`,
      [date],
    );
    for (const [statement, ...rest] of [
      [CHANGE_DATE, planDate(course), 'false'],
      [MOVE_DATE, { day: dayFrom(9), starts: '10:00', ends: '12:00' }, 'false'],
      [CANCEL_DATE, 'Krank', 'false'],
    ] as const) {
      expect(await refused(statement, date, ...rest)).toMatchObject({
        hint: 'date_unchangeable',
        values: { of: 'over' },
      });
    }
  });

  it('renames who teaches on dates to come, and gives inactive people no new ones', async () => {
    const ada = await teacher(`Ada ${randomUUID()}`);
    const [date = ''] = await create({ teacher_ids: [ada] });
    await ask(database(), signedIn(planner), SAVE_TEACHER, [ada, ' Ada  Neu ', 'ada@x.example', 'false']);
    expect(await rowOf(date)).toMatchObject({ instructor: 'Ada Neu' });
    expect(await refused(CREATE_DATES, planDate(course, { teacher_ids: [ada], day: dayFrom(40) }))).toMatchObject({
      hint: 'teacher_inactive',
      values: { name: 'Ada Neu' },
    });
    expect(await refused(SAVE_TEACHER, null, '', null, 'true')).toMatchObject({ hint: 'teacher_name_invalid' });
    expect(await refused(SAVE_TEACHER, null, 'Ben', 'ben', 'true')).toMatchObject({ hint: 'teacher_email_invalid' });
    expect(await refused(SAVE_TEACHER, null, 'Ben', 'ADA@x.example', 'true')).toMatchObject({
      hint: 'teacher_email_taken',
    });
    expect(await refused(SAVE_TEACHER, randomUUID(), 'Ben', null, 'true')).toMatchObject({ hint: 'teacher_not_found' });
    // The date keeps whom it has.
    await ask(database(), signedIn(planner), CHANGE_DATE, [
      date,
      JSON.stringify(planDate(course, { teacher_ids: [ada] })),
      'false',
    ]);
  });

  it('lists planned dates, and past ones whose attendance is missing, with how many', async () => {
    const [cancelled = '', coming = '', past = ''] = [...(await create()), ...(await create()), ...(await create())];
    await changeDates(database(), planner, CANCEL_DATE, [cancelled, 'Krank', 'false']);
    await fill(past, 2);
    const listed = async (state: string | null) => {
      const list = `select jsonb_path_query_array(nemus_teaching_dates(p_course => $1::text::uuid, p_state => $2),
        '$.dates[*].*') as found`;
      return one(await ask(database(), signedIn(planner), list, [course, state])).found;
    };
    expect(await listed('unticked')).toEqual([]);
    await database().query(
      `update nemus_appointments set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day'
       where id = $1::text::uuid`,
      [past],
    );
    const places = await database().query(
      `select count(*)::int as open from nemus_appointment_participations
       where appointment_id = $1::text::uuid and status = 'confirmed'`,
      [past],
    );
    expect(await listed('unticked')).toEqual(expect.arrayContaining([past, one(places).open]));
    expect(await listed('planned')).toEqual(expect.arrayContaining([coming]));
    expect(await listed('planned')).toEqual(expect.not.arrayContaining([cancelled]));
    expect(await listed(null)).toEqual(expect.arrayContaining([cancelled, coming, past]));
    await database().query(
      `update nemus_appointment_participations set attendance = 'absent', attended_units = 0, marked_at = now(),
         marked_how = 'list' where appointment_id = $1::text::uuid and status = 'confirmed'`,
      [past],
    );
    expect(await listed('unticked')).toEqual([]);
  });

  it('lists dates with places, people who teach and conflicts', async () => {
    const [ada, search] = [await teacher('Ada Berg'), randomUUID()];
    await database().query('update nemus_courses set title = $2 where id = $1::text::uuid', [course, `Kurs ${search}`]);
    const [date = ''] = await create({ teacher_ids: [ada], location: hall, capacity: 1 });
    await fill(date, 2);
    const [other = ''] = await create();
    // Written past the rules, as an import would.
    await database().query('update nemus_appointments set location = $2 where id = $1::text::uuid', [other, hall]);
    const list = `select nemus_teaching_dates(p_course => $1::text::uuid, p_limit => 1) as found`;
    expect(one(await ask(database(), signedIn(planner), list, [course])).found).toMatchObject({
      total: 2,
      dates: [{ conflicts: [{ kind: 'room', name: hall }] }],
    });
    const by = `select nemus_teaching_dates(p_teacher => $1::text::uuid) as found`;
    expect(one(await ask(database(), signedIn(planner), by, [ada])).found).toMatchObject({
      total: 1,
      dates: [{ id: date, taken: 1, waiting: 1, teachers: [{ name: 'Ada Berg' }] }],
    });
    const page = 'select nemus_teaching_date($1::text::uuid) as date';
    expect(one(await ask(database(), signedIn(planner), page, [date])).date).toMatchObject({
      told: 2,
      following: null,
    });
    const seminars = 'select nemus_teaching_seminars($1) as found';
    expect(one(await ask(database(), signedIn(planner), seminars, [search.toUpperCase()])).found).toMatchObject([
      { id: course, units: 8 },
    ]);
  });
}
