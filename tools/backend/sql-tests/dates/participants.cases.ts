import { randomUUID } from 'node:crypto';
import { ask, refusal, SERVICE, signedIn, type Row, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { addSeminar } from '../scenes/courses';
import { CANCEL_DATE } from '../scenes/date-plans';
import { addDate } from '../scenes/dates';
import { addFactor, withFactor } from '../scenes/factors';
import { enrol, enrolmentOf, signUpEnrolled } from '../scenes/enrolments';
import { signUpInstitution } from '../scenes/institutions';
import { chooseDate, givePlace, leaveDate, partOf, placesTaken } from '../scenes/places';
import { hints, race, won } from '../scenes/races';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';

const MESSAGE = 'select nemus_message_participants($1::text::uuid, $2::text::uuid[], $3, $4::text::uuid) as answer';
const REBOOK = 'select nemus_rebook_participants($1::text::uuid, $2::text::uuid, $3::text::uuid[]) as answer';
const PREFER = 'select nemus_prefer_waiting($1::text::uuid, $2::text::uuid, $3) as answer';
const REMOVE = 'select nemus_remove_waiting($1::text::uuid, $2::text::uuid, $3)';
const ENTER = 'select nemus_enter_person($1::text::uuid, $2, $3, $4) as answer';
const LIST = 'select nemus_date_participants($1::text::uuid) as answer';
const ids = (people: readonly string[]) => `{${people.join(',')}}`;

/** A seminar with dates, people who have places or wait, and a planner who acts on them. */
async function peopleScene(
  database: TestDatabase,
  { capacity = 5, people = 2, deadline = null as number | null } = {},
) {
  const seminar = await addSeminar(database);
  const date = await addDate(database, seminar, { capacity, deadline });
  const staff = await hireStaff(database, ['teaching']);
  const placed: string[] = [];
  for (let n = 0; n < people; n += 1) {
    const user = await signUpEnrolled(database, seminar);
    await givePlace(database, user, date);
    placed.push(user);
  }
  const call = async (statement: string, ...parameters: readonly unknown[]) =>
    one(await ask(database, signedIn(staff), statement, parameters)).answer;
  const refused = (statement: string, ...parameters: readonly unknown[]) =>
    refusal(database, signedIn(staff), statement, parameters);
  const newsOf = (user: string, kind: string) =>
    database.query(
      `select n.facts, (select count(*)::int from private.nemus_notification_sendings s
           where s.notification_id = n.id and s.channel = 'mail') as mails
         from nemus_notifications n where n.user_id = $1::text::uuid and n.kind = $2`,
      [user, kind],
    );
  const logged = (action: string) =>
    database.query(
      `select actor_name as by, subject_id as id, before, after from private.nemus_audit_log
       where action = $1 and actor_id = $2::text::uuid order by id`,
      [action, staff],
    );
  return { seminar, date, staff, people: placed, call, refused, newsOf, logged };
}

/** Messages to people of a date. */
export function dateMessageCases(database: () => TestDatabase): void {
  it('reach those on the list, once, and stay on record with text and recipients', async () => {
    const { date, seminar, people, call, newsOf, logged } = await peopleScene(database(), { capacity: 2 });
    const [anna = '', ben = ''] = people;
    const waiting = await signUpEnrolled(database(), seminar);
    await chooseDate(database(), waiting, date);
    const stranger = await signUp(database());
    await ask(database(), signedIn(ben), `select nemus_choose_notification('date_message', 'mail', false)`);
    const message = randomUUID();
    const send = () => call(MESSAGE, date, ids([anna, ben, waiting, stranger, anna]), ' Raum 204.\r\nDanke ', message);
    expect(await send()).toEqual({ sent: 3, skipped: 1 });
    // The answer was lost: sent again, it reaches no one twice.
    expect(await send()).toEqual({ sent: 3, skipped: 1 });
    for (const [user, mails] of [
      [anna, 1],
      [ben, 0],
      [waiting, 1],
    ] as const) {
      expect(await newsOf(user, 'date_message')).toEqual([
        { facts: expect.objectContaining({ text: 'Raum 204.\nDanke', title: 'Traumatherapie, Teil 1' }), mails },
      ]);
    }
    expect(await newsOf(stranger, 'date_message')).toEqual([]);
    expect(await logged('message')).toEqual([
      { by: 'Ina Falk', id: date, before: null, after: { text: 'Raum 204.\nDanke', people: [anna, ben, waiting] } },
    ]);
    const { messages } = (await call(LIST, date)) as { messages: { people: string[] }[] };
    expect(messages).toEqual([expect.objectContaining({ by: 'Ina Falk', text: 'Raum 204.\nDanke' })]);
    expect(messages[0]?.people).toHaveLength(3);
    // A deleted account leaves no name.
    await database().query('delete from auth.users where id = $1::text::uuid', [anna]);
    const later = (await call(LIST, date)) as { messages: { people: string[] }[] };
    expect(later.messages[0]?.people).toHaveLength(2);
  });

  it('reach no one who left, before sending or before the mail leaves; and those of a cancelled date', async () => {
    const { date, staff, people, call, newsOf } = await peopleScene(database(), { people: 4 });
    const [anna = '', ben = '', cem = '', dana = ''] = people;
    const leave = (user: string) => leaveDate(database(), user, date);
    await leave(anna);
    await database().query('delete from nemus_course_enrollments where user_id = $1::text::uuid', [ben]);
    expect(await call(MESSAGE, date, ids(people), 'Raum 204', randomUUID())).toEqual({ sent: 2, skipped: 2 });
    expect(await newsOf(anna, 'date_message')).toEqual([]);
    await leave(cem);
    await database().query(`update auth.users set email = 'neu-' || email where id = $1::text::uuid`, [dana]);
    const addresses = await database().query(
      'select user_id::text as id, email from nemus_profiles where user_id = any ($1::text::uuid[])',
      [ids(people)],
    );
    const mails: Row[] = [];
    // Other tests left mails of their own, and a call claims a part of them.
    for (let claimed: readonly Row[] | null = null; claimed?.length !== 0; mails.push(...claimed))
      claimed = await ask(
        database(),
        SERVICE,
        `select m ->> 'email' as email, m ->> 'kind' as kind from jsonb_array_elements(nemus_claim_notification_mails()) m`,
      );
    const told = addresses.filter((known) =>
      mails.some(({ email, kind }) => kind === 'date_message' && email === known.email),
    );
    expect(told).toEqual([{ id: dana, email: expect.stringMatching(/^neu-/) }]);
    await ask(database(), signedIn(staff), CANCEL_DATE, [date, 'Krank', 'false']);
    expect(await call(MESSAGE, date, ids(people), 'Wir rufen Sie an.', randomUUID())).toEqual({ sent: 1, skipped: 3 });
  });

  it('are three a day from a date, in any letters, and refused without text, people or role', async () => {
    const { date, people, call, refused } = await peopleScene(database(), { people: 1 });
    const [anna = ''] = people;
    for (const words of ['🦉'.repeat(350), '漢'.repeat(700), 'Dritte']) {
      expect(await call(MESSAGE, date, ids(people), words, randomUUID())).toEqual({ sent: 1, skipped: 0 });
    }
    expect(await call(MESSAGE, date, ids(people), 'Vierte', randomUUID())).toEqual({ sent: 0, skipped: 1 });
    expect(await refused(MESSAGE, date, ids(people), '  ', randomUUID())).toMatchObject({ hint: 'invalid_field' });
    expect(await refused(MESSAGE, date, ids(people), 'x'.repeat(701), randomUUID())).toMatchObject({
      hint: 'invalid_field',
    });
    expect(await refused(MESSAGE, date, '{}', 'Hallo', randomUUID())).toMatchObject({ hint: 'too_many_entries' });
    expect(await refused(MESSAGE, randomUUID(), ids(people), 'Hallo', randomUUID())).toMatchObject({
      hint: 'appointment_not_found',
    });
    const others = await hireStaff(database(), ['catalogue', 'orders', 'people']);
    for (const [statement, rest] of [
      [MESSAGE, [ids(people), 'Hallo', randomUUID()]],
      [REBOOK, [date, ids(people)]],
      [PREFER, [anna, 'Grund']],
      [REMOVE, [anna, 'Grund']],
    ] as const) {
      for (const caller of [anna, others]) {
        expect(await refusal(database(), signedIn(caller), statement, [date, ...rest])).toMatchObject({
          hint: 'staff_required',
        });
      }
    }
  });
}

/** People whom staff moves to another date. */
export function rebookingCases(database: () => TestDatabase): void {
  const letters = (user: string) =>
    database().query(
      `select kind, appointment_id::text as date, details from private.nemus_date_letters where user_id = $1::text::uuid
       and kind in ('rebooked', 'place_ended', 'waitlisted') order by kind`,
      [user],
    );

  it('get the place whatever the deadlines, keep their enrolment, and are told with the calendar entries', async () => {
    const { seminar, date, people, call, newsOf, logged } = await peopleScene(database(), { deadline: -1 });
    const [anna = '', ben = ''] = people;
    const target = await addDate(database(), seminar, { hours: 480, capacity: 5, deadline: -1 });
    await ask(database(), signedIn(anna), `select nemus_choose_notification('place_confirmed', 'mail', false)`);
    await database().query('delete from private.nemus_date_letters where user_id = $1::text::uuid', [anna]);
    const before = await enrolmentOf(database(), anna, seminar);
    expect(await call(REBOOK, date, target, ids([anna]))).toEqual({ moved: 1, waiting: 0, skipped: 0 });
    expect(await call(REBOOK, date, target, ids([anna]))).toEqual({ moved: 1, waiting: 0, skipped: 0 });
    expect([await partOf(database(), anna, date), await partOf(database(), anna, target)]).toEqual([
      'cancelled',
      'confirmed',
    ]);
    expect(await partOf(database(), ben, date)).toBe('confirmed');
    expect(await enrolmentOf(database(), anna, seminar)).toEqual(before);
    expect([await placesTaken(database(), date), await placesTaken(database(), target)]).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(await letters(anna)).toEqual([
      { kind: 'place_ended', date, details: {} },
      { kind: 'rebooked', date: target, details: expect.objectContaining({ earlier_start: expect.any(String) }) },
    ]);
    expect(await newsOf(anna, 'rebooked')).toEqual([
      { facts: expect.objectContaining({ earlier: expect.any(String), starts_at: expect.any(String) }), mails: 0 },
    ]);
    expect(await logged('rebook')).toEqual([
      { by: 'Ina Falk', id: date, before: null, after: { to: target, people: [anna] } },
    ]);
  });

  it('are all those of a cancelled date: places first, the rest waits; and no one who acted meanwhile', async () => {
    const { seminar, date, staff, people, call } = await peopleScene(database(), { capacity: 4, people: 4 });
    const [anna = '', ben = '', cem = '', dana = ''] = people;
    const waiting = await signUpEnrolled(database(), seminar);
    await chooseDate(database(), waiting, date);
    await ask(database(), signedIn(staff), CANCEL_DATE, [date, 'Krank', 'false']);
    const target = await addDate(database(), seminar, { hours: 480, capacity: 2 });
    const third = await addDate(database(), seminar, { hours: 500 });
    await chooseDate(database(), anna, third);
    await database().query('delete from nemus_course_enrollments where user_id = $1::text::uuid', [ben]);
    const asked = ids([waiting, dana, cem, ben, anna]);
    const answer = { moved: 2, waiting: 1, skipped: 2 };
    expect(await call(REBOOK, date, target, asked)).toEqual(answer);
    expect(await call(REBOOK, date, target, asked)).toEqual(answer);
    expect(await Promise.all(people.map((user) => partOf(database(), user, target)))).toEqual([
      null,
      null,
      'confirmed',
      'confirmed',
    ]);
    expect(await partOf(database(), waiting, target)).toBe('waitlist 1');
    expect(await partOf(database(), anna, third)).toBe('confirmed');
    expect(await placesTaken(database(), target)).toEqual([2, 2]);
  });

  it('leaves a free place to those who wait for it, and the earlier place to who then waits', async () => {
    const { seminar, date, people, call } = await peopleScene(database(), { people: 1 });
    const [anna = ''] = people;
    const target = await addDate(database(), seminar, { hours: 480, capacity: 1 });
    const [holder, first] = [await signUpEnrolled(database(), seminar), await signUpEnrolled(database(), seminar)];
    await chooseDate(database(), holder, target);
    await chooseDate(database(), first, target);
    await database().query('update nemus_appointments set capacity = 2 where id = $1::text::uuid', [target]);
    expect(await call(REBOOK, date, target, ids([anna]))).toEqual({ moved: 0, waiting: 1, skipped: 0 });
    expect(await partOf(database(), first, target)).toBe('confirmed');
    expect([await partOf(database(), anna, date), await partOf(database(), anna, target)]).toEqual([
      'confirmed',
      'waitlist 1',
    ]);
  });

  it('is refused to other seminars, cancelled dates and dates that began, and skips who left', async () => {
    const { seminar, date, staff, people, call, refused } = await peopleScene(database());
    const [anna = ''] = people;
    const other = await addDate(database(), await addSeminar(database()));
    const begun = await addDate(database(), seminar, { hours: -1 });
    const gone = await addDate(database(), seminar, { hours: 600 });
    await ask(database(), signedIn(staff), CANCEL_DATE, [gone, 'Krank', 'false']);
    for (const [to, hint] of [
      [other, 'date_not_found'],
      [date, 'date_not_found'],
      [randomUUID(), 'date_not_found'],
      [begun, 'date_unchangeable'],
      [gone, 'date_cancelled'],
    ] as const) {
      expect([hint, await refused(REBOOK, date, to, ids(people))]).toEqual([hint, expect.objectContaining({ hint })]);
    }
    const target = await addDate(database(), seminar, { hours: 480, capacity: 5 });
    expect(await refused(REBOOK, begun, target, ids(people))).toMatchObject({ hint: 'date_unchangeable' });
    await leaveDate(database(), anna, date);
    const stranger = await signUp(database());
    expect(await call(REBOOK, date, target, ids([anna, stranger]))).toEqual({ moved: 0, waiting: 0, skipped: 2 });
    expect(await partOf(database(), anna, target)).toBeNull();
  });
}

/** A waiting list that staff works by hand. */
export function waitingListCases(database: () => TestDatabase): void {
  async function queue(options: { deadline?: number; people?: number } = {}) {
    const scene = await peopleScene(database(), { capacity: 1, people: 1, ...options });
    const waiting: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const user = await signUpEnrolled(database(), scene.seminar);
      await givePlace(database(), user, scene.date);
      waiting.push(user);
    }
    const parts = () => Promise.all(waiting.map((user) => partOf(database(), user, scene.date)));
    const free = () => leaveDateOf(scene.people[0] ?? '', scene.date);
    return { ...scene, waiting, parts, free };
  }
  /** Frees a place whatever its deadline is. */
  const leaveDateOf = (user: string, date: string) =>
    database().query('select private.nemus_release_place($1::text::uuid, $2::text::uuid)', [date, user]);

  it('puts a person first for a reason, who then gets the next place', async () => {
    const { date, waiting, parts, free, call, refused, logged } = await queue();
    const third = waiting[2] ?? '';
    expect(await refused(PREFER, date, third, ' ')).toMatchObject({ hint: 'invalid_field' });
    expect(await call(PREFER, date, third, 'Prüfung im Mai')).toEqual({
      status: 'waitlist',
      waitlist_position: 1,
      offered_until: null,
    });
    expect(await parts()).toEqual(['waitlist 2', 'waitlist 3', 'waitlist 1']);
    await free();
    expect(await parts()).toEqual(['waitlist 1', 'waitlist 2', 'confirmed']);
    expect(await logged('prefer')).toEqual([
      expect.objectContaining({ id: `${date}:${third}`, after: { reason: 'Prüfung im Mai' } }),
    ]);
    // By then, the person has the place.
    expect(await refused(PREFER, date, third, 'Prüfung im Mai')).toMatchObject({ hint: 'not_waiting' });
    expect(await refused(REMOVE, date, third, 'Voll')).toMatchObject({ hint: 'not_waiting' });
  });

  it('offers a place after the deadline, again to who let one pass, and none that another person is offered', async () => {
    const { date, waiting, free, call, newsOf } = await queue({ deadline: -1 });
    const [first = '', second = '', third = ''] = waiting;
    await free();
    expect(await newsOf(first, 'place_offered')).toHaveLength(1);
    expect(await call(PREFER, date, third, 'Prüfung')).toMatchObject({ waitlist_position: 1, offered_until: null });
    await database().query(
      `update nemus_appointment_participations set offered_until = now() - interval '1 minute' where user_id = $1::text::uuid`,
      [first],
    );
    await database().query('select private.nemus_offer_places()');
    expect(await newsOf(third, 'place_offered')).toHaveLength(1);
    expect(await newsOf(second, 'place_offered')).toEqual([]);
    await database().query(
      `update nemus_appointment_participations set offered_until = now() - interval '1 minute' where user_id = $1::text::uuid`,
      [third],
    );
    expect(await call(PREFER, date, first, 'War krank')).toMatchObject({ offered_until: expect.any(String) });
  });

  it('takes a person off with a reason and a mail, once; the list closes', async () => {
    const { date, waiting, parts, call, newsOf, logged } = await queue();
    const [first = ''] = waiting;
    await call(REMOVE, date, first, 'Der Kurs wird nicht mehr angeboten');
    await call(REMOVE, date, first, 'Der Kurs wird nicht mehr angeboten');
    expect(await call(PREFER, date, first, 'Doch')).toEqual({
      status: null,
      waitlist_position: null,
      offered_until: null,
    });
    expect(await parts()).toEqual(['cancelled', 'waitlist 1', 'waitlist 2']);
    expect(await newsOf(first, 'waiting_ended')).toEqual([
      { facts: expect.objectContaining({ reason: 'Der Kurs wird nicht mehr angeboten' }), mails: 1 },
    ]);
    expect(await logged('remove_waiting')).toHaveLength(1);
  });
}

