import { randomUUID } from 'node:crypto';
import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { addSeminar } from '../scenes/courses';
import { CANCEL_DATE, changeDates, CREATE_DATES, createDates, planDate } from '../scenes/date-plans';
import { dayFrom } from '../scenes/days';
import { signUpEnrolled } from '../scenes/enrolments';
import { givePlace } from '../scenes/places';
import { hints, race, won } from '../scenes/races';
import { one, text } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';

const SAVE_ROOM = `select nemus_save_room($1, $2, $3::text::int, $4::text::boolean, $5::text::uuid) as saved`;
const CHANGE_DATE = 'select nemus_change_date($1::text::uuid, $2::text::jsonb)::text[] as ids';
const MOVE_DATE = 'select nemus_move_date($1::text::uuid, $2::text::jsonb)::text[] as ids';
const PLAN_PARTS = 'select nemus_plan_parts($1::text::uuid, $2::text::jsonb) as moved';
const LIST = 'select nemus_staff_rooms() as rooms';
const ROW = 'select room_id::text as room, location, sequence from nemus_appointments where id = $1::text::uuid';

interface RoomForm {
  readonly name?: string;
  readonly address?: string;
  readonly capacity?: number;
  readonly isActive?: boolean;
  readonly id?: string | null;
}

/** Rooms of the academy, and the dates in them. */
export function roomCases(database: () => TestDatabase): void {
  let planner: string;
  let course: string;
  // Rooms of other tests are called otherwise.
  let called: string;
  beforeEach(async () => {
    called = `Saal ${randomUUID()}`;
    [planner, course] = [await hireStaff(database(), ['teaching']), await addSeminar(database())];
  });
  const form = ({ name = called, address = 'Hauptstraße 5', capacity = 10, isActive = true, id = null }: RoomForm) => [
    name,
    address,
    String(capacity),
    String(isActive),
    id,
  ];
  const save = async (room: RoomForm = {}): Promise<{ id: string; dates: unknown }> => {
    const saved: unknown = one(await ask(database(), signedIn(planner), SAVE_ROOM, form(room))).saved;
    const { id, dates } = Object(saved) as { id?: unknown; dates?: unknown };
    return { id: String(id), dates };
  };
  const refused = (statement: string, ...parameters: readonly unknown[]) =>
    refusal(
      database(),
      signedIn(planner),
      statement,
      parameters.map((value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)),
    );
  const saveRefused = (room: RoomForm) => refusal(database(), signedIn(planner), SAVE_ROOM, form(room));
  const plan = (changes: Readonly<Record<string, unknown>> = {}) => planDate(course, { location: '', ...changes });
  const create = async (changes: Readonly<Record<string, unknown>> = {}) =>
    (await createDates(database(), planner, plan(changes)))[0] ?? '';
  const change = (date: string, changes: Readonly<Record<string, unknown>>) =>
    changeDates(database(), planner, CHANGE_DATE, [date, JSON.stringify(plan(changes))]);
  const rowOf = async (date: string) => one(await database().query(ROW, [date]));
  const listed = async (id: string) => {
    const rooms: unknown = one(await ask(database(), signedIn(planner), LIST)).rooms;
    return Array.isArray(rooms) ? rooms.find((room: object) => Reflect.get(room, 'id') === id) : undefined;
  };

  it('are for those who plan alone', async () => {
    const stranger = signedIn(await signUp(database()));
    const { id } = await save();
    for (const [statement, parameters] of [
      [SAVE_ROOM, form({})],
      [LIST, []],
      ['select nemus_calendar(p_room => $1::text::uuid)', [id]],
      ['select nemus_renew_calendar(p_room => $1::text::uuid)', [id]],
      ['select nemus_end_calendar(p_room => $1::text::uuid)', [id]],
    ] as const) {
      expect(await refusal(database(), stranger, statement, [...parameters])).toMatchObject({ hint: 'staff_required' });
    }
  });

  it.each([
    ['room_invalid', 'name', { name: ' ' }],
    ['room_invalid', 'name', { name: 'x'.repeat(101) }],
    ['room_invalid', 'address', { address: 'x'.repeat(191) }],
    ['capacity_invalid', 'capacity', { capacity: 0 }],
    ['capacity_invalid', 'capacity', { capacity: 1001 }],
  ])('refuses with %s beside %s', async (hint, field, room) => {
    expect(await saveRefused(room)).toMatchObject({ hint, values: { field } });
  });

  it('exist once for a place, however it is written', async () => {
    const { id } = await save();
    expect(await saveRefused({ name: ` ${called.toUpperCase()} `, address: 'hauptstraße  5' })).toMatchObject({
      hint: 'room_exists',
    });
    expect(await saveRefused({ id: randomUUID() })).toMatchObject({ hint: 'room_not_found' });
    // Its own name again is no other room; the same name elsewhere is.
    expect((await save({ id, capacity: 12 })).id).toBe(id);
    expect((await save({ address: 'Nebenstraße 1' })).id).not.toBe(id);
  });

  it('give their place to a date, and are taken by it alone at that time', async () => {
    const { id } = await save();
    const first = await create({ room_id: id, location: 'was gerade im Feld steht' });
    expect(await rowOf(first)).toMatchObject({ room: id, location: `${called}, Hauptstraße 5` });
    const taken = { hint: 'room_taken', values: { date_id: first, field: 'location' } };
    expect(await refused(CREATE_DATES, plan({ room_id: id, starts: '11:00', ends: '13:00' }))).toMatchObject(taken);
    // A typed place is the room, too.
    const typed = `${called.toUpperCase()},  Hauptstraße 5`;
    expect(await refused(CREATE_DATES, plan({ location: typed }))).toMatchObject(taken);
    const second = await create({ location: typed, starts: '12:00', ends: '14:00' });
    expect(await rowOf(second)).toMatchObject({ room: id, location: `${called}, Hauptstraße 5` });
    const move = { day: dayFrom(30), starts: '11:30', ends: '13:00' };
    expect(await refused(MOVE_DATE, second, move)).toMatchObject(taken);
    const elsewhere = await create({ location: `Anderswo ${called}` });
    expect(await refused(CHANGE_DATE, elsewhere, plan({ room_id: id }))).toMatchObject(taken);
    const evening = (days: number, starts: string, ends: string) => ({
      day: dayFrom(days),
      starts,
      ends,
      title: '',
      units: 2,
    });
    expect(
      await refused(PLAN_PARTS, second, [evening(30, '11:00', '12:00'), evening(31, '18:00', '20:00')]),
    ).toMatchObject(taken);
    // A cancelled date frees it, and so does one that leaves it.
    await ask(database(), signedIn(planner), CANCEL_DATE, [first, 'Krank', 'false']);
    await change(elsewhere, { room_id: id });
    await change(elsewhere, { format: 'Online', meeting_url: 'https://meet.example/a' });
    expect(await rowOf(elsewhere)).toMatchObject({ room: null, location: '' });
    await create({ room_id: id });
    expect(await refused(CREATE_DATES, plan({ room_id: randomUUID() }))).toMatchObject({ hint: 'room_not_found' });
  });

  it('shows in the preview that the chosen room is taken', async () => {
    const { id } = await save();
    await create({ room_id: id });
    const preview = 'select nemus_preview_dates($1::text::jsonb) as days';
    const [answer] = await ask(database(), signedIn(planner), preview, [JSON.stringify(plan({ room_id: id }))]);
    expect(answer?.days).toMatchObject([{ conflicts: [{ kind: 'room' }] }]);
  });

  it('have room for the places of a date on site; a smaller room leaves its dates as they are', async () => {
    const { id } = await save();
    const small = { hint: 'room_too_small', values: { field: 'capacity', name: called, most: 10 } };
    expect(await refused(CREATE_DATES, plan({ room_id: id, capacity: 11 }))).toMatchObject(small);
    // People also take part online.
    const blended = { format: 'Blended', meeting_url: 'https://meet.example/a', capacity: 40 };
    const date = await create({ room_id: id, ...blended });
    expect(await refused(CHANGE_DATE, date, plan({ room_id: id, capacity: 40 }))).toMatchObject(small);
    await change(date, { room_id: id, capacity: 10 });
    await save({ id, capacity: 4 });
    expect(await listed(id)).toMatchObject({ coming: 1, too_many: 1, capacity: 4 });
    await change(date, { room_id: id, capacity: 10, title: 'Neuer Titel' });
    await change(date, { room_id: id, capacity: 9 });
    expect(await refused(CHANGE_DATE, date, plan({ room_id: id, capacity: 10 }))).toMatchObject({
      hint: 'room_too_small',
    });
  });

  it('that are closed keep their dates and get no new ones, chosen or typed', async () => {
    const { id } = await save();
    const date = await create({ room_id: id });
    await save({ id, isActive: false });
    const later = { starts: '15:00', ends: '16:00' };
    for (const place of [{ room_id: id }, { location: `${called}, Hauptstraße 5` }]) {
      expect(await refused(CREATE_DATES, plan({ ...place, ...later }))).toMatchObject({
        hint: 'room_closed',
        values: { name: called },
      });
    }
    await change(date, { room_id: id, title: 'Neuer Titel' });
    await changeDates(database(), planner, MOVE_DATE, [date, JSON.stringify({ day: dayFrom(31), ...later })]);
    expect(await rowOf(date)).toMatchObject({ room: id });
    // Once it has left the room, it does not come back.
    await change(date, { location: `Anderswo ${called}` });
    expect(await refused(CHANGE_DATE, date, plan({ room_id: id }))).toMatchObject({ hint: 'room_closed' });
  });

  it('with another name or address move their coming dates there, and tell the people; spelling tells no one', async () => {
    const { id } = await save();
    const date = await create({ room_id: id });
    const cancelled = await create({ room_id: id, day: dayFrom(40) });
    await ask(database(), signedIn(planner), CANCEL_DATE, [cancelled, 'Krank', 'false']);
    const past = await create({ room_id: id, day: dayFrom(50) });
    await database().query(
      `update nemus_appointments set starts_at = starts_at - interval '90 days', ends_at = ends_at - interval '90 days',
         change_until = null where id = $1::text::uuid`,
      [past],
    );
    const person = await signUpEnrolled(database(), course);
    await givePlace(database(), person, date);
    const letters = `select kind, details from private.nemus_date_letters
      where appointment_id = $1::text::uuid and user_id = $2::text::uuid and kind = 'moved'`;
    expect(await save({ id, name: called.replace('Saal', 'SAAL') })).toEqual({ id, dates: [] });
    expect(await database().query(letters, [date, person])).toEqual([]);
    expect(await save({ id, address: 'Nebenstraße 1' })).toEqual({ id, dates: [date] });
    expect(await rowOf(date)).toMatchObject({ location: `${called}, Nebenstraße 1`, sequence: 2 });
    expect(await database().query(letters, [date, person])).toMatchObject([
      { details: { earlier_location: `${called.replace('Saal', 'SAAL')}, Hauptstraße 5` } },
    ]);
    for (const kept of [cancelled, past]) {
      expect(await rowOf(kept)).toMatchObject({ location: `${called}, Hauptstraße 5` });
    }
    // The same again changes nothing.
    expect(await save({ id, address: 'Nebenstraße 1' })).toEqual({ id, dates: [] });
  });

  it('take dates with the same place as text, and no place that another date has at the time', async () => {
    const date = await create({ location: `${called}, Hauptstraße 5`, capacity: 30 });
    const { id } = await save();
    expect(await rowOf(date)).toMatchObject({ room: id });
    expect(await listed(id)).toMatchObject({ coming: 1, too_many: 1 });
    await create({ location: `Hof ${called}` });
    expect(await saveRefused({ id, name: `Hof ${called}`, address: '' })).toMatchObject({ hint: 'room_taken' });
    expect(await rowOf(date)).toMatchObject({ location: `${called}, Hauptstraße 5` });
  });

  it('are a filter of the dates', async () => {
    const { id } = await save();
    const date = await create({ room_id: id });
    const elsewhere = await create({ location: `Anderswo ${called}` });
    const found = await ask(
      database(),
      signedIn(planner),
      `select jsonb_path_query_array(nemus_teaching_dates(p_room => $1::text::uuid), '$.dates[*].id') as ids`,
      [id],
    );
    expect(found).toEqual([{ ids: [date] }]);
    const at = (place: string) =>
      ask(
        database(),
        signedIn(planner),
        `select jsonb_path_query_array(nemus_teaching_dates(p_place => $1), '$.dates[*].id') as ids`,
        [place],
      );
    expect(await at(`anderswo ${called}`)).toEqual([{ ids: [elsewhere] }]);
    expect(await at(`nirgends ${called}`)).toEqual([{ ids: [] }]);
  });

  it('have a calendar with their dates, without people, whose address is renewed and ended', async () => {
    const { id } = await save();
    const date = await create({ room_id: id });
    const person = await signUpEnrolled(database(), course);
    await givePlace(database(), person, date);
    await create({ location: `Anderswo ${called}` });
    const renew = async () =>
      text(
        await ask(database(), signedIn(planner), 'select nemus_renew_calendar(p_room => $1::text::uuid) as token', [
          id,
        ]),
        'token',
      );
    const read = async (token: string) =>
      one(await ask(database(), SERVICE, 'select nemus_read_calendar($1) as calendar', [token])).calendar;
    const first = await renew();
    expect(await read(first)).toMatchObject({
      name: called,
      entries: [{ id: date, status: 'confirmed', is_own: false, location: `${called}, Hauptstraße 5` }],
    });
    expect(JSON.stringify(await read(first))).not.toContain(person);
    const second = await renew();
    expect(await read(first)).toBeNull();
    // Another subscription of the same person stays.
    const own = text(await ask(database(), signedIn(planner), 'select nemus_renew_calendar() as token'), 'token');
    const state = 'select nemus_calendar(p_room => $1::text::uuid) as state';
    expect(await ask(database(), signedIn(planner), state, [id])).toMatchObject([{ state: { last_read_at: null } }]);
    await save({ id, isActive: false });
    await ask(database(), signedIn(planner), CANCEL_DATE, [date, 'Krank', 'false']);
    expect(await read(second)).toMatchObject({ entries: [{ id: date, status: 'cancelled' }] });
    const logged = await database().query(
      `select action from private.nemus_audit_log where subject = 'rooms' and subject_id = $1 order by id`,
      [id],
    );
    expect(logged.map(({ action }) => action)).toEqual(['insert', 'renew_calendar', 'renew_calendar', 'update']);
    await ask(database(), signedIn(planner), 'select nemus_end_calendar(p_room => $1::text::uuid)', [id]);
    expect([await read(second), await read(own)]).toMatchObject([null, { entries: [] }]);
    expect(await refused('select nemus_renew_calendar(p_room => $1::text::uuid)', randomUUID())).toMatchObject({
      hint: 'room_not_found',
    });
  });
}

