import { signUp } from '../accounts';
import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { addSeminar } from './seminar-dates';
import { one, text } from './values';

export const CHOOSE = 'select nemus_choose_date($1::text::uuid) as chosen';
export const LEAVE = 'select nemus_cancel_appointment($1::text::uuid)';

/** What of a date matters here: when it begins in hours, for how many it has places, until when it can be changed. */
export interface DateOf {
  readonly hours?: number;
  readonly capacity?: number;
  readonly deadline?: number | null;
}

/** A date of a seminar. */
export async function addDate(
  database: TestDatabase,
  seminar: string,
  { hours = 240, capacity = 1, deadline = null }: DateOf = {},
): Promise<string> {
  return text(
    await database.query(
      `insert into nemus_appointments (course_id, title, starts_at, ends_at, type, format, capacity, change_until)
       values ($1::text::uuid, 'Traumatherapie', now() + $2::text::interval, now() + $2::text::interval + interval '6 hours',
         'Seminar', 'Online', $3::text::int, now() + $4::text::interval) returning id::text`,
      [seminar, `${hours} hours`, String(capacity), deadline === null ? null : `${deadline} hours`],
    ),
    'id',
  );
}

/** Somebody who has bought a seminar. */
export async function enrol(database: TestDatabase, seminar: string): Promise<string> {
  const user = await signUp(database);
  await database.query(
    `insert into nemus_course_enrollments (user_id, course_id, enrollment_type)
     values ($1::text::uuid, $2::text::uuid, 'direct_purchase')`,
    [user, seminar],
  );
  return user;
}

export const choose = async (database: TestDatabase, user: string, date: string) =>
  one(await ask(database, signedIn(user), CHOOSE, [date])).chosen;
export const leave = (database: TestDatabase, user: string, date: string) =>
  ask(database, signedIn(user), LEAVE, [date]);

/** How many places of a date are taken, by its counter and by its participations. */
export async function taken(database: TestDatabase, date: string): Promise<readonly [unknown, unknown]> {
  const row = one(
    await database.query(
      `select participants_taken as counted, (select count(*)::int from nemus_appointment_participations p
         where p.appointment_id = a.id and p.status = 'confirmed') as held
       from nemus_appointments a where id = $1::text::uuid`,
      [date],
    ),
  );
  return [row.counted, row.held];
}

/** How somebody takes part in a date: the status with the position in the queue, or null. */
export async function partOf(database: TestDatabase, user: string, date: string): Promise<string | null> {
  const [row] = await database.query(
    `select concat_ws(' ', status, waitlist_position) as part from nemus_appointment_participations
     where user_id = $1::text::uuid and appointment_id = $2::text::uuid`,
    [user, date],
  );
  return row === undefined ? null : String(row.part);
}

const mark = (database: TestDatabase, user: string, date: string, attendance: string, units: number) =>
  database.query(
    `update nemus_appointment_participations set attendance = $3, attended_units = $4::text::int, marked_at = now(),
       marked_how = 'list' where user_id = $1::text::uuid and appointment_id = $2::text::uuid`,
    [user, date, attendance, String(units)],
  );

/** Puts a date where it has begun and ended. */
const pass = (database: TestDatabase, date: string) =>
  database.query(
    `update nemus_appointments set starts_at = now() - interval '1 day', ends_at = now() - interval '18 hours', change_until = null
     where id = $1::text::uuid`,
    [date],
  );