/** People who call and are entered at a date. */
export function enteringCases(database: () => TestDatabase): void {
  async function callScene(options = {}) {
    const scene = await peopleScene(database(), { people: 0, ...options });
    await database().query(`insert into nemus_staff (user_id, role) values ($1::text::uuid, 'orders')`, [scene.staff]);
    const [user, name] = [await signUp(database(), { first: 'Vera', last: 'Neu' }), 'Vera Neu'];
    const [account] = await database().query('select email from nemus_profiles where user_id = $1::text::uuid', [user]);
    const email = String(account?.email);
    const enter = (way: string, reason: string | null = null, address = ` ${email.toUpperCase()} `) =>
      scene.call(ENTER, scene.date, address, way, reason);
    const hint = async (way: string, reason: string | null = null, address = email, date = scene.date) =>
      (await scene.refused(ENTER, date, address, way, reason))?.hint;
    return { ...scene, user, name, email, enter, hint };
  }

  it('gives who has the seminar a place whatever the deadline, or the waiting list, once', async () => {
    const { seminar, date, user, name, enter, hint, logged } = await callScene({ capacity: 1, deadline: -1 });
    expect(await hint('place')).toBe('not_enrolled');
    await enrol(database(), user, seminar);
    expect(await hint('link')).toBe('already_enrolled');
    expect(await hint('free', 'Kulanz')).toBe('already_enrolled');
    for (let n = 0; n < 2; n += 1) {
      expect(await enter('place')).toEqual({ name, status: 'confirmed', waitlist_position: null });
    }
    expect(await placesTaken(database(), date)).toEqual([1, 1]);
    expect(await logged('enter_place')).toEqual([
      expect.objectContaining({ id: `${date}:${user}` }),
      expect.objectContaining({ id: `${date}:${user}` }),
    ]);
    const elsewhere = await addDate(database(), seminar, { hours: 480 });
    expect(await hint('place', null, undefined, elsewhere)).toBe('place_elsewhere');
    expect(await partOf(database(), user, date)).toBe('confirmed');
  });

  it('enrols free of charge for a reason, all or nothing, without order, and tells the person', async () => {
    const { seminar, date, staff, user, name, enter, hint, newsOf, logged } = await callScene({ capacity: 1 });
    expect(await hint('free')).toBe('invalid_field');
    expect(await hint('free', ' ')).toBe('invalid_field');
    const gone = await addDate(database(), seminar, { hours: -1 });
    expect(await hint('free', 'Kulanz', undefined, gone)).toBe('date_unchangeable');
    expect(await enrolmentOf(database(), user, seminar)).toBeUndefined();
    const only = await hireStaff(database(), ['teaching']);
    expect(await refusal(database(), signedIn(only), ENTER, [date, 'x@y.example', 'free', 'Kulanz'])).toMatchObject({
      hint: 'staff_required',
    });
    expect(await enter('free', 'Kulanz')).toEqual({ name, status: 'confirmed', waitlist_position: null });
    expect(await hint('free', 'Kulanz')).toBe('already_enrolled');
    expect(
      await database().query(
        `select enrollment_type as type, (select count(*)::int from nemus_orders o where o.user_id = e.user_id) as orders
         from nemus_course_enrollments e where e.user_id = $1::text::uuid`,
        [user],
      ),
    ).toEqual([{ type: 'academy', orders: 0 }]);
    expect(await newsOf(user, 'enrolled')).toEqual([{ facts: { title: expect.any(String) }, mails: 1 }]);
    expect(await logged('enter_free')).toEqual([
      { by: 'Ina Falk', id: `${date}:${user}`, before: null, after: { reason: 'Kulanz' } },
    ]);
    expect(staff).not.toBe(only);
  });

  it('mails a link with the date chosen, reserves nothing, and acts on nothing when it is opened', async () => {
    const { seminar, date, user, name, enter, hint, newsOf } = await callScene({ capacity: 1 });
    for (let n = 0; n < 2; n += 1) {
      expect(await enter('link')).toEqual({ name, status: null, waitlist_position: null });
    }
    expect(await newsOf(user, 'purchase_offered')).toEqual([
      { facts: expect.objectContaining({ starts_at: expect.any(String), until: expect.any(String) }), mails: 1 },
    ]);
    expect(
      await database().query(
        `select path from nemus_notifications where user_id = $1::text::uuid and kind = 'purchase_offered'`,
        [user],
      ),
    ).toEqual([{ path: `/seminar-catalog?kurs=${seminar}` }]);
    expect([await placesTaken(database(), date), await enrolmentOf(database(), user, seminar)]).toEqual([
      [0, 0],
      undefined,
    ]);
    const choice = () =>
      database().query('select private.nemus_choice_of($1::text::uuid, $2::text::uuid)::text as date', [user, seminar]);
    expect(await choice()).toEqual([{ date }]);
    // The choice ends with the deadline of the date, after a day in which a purchase still says so.
    await database().query(
      `update nemus_appointments set change_until = now() - interval '2 days' where id = $1::text::uuid`,
      [date],
    );
    expect(await choice()).toEqual([{ date: null }]);
    await addDate(database(), seminar, { hours: 480 });
    expect(await hint('link')).toBe('date_closed');
  });

  it('finds the exact address of a trainee’s confirmed account that is not blocked, and no other', async () => {
    const { user, email, hint } = await callScene();
    const institution = await signUpInstitution(database());
    const [other] = await database().query('select email from nemus_profiles where user_id = $1::text::uuid', [
      institution,
    ]);
    for (const address of ['', email.slice(1), '%', String(other?.email), 'weg@nemus.example']) {
      expect([address, await hint('link', null, address)]).toEqual([address, 'account_not_found']);
    }
    expect(await hint('schenken')).toBe('invalid_field');
    expect(await hint('link', null, email, randomUUID())).toBe('appointment_not_found');
    await database().query('update auth.users set email_confirmed_at = null where id = $1::text::uuid', [user]);
    expect(await hint('link')).toBe('account_not_found');
  });
}

