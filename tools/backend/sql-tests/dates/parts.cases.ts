import { z } from 'zod';
import { ANONYMOUS, ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { certificatesOf, ENTER_ATTENDANCE_CODE, showCode } from '../scenes/attendance';
import { addSeminar } from '../scenes/courses';
import { addDate } from '../scenes/dates';
import { CANCEL_DATE, changeDates, createDates, planDate } from '../scenes/date-plans';
import { dayFrom } from '../scenes/days';
import { enrolmentOf } from '../scenes/enrolments';
import { signUpInstitution } from '../scenes/institutions';
import { addDateInParts, PART, writeParts } from '../scenes/parts';
import { givePlace, LEAVE_DATE, placesTaken, takePart } from '../scenes/places';
import { one } from '../scenes/rows';
import { linkTrainee } from '../scenes/trainees';
import { hireStaff } from '../scenes/staff';

const MARK_PART = 'select nemus_mark_attendance($1::text::uuid, $2::text::jsonb, $3::text::uuid) as list';
const PLAN_PARTS = 'select nemus_plan_parts($1::text::uuid, $2::text::jsonb, $3::text::int) as moved';

/** A part as the form sends it. */
const evening = (days: number, more: Readonly<Record<string, unknown>> = {}) => ({
  day: dayFrom(days),
  starts: '18:00',
  ends: '21:00',
  title: '',
  units: 4,
  ...more,
});

/** Dates in several parts: planning, attendance, units and certificates. */
export function datePartCases(database: () => TestDatabase): void {
  const scene = async (hours: readonly number[] = [-50, -26, -2], needed?: number) => {
    const staff = await hireStaff(database(), ['teaching']);
    const user = await signUp(database(), { first: 'Ida', last: 'Groß' });
    const date = await addDateInParts(database(), hours, needed);
    await takePart(database(), user, date);
    return { staff, user, ...date };
  };
  const marks = (user: string, attendance: string | null, seen: number, units?: number) =>
    JSON.stringify([{ user_id: user, attendance, units, seen }]);
  const mark = (staff: string, date: string, part: number, of: string) =>
    ask(database(), signedIn(staff), MARK_PART, [date, of, PART(part)]);
  const hours = async (user: string) =>
    database().query(
      `select category, minutes / 45 as units from private.nemus_training_sources where user_id = $1::text::uuid
       order by done_on, category desc`,
      [user],
    );
  const partsOf = async (date: string) =>
    database().query(
      `select t.id::text, t.title, to_char(t.starts_at at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI') as starts, t.units
       from nemus_appointments a cross join private.nemus_parts(a) t where a.id = $1::text::uuid`,
      [date],
    );
  const letters = async (user: string) =>
    database().query(
      'select kind, details from private.nemus_date_letters where user_id = $1::text::uuid order by created_at',
      [user],
    );

  it('counts each attended part on its day, and certifies with the last needed one', async () => {
    const { staff, user, seminar, date } = await scene();
    await mark(staff, date, 1, marks(user, 'present', 0));
    expect(await certificatesOf(database(), user)).toEqual([]);
    expect(await enrolmentOf(database(), user, seminar)).toEqual({ status: 'in_progress', progress: 33 });
    await mark(staff, date, 2, marks(user, 'absent', 1));
    await mark(staff, date, 3, marks(user, 'present', 2));
    expect(await certificatesOf(database(), user)).toEqual([]);
    expect(await hours(user)).toEqual([
      { category: 'theory', units: 3 },
      { category: 'practice', units: 1 },
      { category: 'theory', units: 2 },
      { category: 'practice', units: 2 },
    ]);
    await mark(staff, date, 2, marks(user, 'present', 3));
    expect(await certificatesOf(database(), user)).toMatchObject([
      { kind: 'attendance', units: 12, is_revoked: false },
      { kind: 'completion', units: 12, is_revoked: false },
    ]);
    expect(await enrolmentOf(database(), user, seminar)).toEqual({ status: 'completed', progress: 100 });
    const [sum] = await database().query(
      `select private.nemus_units_done($1::text::uuid, 'theory') as theory,
         private.nemus_units_done($1::text::uuid, 'practice') as practice,
         (select modules_completed from private.nemus_competency_figures($1::text::uuid)
          where competency = 'methoden_kompetenz') as modules`,
      [user],
    );
    expect(sum).toEqual({ theory: 8, practice: 4, modules: 1 });
  });

  it('the check of a printed logbook tells of an attended part that was taken back before any certificate', async () => {
    const { staff, user, date } = await scene();
    await mark(staff, date, 1, marks(user, 'present', 0));
    const { paper } = one(await ask(database(), signedIn(user), 'select nemus_issue_logbook_paper() as paper'));
    const { number } = z.object({ number: z.string() }).parse(paper);
    const isNewer = async () =>
      one(
        await ask(database(), ANONYMOUS, `select nemus_verify_certificate($1) -> 'logbook' -> 'newer' as newer`, [
          number,
        ]),
      ).newer;
    expect(await isNewer()).toBe(false);
    await mark(staff, date, 1, marks(user, 'absent', 1));
    expect(await isNewer()).toBe(true);
  });

  it('certifies enough parts with their units; a further part replaces both papers, a correction revokes them', async () => {
    const { staff, user, seminar, date } = await scene([-50, -26, -2], 2);
    await mark(staff, date, 1, marks(user, 'present', 0));
    await mark(staff, date, 2, marks(user, 'present', 1));
    const papers = () => certificatesOf(database(), user);
    expect(await papers()).toMatchObject([
      { kind: 'attendance', units: 8, is_revoked: false },
      { kind: 'completion', units: 8, is_revoked: false },
    ]);
    expect(await enrolmentOf(database(), user, seminar)).toEqual({ status: 'completed', progress: 100 });
    // Recorded as absent at the third: nothing changes.
    await mark(staff, date, 3, marks(user, 'absent', 2));
    expect(await papers()).toHaveLength(2);
    await mark(staff, date, 3, marks(user, 'present', 3));
    expect(await papers()).toMatchObject([
      { kind: 'attendance', units: 8, is_revoked: true },
      { kind: 'attendance', units: 12, is_revoked: false },
      { kind: 'completion', units: 8, is_revoked: true },
      { kind: 'completion', units: 12, is_revoked: false },
    ]);
    // Two corrections, one after the other: first fewer units, then too few parts.
    await mark(staff, date, 1, marks(user, 'absent', 4));
    expect((await papers()).filter(({ is_revoked }) => is_revoked === false)).toMatchObject([
      { kind: 'attendance', units: 8 },
      { kind: 'completion', units: 8 },
    ]);
    await mark(staff, date, 2, marks(user, null, 5));
    expect((await papers()).filter(({ is_revoked }) => is_revoked === false)).toEqual([]);
    expect(await enrolmentOf(database(), user, seminar)).toEqual({ status: 'in_progress', progress: 33 });
    const [session] = await database().query(
      `select jsonb_array_length(session -> 'parts') as parts, units from nemus_certificates
       where user_id = $1::text::uuid and kind = 'attendance' order by edition desc limit 1`,
      [user],
    );
    expect(session).toEqual({ parts: 2, units: 8 });
  });

  it('a part attended in part counts for the paper of the date, not for the seminar', async () => {
    const { staff, user, seminar, date } = await scene([-50, -26, -2], 2);
    await mark(staff, date, 1, marks(user, 'present', 0));
    await mark(staff, date, 2, marks(user, 'partial', 1, 3));
    expect(await certificatesOf(database(), user)).toMatchObject([{ kind: 'attendance', units: 7 }]);
    expect(await enrolmentOf(database(), user, seminar)).toMatchObject({ status: 'in_progress' });
    expect(
      (await refusal(database(), signedIn(staff), MARK_PART, [date, marks(user, 'partial', 2, 4), PART(3)]))?.hint,
    ).toBe('invalid_units');
  });

  it('refuses parts that have not begun, are unknown or missing, and a second writer', async () => {
    const { staff, user, date } = await scene([-2, 24, 48]);
    const hint = async (part: string | null, seen = 0) =>
      (await refusal(database(), signedIn(staff), MARK_PART, [date, marks(user, 'present', seen), part]))?.hint;
    expect(await hint(PART(2))).toBe('date_not_begun');
    expect(await hint(PART(9))).toBe('part_not_found');
    expect(await hint(null)).toBe('part_not_found');
    await mark(staff, date, 1, marks(user, 'present', 0));
    expect(
      (await refusal(database(), signedIn(staff), MARK_PART, [date, marks(user, 'absent', 0), PART(1)]))?.hint,
    ).toBe('attendance_changed');
  });

  it('stays an appointment until the last part, lists people to tick, and gives no place after the first', async () => {
    const { staff, user, date } = await scene([-1, 24]);
    const mine = async () =>
      one(
        await ask(
          database(),
          signedIn(user),
          'select status, jsonb_array_length(parts) as parts from nemus_my_appointments where course_id is not null',
        ),
      );
    const unticked = async () =>
      one(
        await database().query(
          'select private.nemus_unticked(a) as people from nemus_appointments a where id = $1::text::uuid',
          [date],
        ),
      ).people;
    expect(await unticked()).toBe(0);
    await writeParts(database(), date, [-4, 24]);
    expect(await unticked()).toBe(1);
    await mark(staff, date, 1, marks(user, 'present', 0));
    expect(await unticked()).toBe(0);
    expect(await mine()).toEqual({ status: 'confirmed', parts: 2 });
    expect((await refusal(database(), signedIn(user), LEAVE_DATE, [date]))?.hint).toBe('appointment_over');
  });

  it('a code from the room counts for the part that runs', async () => {
    const { staff, user, date } = await scene([-50, -1, 24]);
    const code = await showCode(database(), staff, date);
    const enter = async () => one(await ask(database(), signedIn(user), ENTER_ATTENDANCE_CODE, [code])).answer;
    expect(await enter()).toMatchObject({ status: 'present', units: 4, title: 'Traumatherapie, Teil 1: Abend 2' });
    expect(await enter()).toMatchObject({ status: 'already' });
    expect(await hours(user)).toEqual([
      { category: 'theory', units: 3 },
      { category: 'practice', units: 1 },
    ]);
    await writeParts(database(), date, [-50, -10, 24]);
    expect(
      (await refusal(database(), signedIn(staff), 'select nemus_show_attendance_code($1::text::uuid)', [date]))?.hint,
    ).toBe('code_closed');
  });

  it('is planned as one date, and its parts take room and teacher only while they last', async () => {
    const planner = await hireStaff(database(), ['teaching']);
    const course = await addSeminar(database(), { theory: 8, practice: 4 });
    const plan = planDate(course, {
      parts: [evening(40), evening(30, { title: 'Auftakt' }), evening(50)],
      parts_needed: 2,
    });
    const [date = ''] = await createDates(database(), planner, plan);
    const parts = await partsOf(date);
    expect(parts).toMatchObject([
      { id: date, title: 'Auftakt', starts: `${dayFrom(30)} 18:00`, units: 4 },
      { starts: `${dayFrom(40)} 18:00` },
      { starts: `${dayFrom(50)} 18:00` },
    ]);
    const [row] = await database().query(
      'select units, parts_needed, series_id from nemus_appointments where id = $1::text::uuid',
      [date],
    );
    expect(row).toEqual({ units: 12, parts_needed: 2, series_id: null });
    const other = { ...plan, parts: undefined, parts_needed: undefined, day: dayFrom(40), starts: '16:00' };
    await createDates(database(), planner, { ...other, ends: '18:00' });
    const taken = (sent: object) =>
      refusal(database(), signedIn(planner), 'select nemus_create_dates($1::text::jsonb)', [JSON.stringify(sent)]);
    expect((await taken({ ...other, ends: '19:00' }))?.hint).toBe('room_taken');
    expect(
      (await taken({ ...plan, parts: [evening(60), evening(50, { starts: '20:00', ends: '22:00' })] }))?.hint,
    ).toBe('room_taken');
    expect(
      (await taken({ ...plan, parts: [evening(60), evening(60, { starts: '20:00', ends: '22:00' })] }))?.hint,
    ).toBe('parts_overlap');
    expect((await taken({ ...plan, parts: [evening(60), evening(-1)] }))?.hint).toBe('date_in_the_past');
    expect((await taken({ ...plan, parts: [evening(61), evening(62)], parts_needed: 3 }))?.hint).toBe(
      'parts_needed_invalid',
    );
    for (const needed of ['zwei', '1.5', -1, '99999999999', true])
      expect((await taken({ ...plan, parts: [evening(61), evening(62)], parts_needed: needed }))?.hint).toBe(
        'parts_needed_invalid',
      );
    expect((await taken({ ...plan, parts: [evening(61), evening(500)] }))?.hint).toBe('parts_too_long');
    const preview = one(
      await ask(database(), signedIn(planner), 'select nemus_preview_dates($1::text::jsonb) as days', [
        JSON.stringify(plan),
      ]),
    ).days;
    expect(preview).toMatchObject([{ conflicts: [{ kind: 'room' }] }, {}, {}]);
  });

  it('changes coming parts, tells people with a place, and keeps what has begun', async () => {
    const { staff, user, date } = await scene([-2, 48, 96]);
    await mark(staff, date, 1, marks(user, 'present', 0));
    const plan = (parts: readonly object[], needed: number | null = null) =>
      ask(database(), signedIn(staff), PLAN_PARTS, [
        date,
        JSON.stringify(parts),
        needed === null ? null : String(needed),
      ]);
    const first = { id: PART(1), day: dayFrom(9), starts: '08:00', ends: '09:00', units: 9, title: 'Auftakt' };
    expect(
      (await refusal(database(), signedIn(staff), PLAN_PARTS, [date, JSON.stringify([evening(2)]), null]))?.hint,
    ).toBe('part_begun');
    expect((await refusal(database(), signedIn(staff), PLAN_PARTS, [date, '[1]', null]))?.hint).toBe('parts_invalid');
    await plan([first, evening(5, { id: PART(2) })]);
    const [begun, coming] = await partsOf(date);
    // The first one has begun: only its title changes.
    expect(begun).toMatchObject({ id: PART(1), title: 'Auftakt', units: 4 });
    expect(coming).toMatchObject({ id: PART(2), starts: `${dayFrom(5)} 18:00` });
    const told = await letters(user);
    expect(told.at(-1)).toMatchObject({ kind: 'moved', details: { gone: [{ id: PART(3) }] } });
    // Titles and units alone are no news.
    expect(one(await plan([first, evening(5, { id: PART(2), title: 'Abschluss' })])).moved).toBe(false);
    expect(await letters(user)).toHaveLength(told.length);
    expect(
      (
        await refusal(database(), signedIn(staff), 'select nemus_move_date($1::text::uuid, $2::text::jsonb)', [
          date,
          JSON.stringify({ day: dayFrom(20), starts: '10:00', ends: '12:00' }),
        ])
      )?.hint,
    ).toBe('date_unchangeable');
    await writeParts(database(), date, [-50, -26]);
    expect((await refusal(database(), signedIn(staff), PLAN_PARTS, [date, '[]', null]))?.hint).toBe(
      'date_unchangeable',
    );
  });

  it('fewer needed parts certify at once; more of them take nothing back', async () => {
    const { staff, user, seminar, date } = await scene([-50, -26, 48]);
    await mark(staff, date, 1, marks(user, 'present', 0));
    await mark(staff, date, 2, marks(user, 'present', 1));
    const same = [{ id: PART(1) }, { id: PART(2) }, evening(2, { id: PART(3) })];
    const need = (needed: number, parts: readonly object[] = same) =>
      ask(database(), signedIn(staff), PLAN_PARTS, [date, JSON.stringify(parts), String(needed)]);
    await need(2);
    const papers = [
      { kind: 'attendance', units: 8, is_revoked: false },
      { kind: 'completion', units: 8, is_revoked: false },
    ];
    expect(await certificatesOf(database(), user)).toMatchObject(papers);
    await need(3);
    await need(4, [...same, evening(30)]);
    const paper = async () =>
      one(
        await ask(
          database(),
          signedIn(user),
          'select has_certificate from nemus_my_appointments where id = $1::text::uuid',
          [date],
        ),
      );
    expect(await paper()).toEqual({ has_certificate: true });
    expect(await certificatesOf(database(), user)).toMatchObject(papers);
    expect(await enrolmentOf(database(), user, seminar)).toEqual({ status: 'completed', progress: 100 });
  });

  it('fewer needed parts certify no one whose enrolment has ended', async () => {
    const { staff, user, seminar, date } = await scene([-50, -26, 48]);
    await mark(staff, date, 1, marks(user, 'present', 0));
    await mark(staff, date, 2, marks(user, 'present', 1));
    await database().query(
      'delete from nemus_course_enrollments where user_id = $1::text::uuid and course_id = $2::text::uuid',
      [user, seminar],
    );
    const same = [{ id: PART(1) }, { id: PART(2) }, evening(2, { id: PART(3) })];
    await ask(database(), signedIn(staff), PLAN_PARTS, [date, JSON.stringify(same), '2']);
    expect(await certificatesOf(database(), user)).toEqual([]);
  });

  it('a date gets parts and loses them again while it is coming; deadlines count from the first part', async () => {
    const planner = await hireStaff(database(), ['teaching']);
    const user = await signUp(database());
    const seminar = await addSeminar(database(), { theory: 8, practice: 4 });
    const date = await addDate(database(), seminar, { hours: 240, deadline: 200, capacity: 3 });
    await takePart(database(), user, { seminar, date });
    const plan = (parts: readonly object[]) =>
      ask(database(), signedIn(planner), PLAN_PARTS, [date, JSON.stringify(parts), null]);
    await plan([evening(4), evening(20)]);
    const read = async () =>
      one(
        await database().query(
          `select parts is null as is_single, parts_needed, units, change_until = starts_at as ends_with_start,
             to_char(starts_at at time zone 'Europe/Berlin', 'YYYY-MM-DD') as starts from nemus_appointments where id = $1::text::uuid`,
          [date],
        ),
      );
    expect(await read()).toEqual({
      is_single: false,
      parts_needed: 2,
      units: 8,
      ends_with_start: true,
      starts: dayFrom(4),
    });
    expect(await placesTaken(database(), date)).toEqual([1, 1]);
    await plan([evening(20, { id: (await partsOf(date)).at(-1)?.id })]);
    expect(await read()).toMatchObject({ is_single: true, parts_needed: null, units: 4, starts: dayFrom(20) });
  });

  it('moves a person from a begun date in parts to another; attended parts keep counting', async () => {
    const { staff, user, seminar, date } = await scene([-2, 48]);
    await mark(staff, date, 1, marks(user, 'present', 0));
    const next = await addDate(database(), seminar, { hours: 500, capacity: 3 });
    const rebook = 'select nemus_rebook_participants($1::text::uuid, $2::text::uuid, array[$3::text::uuid]) as done';
    expect(one(await ask(database(), signedIn(staff), rebook, [date, next, user])).done).toMatchObject({ moved: 1 });
    expect(one(await ask(database(), signedIn(staff), rebook, [date, next, user])).done).toMatchObject({ moved: 1 });
    expect(await hours(user)).toHaveLength(2);
    // The old place is gone: a later part is never recorded, an earlier one is corrected.
    await writeParts(database(), date, [-50, -2]);
    expect(
      (await refusal(database(), signedIn(staff), MARK_PART, [date, marks(user, 'present', 1), PART(2)]))?.hint,
    ).toBe('no_place');
    await mark(staff, date, 1, marks(user, 'absent', 1));
    expect(await hours(user)).toEqual([]);
    const over = await addDate(database(), seminar, { hours: -20 });
    await takePart(database(), user, { seminar, date: over });
    expect((await refusal(database(), signedIn(staff), rebook, [over, next, user]))?.hint).toBe('date_unchangeable');
  });

  it('a place ends with its enrolment while parts are coming, and a missed part leaves the seminar begun', async () => {
    const { staff, user, seminar, date } = await scene([-2, 48, 96]);
    await mark(staff, date, 1, marks(user, 'absent', 0));
    expect(
      await database().query(
        `select private.nemus_is_begun(e) as begun from nemus_course_enrollments e
         where e.user_id = $1::text::uuid and e.course_id = $2::text::uuid`,
        [user, seminar],
      ),
    ).toEqual([{ begun: true }]);
    await database().query('delete from nemus_course_enrollments where user_id = $1::text::uuid', [user]);
    expect(await placesTaken(database(), date)).toEqual([0, 0]);
    expect(
      await ask(database(), signedIn(user), 'select status from nemus_my_appointments where id = $1::text::uuid', [
        date,
      ]),
    ).not.toContainEqual({ status: 'confirmed' });
  });

  it('the same part at two dates does not complete a seminar', async () => {
    const { staff, user, seminar, date } = await scene([-50, 26, 50]);
    await mark(staff, date, 1, marks(user, 'present', 0));
    const next = await addDate(database(), seminar, { capacity: 3, units: 12 });
    await writeParts(database(), next, [2, 26, 50]);
    await ask(
      database(),
      signedIn(staff),
      'select nemus_rebook_participants($1::text::uuid, $2::text::uuid, array[$3::text::uuid])',
      [date, next, user],
    );
    await writeParts(database(), next, [-26, -2, 50]);
    await mark(staff, next, 1, marks(user, 'present', 0));
    await mark(staff, next, 2, marks(user, 'present', 1));
    expect(await enrolmentOf(database(), user, seminar)).toMatchObject({ status: 'in_progress' });
    await writeParts(database(), next, [-50, -26, -2]);
    await mark(staff, next, 3, marks(user, 'present', 2));
    expect(await enrolmentOf(database(), user, seminar)).toMatchObject({ status: 'completed' });
    expect(await certificatesOf(database(), user)).toContainEqual(expect.objectContaining({ units: 12 }));
  });

  it('removed parts stay named until a letter has left, also a part that was replaced at its time', async () => {
    const { staff, user, date } = await scene([-2, 48, 96]);
    const plan = (...parts: readonly object[]) =>
      ask(database(), signedIn(staff), PLAN_PARTS, [date, JSON.stringify(parts), null]);
    const first = { id: PART(1), day: dayFrom(9), starts: '08:00', ends: '09:00', units: 4, title: '' };
    const gone = async () => Object(Object((await letters(user)).at(-1)).details).gone;
    await plan(first, evening(5, { id: PART(2) }));
    await plan(first, evening(5));
    expect(await gone()).toMatchObject([{ id: PART(3) }, { id: PART(2) }]);
  });

  it('its place and link change until the last part ends', async () => {
    const { staff, seminar, date } = await scene([-2, 48]);
    const change = 'select nemus_change_date($1::text::uuid, $2::text::jsonb)';
    const plan = JSON.stringify(planDate(seminar, { location: 'Saal 2', capacity: 20 }));
    expect(await refusal(database(), signedIn(staff), change, [date, plan])).toBeNull();
    await writeParts(database(), date, [-50, -26]);
    expect((await refusal(database(), signedIn(staff), change, [date, plan]))?.hint).toBe('date_unchangeable');
  });

  it('is cancelled until the last part ends: the rest ends, what was attended stays', async () => {
    const { staff, user, seminar, date } = await scene([-50, -1, 48], 1);
    const cancel = [date, 'Krank', 'false'];
    await mark(staff, date, 1, marks(user, 'present', 0));
    const papers = await certificatesOf(database(), user);
    // The second part runs: the people in the room would lose it.
    expect((await refusal(database(), signedIn(staff), CANCEL_DATE, cancel))?.hint).toBe('attendance_open');
    await mark(staff, date, 2, marks(user, 'absent', 1));
    expect(await changeDates(database(), staff, CANCEL_DATE, cancel)).toEqual([date]);
    expect(await changeDates(database(), staff, CANCEL_DATE, cancel)).toEqual([]);
    expect(await placesTaken(database(), date)).toEqual([0, 0]);
    expect((await letters(user)).at(-1)).toMatchObject({ kind: 'cancelled', details: { reason: 'Krank' } });
    expect(await certificatesOf(database(), user)).toEqual(papers);
    expect(await hours(user)).toHaveLength(2);
    const shown = 'select status, has_certificate from nemus_my_appointments where id = $1::text::uuid';
    expect(await ask(database(), signedIn(user), shown, [date])).toEqual([
      { status: 'cancelled', has_certificate: true },
    ]);
    // A wrong mark is still corrected; parts that were not held get none.
    await mark(staff, date, 1, marks(user, 'absent', 2));
    expect(await hours(user)).toEqual([]);
    const coming = [date, marks(user, 'present', 3), PART(3)];
    expect((await refusal(database(), signedIn(staff), MARK_PART, coming))?.hint).toBe('date_cancelled');
    // The seminar is not complete, so another date is chosen.
    const next = await addDate(database(), seminar, { hours: 500, capacity: 3 });
    await givePlace(database(), user, next);
    expect(await placesTaken(database(), next)).toEqual([1, 1]);
    const over = await addDateInParts(database(), [-50, -26]);
    expect((await refusal(database(), signedIn(staff), CANCEL_DATE, [over.date, 'Krank', 'false']))?.hint).toBe(
      'date_unchangeable',
    );
  });

  it('takes no notice of a past part that collides', async () => {
    const { staff, date } = await scene([-50, 48]);
    const other = await addDateInParts(database(), [-50, 96]);
    await database().query(
      `update nemus_appointments set format = 'Präsenz', location = 'Saal 7' where id in ($1::text::uuid, $2::text::uuid)`,
      [date, other.date],
    );
    const plan = (...parts: readonly object[]) =>
      refusal(database(), signedIn(staff), PLAN_PARTS, [date, JSON.stringify(parts), null]);
    expect(await plan({ id: PART(1) }, evening(5, { id: PART(2) }))).toBeNull();
    const free = evening(4, { starts: '00:00', ends: '23:59', id: PART(2) });
    expect((await plan({ id: PART(1) }, free))?.hint).toBe('room_taken');
  });

  it('the report of an institution counts a date in the week of each part, and each person once', async () => {
    const institution = await signUpInstitution(database());
    const { account } = await linkTrainee(database(), institution);
    await takePart(database(), account, await addDateInParts(database(), [24 * 30, 24 * 44, 24 * 45]));
    const next = async (last: number) =>
      one(
        await database().query(
          `select f ->> 'next_dates' as dates, f ->> 'next_places' as places
           from private.nemus_report_figures($1::text::uuid, $2::text::date, $3::text::date) f`,
          [institution, dayFrom(last - 6), dayFrom(last)],
        ),
      );
    expect(await next(27)).toEqual({ dates: '1', places: '1' });
    expect(await next(34)).toEqual({ dates: '0', places: '0' });
    expect(await next(41)).toEqual({ dates: '1', places: '1' });
  });
}