export function placeTests(database: () => TestDatabase): void {
  const hint = async (user: string, date: string, statement = CHOOSE) =>
    (await refusal(database(), signedIn(user), statement, [date]))?.hint;

  it('gives a place to who is enrolled, once, however often it is asked for', async () => {
    const seminar = await addSeminar(database());
    const date = await addDate(database(), seminar, { capacity: 5 });
    const user = await enrol(database(), seminar);
    const placed = { status: 'confirmed', waitlist_position: null };
    expect(await choose(database(), user, date)).toEqual(placed);
    expect(await choose(database(), user, date)).toEqual(placed);
    expect(await taken(database(), date)).toEqual([1, 1]);
  });

  it('gives none without an enrolment in this seminar, whatever way it is asked for', async () => {
    const seminar = await addSeminar(database());
    const date = await addDate(database(), seminar);
    const [stranger, other] = [await signUp(database()), await enrol(database(), await addSeminar(database()))];
    expect(await hint(stranger, date)).toBe('date_not_found');
    expect(await hint(other, date)).toBe('date_not_found');
    expect(await hint(other, '00000000-0000-4000-8000-000000000000')).toBe('date_not_found');
    await expect(
      database().query(
        `insert into nemus_appointment_participations (appointment_id, user_id) values ($1::text::uuid, $2::text::uuid)`,
        [date, stranger],
      ),
    ).rejects.toThrow('date_not_found');
    const own = await refusal(
      database(),
      signedIn(other),
      'insert into nemus_appointment_participations (appointment_id, user_id) values ($1::text::uuid, $2::text::uuid)',
      [date, other],
    );
    expect(own?.code).toBe('42501');
    expect(await taken(database(), date)).toEqual([0, 0]);
  });

  it('gives none at an appointment without a seminar', async () => {
    const user = await enrol(database(), await addSeminar(database()));
    const id = text(
      await database().query(
        `insert into nemus_appointments (title, starts_at, ends_at, type, format, capacity)
         values ('Frei', now() + interval '1 day', now() + interval '2 days', 'Workshop', 'Online', 5) returning id::text`,
      ),
      'id',
    );
    expect(await hint(user, id)).toBe('date_not_found');
  });

  it('changes to another date, and the place that was left goes to the next', async () => {
    const seminar = await addSeminar(database());
    const [first, second] = [await addDate(database(), seminar), await addDate(database(), seminar)];
    const [anna, ben] = [await enrol(database(), seminar), await enrol(database(), seminar)];
    await choose(database(), anna, first);
    expect(await choose(database(), ben, first)).toEqual({ status: 'waitlist', waitlist_position: 1 });
    await choose(database(), anna, second);
    expect(await partOf(database(), anna, first)).toBe('cancelled');
    expect(await partOf(database(), ben, first)).toBe('confirmed');
    expect(await taken(database(), first)).toEqual([1, 1]);
    expect(await taken(database(), second)).toEqual([1, 1]);
  });

  it('keeps the place of who waits for another date until moving up, and frees it then', async () => {
    const seminar = await addSeminar(database());
    const [first, second] = [await addDate(database(), seminar), await addDate(database(), seminar)];
    const [anna, ben, cem] = [
      await enrol(database(), seminar),
      await enrol(database(), seminar),
      await enrol(database(), seminar),
    ];
    await choose(database(), anna, first);
    await choose(database(), ben, second);
    await choose(database(), ben, first);
    await choose(database(), cem, second);
    expect(await partOf(database(), ben, second)).toBe('confirmed');
    await leave(database(), anna, first);
    expect(await partOf(database(), ben, first)).toBe('confirmed');
    expect(await partOf(database(), ben, second)).toBe('cancelled');
    expect(await partOf(database(), cem, second)).toBe('confirmed');
    expect(await taken(database(), second)).toEqual([1, 1]);
  });

  it('has one waiting position at a time, and the list closes behind who leaves it', async () => {
    const seminar = await addSeminar(database());
    const [first, second, third] = [
      await addDate(database(), seminar),
      await addDate(database(), seminar),
      await addDate(database(), seminar),
    ];
    const [anna, ben, cem, dana] = [
      await enrol(database(), seminar),
      await enrol(database(), seminar),
      await enrol(database(), seminar),
      await enrol(database(), seminar),
    ];
    await choose(database(), anna, first);
    await choose(database(), ben, second);
    await choose(database(), cem, first);
    await choose(database(), dana, first);
    await choose(database(), cem, second);
    expect(await partOf(database(), cem, first)).toBe('cancelled');
    expect(await partOf(database(), dana, first)).toBe('waitlist 1');
    expect(await choose(database(), cem, third)).toMatchObject({ status: 'confirmed' });
    expect(await partOf(database(), cem, second)).toBe('cancelled');
    await leave(database(), dana, first);
    expect(await partOf(database(), dana, first)).toBe('cancelled');
  });

  it('is chosen again after it was left', async () => {
    const seminar = await addSeminar(database());
    const date = await addDate(database(), seminar);
    const user = await enrol(database(), seminar);
    await choose(database(), user, date);
    await leave(database(), user, date);
    expect(await taken(database(), date)).toEqual([0, 0]);
    expect(await choose(database(), user, date)).toMatchObject({ status: 'confirmed' });
    expect(await taken(database(), date)).toEqual([1, 1]);
  });

  it('holds the deadlines: of the date that is chosen, and of the one that is left', async () => {
    const seminar = await addSeminar(database());
    const [fixed, closed, open] = [
      await addDate(database(), seminar, { hours: 24, deadline: 1 }),
      await addDate(database(), seminar, { hours: 24, deadline: -1 }),
      await addDate(database(), seminar),
    ];
    const user = await enrol(database(), seminar);
    expect(await hint(user, closed)).toBe('date_closed');
    await choose(database(), user, fixed);
    await database().query(
      `update nemus_appointments set change_until = now() - interval '1 minute' where id = $1::text::uuid`,
      [fixed],
    );
    expect(await hint(user, open)).toBe('place_fixed');
    expect(await hint(user, fixed, LEAVE)).toBe('place_fixed');
    expect(await partOf(database(), user, fixed)).toBe('confirmed');
    expect(await taken(database(), open)).toEqual([0, 0]);
  });

  it('passes over who waits and cannot leave the own place any more', async () => {
    const seminar = await addSeminar(database());
    const [near, far] = [
      await addDate(database(), seminar, { hours: 24, deadline: 2 }),
      await addDate(database(), seminar),
    ];
    const [anna, ben, cem] = [
      await enrol(database(), seminar),
      await enrol(database(), seminar),
      await enrol(database(), seminar),
    ];
    await choose(database(), anna, far);
    await choose(database(), ben, near);
    await choose(database(), ben, far);
    await choose(database(), cem, far);
    await database().query(
      `update nemus_appointments set change_until = now() - interval '1 minute' where id = $1::text::uuid`,
      [near],
    );
    await leave(database(), anna, far);
    expect(await partOf(database(), ben, near)).toBe('confirmed');
    expect(await partOf(database(), ben, far)).toBe('waitlist 1');
    expect(await partOf(database(), cem, far)).toBe('confirmed');
  });

  it('is none at a date that was cancelled or has begun; another one can be chosen instead', async () => {
    const seminar = await addSeminar(database());
    const [gone, next, past] = [
      await addDate(database(), seminar, { capacity: 5 }),
      await addDate(database(), seminar),
      await addDate(database(), seminar, { hours: -2 }),
    ];
    const [user, late] = [await enrol(database(), seminar), await enrol(database(), seminar)];
    await choose(database(), user, gone);
    await database().query(
      `update nemus_appointments set cancelled_at = now(), cancel_reason = 'Krankheit' where id = $1::text::uuid`,
      [gone],
    );
    expect(
      one(
        await ask(
          database(),
          signedIn(user),
          'select status, cancelled_by_academy, cancel_reason from nemus_my_appointments',
        ),
      ),
    ).toEqual({ status: 'cancelled', cancelled_by_academy: true, cancel_reason: 'Krankheit' });
    expect(await hint(late, gone)).toBe('date_cancelled');
    expect(await hint(user, gone, LEAVE)).toBe('appointment_over');
    expect(await hint(late, past)).toBe('date_closed');
    expect(await choose(database(), user, next)).toMatchObject({ status: 'confirmed' });
  });

  it('is chosen again after a date that somebody missed or came to in part, and not after the whole of it', async () => {
    const seminar = await addSeminar(database());
    const [first, second] = [await addDate(database(), seminar), await addDate(database(), seminar)];
    const user = await enrol(database(), seminar);
    await choose(database(), user, first);
    await pass(database(), first);
    const shown = async () =>
      one(
        await ask(
          database(),
          signedIn(user),
          'select status, attendance from nemus_my_appointments where ends_at < now()',
        ),
      );
    expect(await shown()).toEqual({ status: 'confirmed', attendance: null });
    await mark(database(), user, first, 'partial', 4);
    expect(await shown()).toEqual({ status: 'completed', attendance: 'partial' });
    expect(await choose(database(), user, second)).toMatchObject({ status: 'confirmed' });
    expect(await partOf(database(), user, first)).toBe('confirmed');
    await leave(database(), user, second);
    await mark(database(), user, first, 'present', 8);
    expect(await hint(user, second)).toBe('seminar_attended');
  });

  it('goes with the enrolment, and the next gets it; what took place stays', async () => {
    const seminar = await addSeminar(database());
    const [past, date, other] = [
      await addDate(database(), seminar),
      await addDate(database(), seminar),
      await addDate(database(), seminar),
    ];
    const [anna, ben, cem] = [
      await enrol(database(), seminar),
      await enrol(database(), seminar),
      await enrol(database(), seminar),
    ];
    await choose(database(), anna, past);
    await pass(database(), past);
    await mark(database(), anna, past, 'partial', 4);
    await choose(database(), anna, date);
    await choose(database(), ben, date);
    await choose(database(), cem, other);
    await choose(database(), anna, other);
    const unenrol = (user: string) =>
      database().query(
        'delete from nemus_course_enrollments where user_id = $1::text::uuid and course_id = $2::text::uuid',
        [user, seminar],
      );
    await unenrol(anna);
    expect(await partOf(database(), anna, past)).toBe('confirmed');
    expect(await partOf(database(), anna, date)).toBe('cancelled');
    expect(await partOf(database(), anna, other)).toBe('cancelled');
    expect(await partOf(database(), ben, date)).toBe('confirmed');
    expect(await hint(anna, other)).toBe('date_not_found');
    expect(await taken(database(), date)).toEqual([1, 1]);
  });

  it('goes with the account', async () => {
    const seminar = await addSeminar(database());
    const date = await addDate(database(), seminar);
    const [anna, ben] = [await enrol(database(), seminar), await enrol(database(), seminar)];
    await choose(database(), anna, date);
    await choose(database(), ben, date);
    await database().query('delete from auth.users where id = $1::text::uuid', [anna]);
    expect(await partOf(database(), ben, date)).toBe('confirmed');
    expect(await taken(database(), date)).toEqual([1, 1]);
  });

  it('tells who chose, waits, moves up and loses a place', async () => {
    const seminar = await addSeminar(database());
    const [date, other] = [await addDate(database(), seminar), await addDate(database(), seminar)];
    const [anna, ben] = [await enrol(database(), seminar), await enrol(database(), seminar)];
    const letters = async (user: string) =>
      (
        await database().query(
          'select kind, appointment_id::text as date from private.nemus_date_letters where user_id = $1::text::uuid order by kind',
          [user],
        )
      ).map((row) => [row.kind, row.date]);
    await choose(database(), anna, date);
    await choose(database(), ben, date);
    expect(await letters(anna)).toEqual([['place_confirmed', date]]);
    expect(await letters(ben)).toEqual([['waitlisted', date]]);
    await choose(database(), anna, other);
    expect(await letters(anna)).toEqual([
      ['place_confirmed', other],
      ['place_ended', date],
    ]);
    expect(await letters(ben)).toEqual([['promoted', date]]);
    // Her request sends his mail as well, which is about a date that she does not name; it is forgotten who caused it.
    const sent = await ask(
      database(),
      SERVICE,
      `select l ->> 'letter_id' as id, l ->> 'kind' as kind
       from jsonb_array_elements(nemus_claim_date_letters(array[$1::text::uuid], $2::text::uuid)) l order by 2`,
      [other, anna],
    );
    expect(sent.map(({ kind }) => kind)).toEqual(['place_confirmed', 'place_ended', 'promoted']);
    for (const { id } of sent) {
      await ask(database(), SERVICE, 'select nemus_note_date_letter($1::text::uuid, true)', [id]);
    }
    expect(
      await database().query('select 1 from private.nemus_date_letters where caused_by = $1::text::uuid', [anna]),
    ).toEqual([]);
  });
}