export function roomRaceCases(database: () => TestDatabase): void {
  it('gives a room to one of two who choose it at the same moment, and to none once it is closed', async () => {
    const course = await addSeminar(database());
    const planners = [await hireStaff(database(), ['teaching']), await hireStaff(database(), ['teaching'])];
    const [planner = ''] = planners;
    const saved: unknown = one(
      await ask(database(), signedIn(planner), SAVE_ROOM, [`Saal ${randomUUID()}`, '', '20', 'true', null]),
    ).saved;
    const id = String(Reflect.get(Object(saved), 'id'));
    const planned = { caller: signedIn(planner), statement: CREATE_DATES };
    const finishes = await race(
      database(),
      planners.map((who, index) => ({
        caller: signedIn(who),
        statement: CREATE_DATES,
        parameters: [JSON.stringify(planDate(course, { room_id: id, starts: `1${index}:00`, ends: '15:00' }))],
      })),
    );
    expect(won(finishes)).toHaveLength(1);
    expect(hints(finishes)).toEqual(new Set(['room_taken']));
    const closing = await race(database(), [
      { ...planned, parameters: [JSON.stringify(planDate(course, { room_id: id, day: dayFrom(40) }))] },
      { caller: signedIn(planner), statement: SAVE_ROOM, parameters: ['Saal zu', '', '20', 'false', id] },
    ]);
    // In either order, a date in the room has its new place, or there is none.
    const rows = await database().query(
      'select distinct location from nemus_appointments where room_id = $1::text::uuid',
      [id],
    );
    expect(rows).toEqual([{ location: 'Saal zu' }]);
    expect([...hints(closing)].filter((hint) => hint !== 'room_closed')).toEqual([]);
  });
}