/** Enrolling free of charge gives away money, and asks for what a refund asks for. */
export function freeEnrolmentCases(database: () => TestDatabase): void {
  const ROLES = `insert into nemus_staff (user_id, role) select $1::text::uuid, unnest('{teaching,orders}'::text[])`;
  async function giftScene(staffType: 'piw' | 'institution' = 'piw') {
    const { date } = await peopleScene(database(), { people: 0 });
    const staff = await signUp(database(), { type: staffType });
    await database().query(ROLES, [staff]);
    const [institution, person] = [await signUpInstitution(database()), await signUp(database())];
    const enrolFree = async (caller = signedIn(staff)) =>
      (await refusal(database(), caller, ENTER, [date, `${person}@nemus.example`, 'free', 'Kulanz']))?.hint;
    return { staff, institution, person, enrolFree };
  }

  it('needs a factor given a moment ago, from who has one', async () => {
    const { staff, enrolFree } = await giftScene();
    await addFactor(database(), staff);
    expect(await enrolFree(withFactor(staff, 16))).toBe('factor_required');
    expect(await enrolFree(withFactor(staff, 14))).toBeUndefined();
  });

  const trainee = `insert into nemus_trainees (institution_id, user_id, linked_at, first_name, last_name, email)
    values ($1::text::uuid, $2::text::uuid, now(), 'Kim', 'Lang', $2 || '@nemus.example')`;
  const invited = `insert into nemus_trainees (institution_id, first_name, last_name, email)
    values ($1::text::uuid, 'Kim', 'Lang', upper($2 || '@nemus.example'))`;
  it.each([
    [
      'member',
      'institution',
      `insert into nemus_members (institution_id, user_id, roles) values ($1::text::uuid, $2::text::uuid, '{reading}')`,
      trainee,
    ],
    ['trainee', 'piw', trainee, invited],
    [
      'former confirmer',
      'piw',
      `insert into nemus_confirmers (institution_id, name, email, user_id, accepted_at, ended_at)
       values ($1::text::uuid, 'Ada Lehr', 'ada@nemus.example', $2::text::uuid, now(), now())`,
      trainee,
    ],
  ] as const)(
    'takes a second person for trainees of an institution, if the caller is its %s',
    async (_of, type, joins, has) => {
      const { staff, institution, person, enrolFree } = await giftScene(type);
      await database().query(has, [institution, person]);
      await database().query(joins, [institution, staff]);
      expect(await enrolFree()).toBe('second_person');
      expect(await enrolFree(signedIn(await hireStaff(database(), ['teaching', 'orders'])))).toBeUndefined();
    },
  );
}

