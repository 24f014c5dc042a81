import { ask, refusal, SERVICE, signedIn, type Row, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { addSeminar } from '../scenes/courses';
import { CANCEL_DATE } from '../scenes/date-plans';
import { addDate } from '../scenes/dates';
import { signUpEnrolled } from '../scenes/enrolments';
import { CHOOSE_DATE, chooseDate, givePlace, LEAVE_DATE, leaveDate, partOf, placesTaken } from '../scenes/places';
import { one, text } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';

const mark = (database: TestDatabase, user: string, date: string, attendance: string, units: number) =>
  database.query(
    `update nemus_appointment_participations set attendance = $3, attended_units = $4::text::int, marked_at = now(),
       marked_how = 'list' where user_id = $1::text::uuid and appointment_id = $2::text::uuid`,
    [user, date, attendance, String(units)],
  );

/** Moves a date into the past. */
const pass = (database: TestDatabase, date: string) =>
  database.query(
    `update nemus_appointments set starts_at = now() - interval '1 day', ends_at = now() - interval '18 hours', change_until = null
     where id = $1::text::uuid`,
    [date],
  );

export function placeCases(database: () => TestDatabase): void {
  const hint = async (user: string, date: string, statement = CHOOSE_DATE) =>
    (await refusal(database(), signedIn(user), statement, [date]))?.hint;

  it('gives a place to who is enrolled, once, however often it is asked for', async () => {
    const seminar = await addSeminar(database());
    const date = await addDate(database(), seminar, { capacity: 5 });
    const user = await signUpEnrolled(database(), seminar);
    const placed = { status: 'confirmed', waitlist_position: null };
    expect(await chooseDate(database(), user, date)).toEqual(placed);
    expect(await chooseDate(database(), user, date)).toEqual(placed);
    expect(await placesTaken(database(), date)).toEqual([1, 1]);
  });

  it('gives none without an enrolment in this seminar, whatever way it is asked for', async () => {
    const seminar = await addSeminar(database());
    const date = await addDate(database(), seminar);
    const [stranger, other] = [
      await signUp(database()),
      await signUpEnrolled(database(), await addSeminar(database())),
    ];
    expect(await hint(stranger, date)).toBe('date_not_found');
    expect(await hint(other, date)).toBe('date_not_found');
    expect(await hint(other, '00000000-0000-4000-8000-000000000000')).toBe('date_not_found');
    await expect(givePlace(database(), stranger, date)).rejects.toThrow('date_not_found');
    const own = await refusal(
      database(),
      signedIn(other),
      'insert into nemus_appointment_participations (appointment_id, user_id) values ($1::text::uuid, $2::text::uuid)',
      [date, other],
    );
    expect(own?.code).toBe('42501');
    expect(await placesTaken(database(), date)).toEqual([0, 0]);
  });

  it('gives none at an appointment without a seminar', async () => {
    const user = await signUpEnrolled(database(), await addSeminar(database()));
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
    const [anna, ben] = [await signUpEnrolled(database(), seminar), await signUpEnrolled(database(), seminar)];
    await chooseDate(database(), anna, first);
    expect(await chooseDate(database(), ben, first)).toEqual({ status: 'waitlist', waitlist_position: 1 });
    await chooseDate(database(), anna, second);
    expect(await partOf(database(), anna, first)).toBe('cancelled');
    expect(await partOf(database(), ben, first)).toBe('confirmed');
    expect(await placesTaken(database(), first)).toEqual([1, 1]);
    expect(await placesTaken(database(), second)).toEqual([1, 1]);
  });

  it('keeps the place of who waits for another date until moving up, and frees it then', async () => {
    const seminar = await addSeminar(database());
    const [first, second] = [await addDate(database(), seminar), await addDate(database(), seminar)];
    const [anna, ben, cem] = [
      await signUpEnrolled(database(), seminar),
      await signUpEnrolled(database(), seminar),
      await signUpEnrolled(database(), seminar),
    ];
    await chooseDate(database(), anna, first);
    await chooseDate(database(), ben, second);
    await chooseDate(database(), ben, first);
    await chooseDate(database(), cem, second);
    expect(await partOf(database(), ben, second)).toBe('confirmed');
    await leaveDate(database(), anna, first);
    expect(await partOf(database(), ben, first)).toBe('confirmed');
    expect(await partOf(database(), ben, second)).toBe('cancelled');
    expect(await partOf(database(), cem, second)).toBe('confirmed');
    expect(await placesTaken(database(), second)).toEqual([1, 1]);
  });

  it('has one waiting position at a time, and the list closes behind who leaves it', async () => {
    const seminar = await addSeminar(database());
    const [first, second, third] = [
      await addDate(database(), seminar),
      await addDate(database(), seminar),
      await addDate(database(), seminar),
    ];
    const [anna, ben, cem, dana] = [
      await signUpEnrolled(database(), seminar),
      await signUpEnrolled(database(), seminar),
      await signUpEnrolled(database(), seminar),
      await signUpEnrolled(database(), seminar),
    ];
    await chooseDate(database(), anna, first);
    await chooseDate(database(), ben, second);
    await chooseDate(database(), cem, first);
    await chooseDate(database(), dana, first);
    await chooseDate(database(), cem, second);
    expect(await partOf(database(), cem, first)).toBe('cancelled');
    expect(await partOf(database(), dana, first)).toBe('waitlist 1');
    expect(await chooseDate(database(), cem, third)).toMatchObject({ status: 'confirmed' });
    expect(await partOf(database(), cem, second)).toBe('cancelled');
    await leaveDate(database(), dana, first);
    expect(await partOf(database(), dana, first)).toBe('cancelled');
  });

  it('is chosen again after it was left', async () => {
    const seminar = await addSeminar(database());
    const date = await addDate(database(), seminar);
    const user = await signUpEnrolled(database(), seminar);
    await chooseDate(database(), user, date);
    await leaveDate(database(), user, date);
    expect(await placesTaken(database(), date)).toEqual([0, 0]);
    expect(await chooseDate(database(), user, date)).toMatchObject({ status: 'confirmed' });
    expect(await placesTaken(database(), date)).toEqual([1, 1]);
  });

  it('holds the deadlines: of the date that is chosen, and of the one that is left', async () => {
    const seminar = await addSeminar(database());
    const [fixed, closed, open] = [
      await addDate(database(), seminar, { hours: 24, deadline: 1 }),
      await addDate(database(), seminar, { hours: 24, deadline: -1 }),
      await addDate(database(), seminar),
    ];
    const user = await signUpEnrolled(database(), seminar);
    expect(await hint(user, closed)).toBe('date_closed');
    await chooseDate(database(), user, fixed);
    await database().query(
      `update nemus_appointments set change_until = now() - interval '1 minute' where id = $1::text::uuid`,
      [fixed],
    );
    expect(await hint(user, open)).toBe('place_fixed');
    expect(await hint(user, fixed, LEAVE_DATE)).toBe('place_fixed');
    expect(await partOf(database(), user, fixed)).toBe('confirmed');
    expect(await placesTaken(database(), open)).toEqual([0, 0]);
  });

  it('passes over who waits and cannot leave the own place any more', async () => {
    const seminar = await addSeminar(database());
    const [near, far] = [
      await addDate(database(), seminar, { hours: 24, deadline: 2 }),
      await addDate(database(), seminar),
    ];
    const [anna, ben, cem] = [
      await signUpEnrolled(database(), seminar),
      await signUpEnrolled(database(), seminar),
      await signUpEnrolled(database(), seminar),
    ];
    await chooseDate(database(), anna, far);
    await chooseDate(database(), ben, near);
    await chooseDate(database(), ben, far);
    await chooseDate(database(), cem, far);
    await database().query(
      `update nemus_appointments set change_until = now() - interval '1 minute' where id = $1::text::uuid`,
      [near],
    );
    await leaveDate(database(), anna, far);
    expect(await partOf(database(), ben, near)).toBe('confirmed');
    expect(await partOf(database(), ben, far)).toBe('waitlist 1');
    expect(await partOf(database(), cem, far)).toBe('confirmed');
  });

  it('passes over who has attended the seminar meanwhile', async () => {
    const seminar = await addSeminar(database(), { theory: 8, practice: 0 });
    const [early, later] = [await addDate(database(), seminar), await addDate(database(), seminar)];
    const [anna, ben, cem] = [
      await signUpEnrolled(database(), seminar),
      await signUpEnrolled(database(), seminar),
      await signUpEnrolled(database(), seminar),
    ];
    await chooseDate(database(), ben, early);
    await chooseDate(database(), anna, later);
    for (const user of [ben, cem]) await chooseDate(database(), user, later);
    await pass(database(), early);
    await mark(database(), ben, early, 'present', 8);
    expect(await hint(ben, early)).toBe('seminar_attended');
    await leaveDate(database(), anna, later);
    expect(await partOf(database(), cem, later)).toBe('confirmed');
    expect(await partOf(database(), ben, later)).toBe('waitlist 1');
  });

  it.each([
    [
      'the other date, which no one could leave any more, was cancelled',
      async (other: string) =>
        ask(database(), signedIn(await hireStaff(database(), ['teaching'])), CANCEL_DATE, [other, 'Krank', 'false']),
    ],
    [
      'the other date was missed',
      async (other: string, user: string) => {
        await pass(database(), other);
        await mark(database(), user, other, 'absent', 0);
      },
    ],
  ])('goes to who was passed over, once %s', async (_when, ends) => {
    const seminar = await addSeminar(database());
    const [date, other] = [
      await addDate(database(), seminar),
      await addDate(database(), seminar, { hours: 24, deadline: 12, capacity: 5 }),
    ];
    const [holder, waiting] = [await signUpEnrolled(database(), seminar), await signUpEnrolled(database(), seminar)];
    await chooseDate(database(), holder, date);
    await chooseDate(database(), waiting, other);
    await chooseDate(database(), waiting, date);
    await database().query(`update nemus_appointments set change_until = now() where id = $1::text::uuid`, [other]);
    await leaveDate(database(), holder, date);
    await database().query('select private.nemus_offer_places()');
    expect(await partOf(database(), waiting, date)).toBe('waitlist 1');
    await ends(other, waiting);
    await database().query('select private.nemus_offer_places()');
    expect(await partOf(database(), waiting, date)).toBe('confirmed');
    expect(await placesTaken(database(), date)).toEqual([1, 1]);
  });

  it('is none at a date that was cancelled or has begun; another one can be chosen instead', async () => {
    const seminar = await addSeminar(database());
    const [gone, next, past] = [
      await addDate(database(), seminar, { capacity: 5 }),
      await addDate(database(), seminar),
      await addDate(database(), seminar, { hours: -2 }),
    ];
    const [user, late] = [await signUpEnrolled(database(), seminar), await signUpEnrolled(database(), seminar)];
    await chooseDate(database(), user, gone);
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
    expect(await hint(user, gone, LEAVE_DATE)).toBe('appointment_over');
    expect(await hint(late, past)).toBe('date_closed');
    expect(await chooseDate(database(), user, next)).toMatchObject({ status: 'confirmed' });
  });

  it('can be chosen again after a date that was missed or attended in part, not after a complete one', async () => {
    const seminar = await addSeminar(database());
    const [first, second] = [await addDate(database(), seminar), await addDate(database(), seminar)];
    const user = await signUpEnrolled(database(), seminar);
    await chooseDate(database(), user, first);
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
    expect(await chooseDate(database(), user, second)).toMatchObject({ status: 'confirmed' });
    expect(await partOf(database(), user, first)).toBe('confirmed');
    await leaveDate(database(), user, second);
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
      await signUpEnrolled(database(), seminar),
      await signUpEnrolled(database(), seminar),
      await signUpEnrolled(database(), seminar),
    ];
    await chooseDate(database(), anna, past);
    await pass(database(), past);
    await mark(database(), anna, past, 'partial', 4);
    await chooseDate(database(), anna, date);
    await chooseDate(database(), ben, date);
    await chooseDate(database(), cem, other);
    await chooseDate(database(), anna, other);
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
    expect(await placesTaken(database(), date)).toEqual([1, 1]);
  });

  it('goes with the account', async () => {
    const seminar = await addSeminar(database());
    const date = await addDate(database(), seminar);
    const [anna, ben] = [await signUpEnrolled(database(), seminar), await signUpEnrolled(database(), seminar)];
    await chooseDate(database(), anna, date);
    await chooseDate(database(), ben, date);
    await database().query('delete from auth.users where id = $1::text::uuid', [anna]);
    expect(await partOf(database(), ben, date)).toBe('confirmed');
    expect(await placesTaken(database(), date)).toEqual([1, 1]);
  });

  it('tells who chose, waits, moves up and loses a place', async () => {
    const seminar = await addSeminar(database());
    const [date, other] = [await addDate(database(), seminar), await addDate(database(), seminar)];
    const [anna, ben] = [await signUpEnrolled(database(), seminar), await signUpEnrolled(database(), seminar)];
    const letters = async (user: string) =>
      (
        await database().query(
          'select kind, appointment_id::text as date from private.nemus_date_letters where user_id = $1::text::uuid order by kind',
          [user],
        )
      ).map((row) => [row.kind, row.date]);
    await chooseDate(database(), anna, date);
    await chooseDate(database(), ben, date);
    expect(await letters(anna)).toEqual([['place_confirmed', date]]);
    expect(await letters(ben)).toEqual([['waitlisted', date]]);
    await chooseDate(database(), anna, other);
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

/** Places that become free after the deadline. */
export function offeredPlaceCases(database: () => TestDatabase): void {
  const ACCEPT = 'select nemus_accept_place($1::text::uuid)';
  const hint = async (user: string, date: string, statement = ACCEPT) =>
    (await refusal(database(), signedIn(user), statement, [date]))?.hint;
  const close = (date: string) =>
    database().query(
      `update nemus_appointments set change_until = now() - interval '1 minute' where id = $1::text::uuid`,
      [date],
    );
  const end = (user: string) =>
    database().query(
      `update nemus_appointment_participations set offered_until = now() - interval '1 minute'
       where user_id = $1::text::uuid and offered_until is not null`,
      [user],
    );
  const offersOf = async (date: string) =>
    (
      await database().query(
        `select user_id::text as user from nemus_appointment_participations
         where appointment_id = $1::text::uuid and offered_until > now() order by waitlist_position`,
        [date],
      )
    ).map(({ user }) => user);
  const passOn = () => database().query('select private.nemus_offer_places()');

  /** A full date after its deadline, its holder, and two people who wait, the first with a place at another date. */
  async function lateDate() {
    const seminar = await addSeminar(database());
    const [date, other] = [
      await addDate(database(), seminar, { capacity: 1 }),
      await addDate(database(), seminar, { capacity: 2 }),
    ];
    const [holder, first, second] = [
      await signUpEnrolled(database(), seminar),
      await signUpEnrolled(database(), seminar),
      await signUpEnrolled(database(), seminar),
    ];
    await chooseDate(database(), holder, date);
    await chooseDate(database(), first, other);
    for (const user of [first, second]) await chooseDate(database(), user, date);
    await close(date);
    return { seminar, date, other, holder, first, second };
  }
  const free = (holder: string, seminar: string) =>
    database().query(
      'delete from nemus_course_enrollments where user_id = $1::text::uuid and course_id = $2::text::uuid',
      [holder, seminar],
    );

  it('are offered, and no one is moved: the present place stays until the person accepts', async () => {
    const { seminar, date, other, holder, first, second } = await lateDate();
    await free(holder, seminar);
    expect(await offersOf(date)).toEqual([first]);
    expect(await partOf(database(), first, date)).toBe('waitlist 1');
    expect(await partOf(database(), first, other)).toBe('confirmed');
    expect(await placesTaken(database(), date)).toEqual([0, 0]);
    const [news] = await database().query(
      `select kind, facts ->> 'until' as until from nemus_notifications where user_id = $1::text::uuid and kind = 'place_offered'`,
      [first],
    );
    expect(news?.until).not.toBeNull();
    // Not to the next in the meantime.
    expect(await hint(second, date)).toBe('offer_over');
    expect(await hint(first, date)).toBeUndefined();
    expect(await hint(first, date)).toBeUndefined();
    expect(await partOf(database(), first, date)).toBe('confirmed');
    expect(await partOf(database(), first, other)).toBe('cancelled');
    expect(await partOf(database(), second, date)).toBe('waitlist 1');
    expect(await placesTaken(database(), date)).toEqual([1, 1]);
  });

  it('go to the next when the offer ends or is declined, in order and once', async () => {
    const { seminar, date, other, holder, first, second } = await lateDate();
    await free(holder, seminar);
    await passOn();
    expect(await offersOf(date)).toEqual([first]);
    await end(first);
    await passOn();
    expect(await offersOf(date)).toEqual([second]);
    // Too late: it is the next person's.
    expect(await hint(first, date)).toBe('offer_over');
    await leaveDate(database(), second, date);
    // Declined: the person who let it pass may still have it, but is not asked again.
    expect(await offersOf(date)).toEqual([]);
    await passOn();
    expect(await offersOf(date)).toEqual([]);
    expect(await hint(first, date)).toBeUndefined();
    expect(await partOf(database(), first, other)).toBe('cancelled');
  });

  it('that staff adds are offered as well, as many as there are', async () => {
    const { date, first, second } = await lateDate();
    await database().query('update nemus_appointments set capacity = 3 where id = $1::text::uuid', [date]);
    await passOn();
    expect(await offersOf(date)).toEqual([first, second]);
  });

  it('are offered within a day of a start without deadline: no one loses the other place to one that begins at once', async () => {
    const seminar = await addSeminar(database());
    const [date, other] = [await addDate(database(), seminar, { hours: 48 }), await addDate(database(), seminar)];
    const [holder, waiting] = [await signUpEnrolled(database(), seminar), await signUpEnrolled(database(), seminar)];
    await chooseDate(database(), holder, date);
    await chooseDate(database(), waiting, other);
    await chooseDate(database(), waiting, date);
    await database().query(
      `update nemus_appointments set starts_at = now() + interval '10 minutes', ends_at = now() + interval '4 hours'
       where id = $1::text::uuid`,
      [date],
    );
    await leaveDate(database(), holder, date);
    await passOn();
    expect(await offersOf(date)).toEqual([waiting]);
    expect(await partOf(database(), waiting, other)).toBe('confirmed');
    // It is no one else's meanwhile, and no one else is shown it.
    const later = await signUpEnrolled(database(), seminar);
    const shown = async (user: string) =>
      one(await ask(database(), signedIn(user), 'select nemus_seminar_dates($1::text::uuid) as dates', [seminar]))
        .dates;
    expect(await shown(later)).toMatchObject([{ id: date, free_places: 0 }, {}]);
    expect(await shown(waiting)).toMatchObject([{ id: date, free_places: 1 }, {}]);
    expect(await chooseDate(database(), later, date)).toEqual({ status: 'waitlist', waitlist_position: 2 });
    expect(await hint(waiting, date)).toBeUndefined();
    expect(await partOf(database(), waiting, date)).toBe('confirmed');
    expect(await partOf(database(), waiting, other)).toBe('cancelled');
  });

  it('are given to who waits when a new deadline comes after offers that passed', async () => {
    const { seminar, date, holder, first, second } = await lateDate();
    await free(holder, seminar);
    for (const user of [first, second]) {
      await end(user);
      await passOn();
    }
    await end(second);
    await database().query(
      `update nemus_appointments set change_until = now() + interval '1 day' where id = $1::text::uuid`,
      [date],
    );
    await passOn();
    expect(await partOf(database(), first, date)).toBe('confirmed');
    expect(await partOf(database(), second, date)).toBe('waitlist 1');
    expect(await placesTaken(database(), date)).toEqual([1, 1]);
  });

  it('are not offered to who has completed the seminar meanwhile', async () => {
    const { seminar, date, holder, first, second } = await lateDate();
    await database().query(
      `update nemus_course_enrollments set status = 'completed', progress_percentage = 100
       where user_id = $1::text::uuid and course_id = $2::text::uuid`,
      [first, seminar],
    );
    await free(holder, seminar);
    expect(await offersOf(date)).toEqual([second]);
  });

  it.each([
    ['the person left the list', (user: string, date: string) => leaveDate(database(), user, date)],
    ['the offer ended', end],
    [
      'the date was cancelled',
      async (_user: string, date: string) =>
        ask(database(), signedIn(await hireStaff(database(), ['teaching'])), CANCEL_DATE, [date, 'Krank', 'false']),
    ],
    ['nothing changed', null],
  ] as const)('are mailed only as long as they stand: %s', async (_what, change) => {
    const { seminar, date, holder, first } = await lateDate();
    await free(holder, seminar);
    await change?.(first, date);
    const mails: unknown[] = [];
    // Other tests left mails of their own, and a call claims a part of them.
    for (let claimed: readonly Row[] | null = null; claimed?.length !== 0; mails.push(...claimed))
      claimed = await ask(
        database(),
        SERVICE,
        `select p.user_id::text as user, m ->> 'kind' as kind from jsonb_array_elements(nemus_claim_notification_mails()) m
         join nemus_profiles p on p.email = m ->> 'email'`,
      );
    const offer = { user: first, kind: 'place_offered' };
    if (change) expect(mails).not.toContainEqual(offer);
    else expect(mails).toContainEqual(offer);
  });

  it.each([
    ['moved up', false],
    ['offered a place', true],
  ])('passes over a blocked account, which is not %s until it is unblocked', async (_what, late) => {
    const { seminar, date, holder, first, second } = await lateDate();
    if (!late)
      await database().query('update nemus_appointments set change_until = null where id = $1::text::uuid', [date]);
    const block = (until: string) =>
      database().query('update auth.users set banned_until = $2::text::timestamptz where id = $1::text::uuid', [
        first,
        until,
      ]);
    await block('infinity');
    await free(holder, seminar);
    expect(late ? await offersOf(date) : [await partOf(database(), second, date)]).toEqual([
      late ? second : 'confirmed',
    ]);
    expect(await partOf(database(), first, date)).toBe('waitlist 1');
    await block('-infinity');
    await database().query('update nemus_appointments set capacity = 2 where id = $1::text::uuid', [date]);
    await passOn();
    if (late) expect(await offersOf(date)).toEqual([first, second]);
    else expect(await partOf(database(), first, date)).toBe('confirmed');
  });

  it('are not accepted without basis: enrolment, date, own earlier deadline', async () => {
    const { seminar, date, other, holder, first, second } = await lateDate();
    await free(holder, seminar);
    await close(other);
    expect(await hint(first, date)).toBe('place_fixed');
    await end(first);
    await passOn();
    await free(second, seminar);
    expect(await hint(second, date)).toBe('date_not_found');
    expect(await offersOf(date)).toEqual([]);
    await database().query(
      `update nemus_appointments set cancelled_at = now(), change_until = null where id = $1::text::uuid`,
      [date],
    );
    expect(await hint(first, date)).toBe('date_cancelled');
  });
}