/** Concurrent acts on the people of a date. */
export function participantRaceCases(database: () => TestDatabase): void {
  it('two moves, a choice and a return at the same moment leave one place for each', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { seminar, date, staff, people } = await peopleScene(database(), { people: 3 });
      const [anna = '', ben = '', cem = ''] = people;
      const [left, right] = [
        await addDate(database(), seminar, { hours: 480, capacity: 2 }),
        await addDate(database(), seminar, { hours: 500, capacity: 2 }),
      ];
      const moves = (to: string) => ({
        caller: signedIn(staff),
        statement: REBOOK,
        parameters: [date, to, ids(people)],
      });
      const finishes = await race(database(), [
        moves(left),
        moves(right),
        {
          caller: signedIn(cem),
          statement: 'select nemus_cancel_appointment($1::text::uuid)',
          parameters: [date],
        },
        { caller: signedIn(ben), statement: 'select nemus_choose_date($1::text::uuid)', parameters: [right] },
      ]);
      expect([won(finishes).length, hints(finishes)]).toEqual([4, new Set()]);
      for (const user of [anna, ben, cem]) {
        const parts = await Promise.all([date, left, right].map((at) => partOf(database(), user, at)));
        expect(parts.filter((part) => part === 'confirmed').length).toBeLessThanOrEqual(1);
      }
      for (const at of [date, left, right]) {
        const [counted, held] = await placesTaken(database(), at);
        expect(counted).toBe(held);
      }
    }
  });

  it('the same message twice at the same moment reaches each person once', async () => {
    const { date, staff, people, newsOf, logged } = await peopleScene(database());
    const message = {
      caller: signedIn(staff),
      statement: MESSAGE,
      parameters: [date, ids(people), 'Hallo', randomUUID()],
    };
    const finishes = await race(database(), [message, message]);
    expect(won(finishes)).toHaveLength(2);
    for (const user of people) expect(await newsOf(user, 'date_message')).toHaveLength(1);
    expect(await logged('message')).toHaveLength(1);
  });

  it('an enrolment that ends while its person is moved leaves no place behind', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { seminar, date, staff, people } = await peopleScene(database(), { people: 1 });
      const target = await addDate(database(), seminar, { hours: 480, capacity: 2 });
      const [finishes] = await Promise.all([
        race(database(), [{ caller: signedIn(staff), statement: REBOOK, parameters: [date, target, ids(people)] }]),
        database().query('delete from nemus_course_enrollments where user_id = $1::text::uuid', [people[0]]),
      ]);
      expect(won(finishes)).toHaveLength(1);
      for (const at of [date, target]) expect(await placesTaken(database(), at)).toEqual([0, 0]);
    }
  });
}
