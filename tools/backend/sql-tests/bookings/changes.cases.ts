import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { BOOK_FROM, bookForTwo, BOOKING_TERMS, CANCEL_PLACES, MOVE_BOOKING } from '../scenes/bookings';
import { buy, REFUND_CHECKOUT } from '../scenes/checkouts';
import { COURSE_60 } from '../scenes/courses';
import { dayFrom } from '../scenes/days';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { addProbeCourse } from '../scenes/learning';
import { one, text } from '../scenes/rows';
import { ACCEPT_INVITATION, invite } from '../scenes/trainees';

const CLAIM = 'select nemus_claim_trainee_letters($1::text::uuid, $2::text::uuid) as letters';
const BALANCE = 'select available_credits from nemus_credit_balances';
const SEMINARS = 'select nemus_booked_seminars() as seminars';

/** Courses with an e-learning course, which can be started. */
interface Scene {
  readonly institution: string;
  /** Accounts of the trainees, and their rows in the institution's list. */
  readonly accounts: readonly string[];
  readonly rows: readonly string[];
  readonly booking: string;
}

export function bookingChangeCases(database: () => TestDatabase): void {
  /** An institution with 200 credits that has booked a course of 60 for people with accounts. */
  async function book(people: number, days: number, course: string = COURSE_60): Promise<Scene> {
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 200);
    const accounts: string[] = [];
    const rows: string[] = [];
    for (let person = 0; person < people; person += 1) {
      const account = await signUp(database(), { first: `P${person}` });
      const { token, trainee } = await invite(database(), institution, `${account}@nemus.example`);
      await ask(database(), signedIn(account), ACCEPT_INVITATION, [token]);
      accounts.push(account);
      rows.push(trainee);
    }
    const start = dayFrom(days);
    const booked = await ask(database(), signedIn(institution), BOOK_FROM, [course, `{${rows.join(',')}}`, start]);
    return { institution, accounts, rows, booking: text(booked, 'id') };
  }
  const cancel = async ({ institution, booking }: Scene, trainees: readonly string[]) =>
    one(await ask(database(), SERVICE, CANCEL_PLACES, [institution, booking, `{${trainees.join(',')}}`])).result;
  const cancelRefused = ({ institution, booking }: Scene, trainees: readonly string[]) =>
    refusal(database(), SERVICE, CANCEL_PLACES, [institution, booking, `{${trainees.join(',')}}`]);
  const credits = async ({ institution }: Scene) =>
    one(await ask(database(), signedIn(institution), BALANCE)).available_credits;
  const letters = async ({ institution, booking }: Scene) =>
    one(await ask(database(), SERVICE, CLAIM, [booking, institution])).letters;
  const enrolled = (account: string) =>
    ask(database(), signedIn(account), 'select enrollment_type from nemus_course_enrollments');

  it('shows a booked seminar to its trainee alone, with day and institution', async () => {
    const scene = await book(1, 20);
    const [account = ''] = scene.accounts;
    expect(one(await ask(database(), signedIn(account), SEMINARS)).seminars).toMatchObject([
      {
        booking_id: scene.booking,
        course_id: COURSE_60,
        institution_name: 'Ambulanz am Park',
        start_date: dayFrom(20),
        status: 'confirmed',
      },
    ]);
    const stranger = signedIn(await signUp(database()));
    expect(one(await ask(database(), stranger, SEMINARS)).seminars).toEqual([]);
    expect(one(await ask(database(), signedIn(scene.institution), SEMINARS)).seminars).toEqual([]);
  });

  it('gives the letter about a booking once, to its trainee’s own address, and again when it could not leave', async () => {
    const scene = await book(1, 20);
    const [account = ''] = scene.accounts;
    const claimed = await letters(scene);
    expect(claimed).toMatchObject([{ kind: 'booked', email: `${account}@nemus.example`, earlier_start: null }]);
    expect(await letters(scene)).toEqual([]);
    const id = String(Reflect.get(Object(Reflect.get(Object(claimed), 0)), 'letter_id'));
    const note = 'select nemus_note_trainee_letter($1::text::uuid, $2::text::boolean)';
    await ask(database(), SERVICE, note, [id, 'false']);
    // Not immediately: frequent calls would use up its attempts while the mail service is down.
    expect(await letters(scene)).toEqual([]);
    await database().query(
      `update private.nemus_trainee_letters set tried_at = now() - interval '6 minutes' where id = $1::text::uuid`,
      [id],
    );
    expect(await letters(scene)).toHaveLength(1);
    await ask(database(), SERVICE, note, [id, 'true']);
    expect(await letters(scene)).toEqual([]);
  });

  it('gives no letter of a blocked account', async () => {
    const scene = await book(1, 20);
    const block = (until: string) =>
      database().query(`update auth.users set banned_until = ${until} where id = $1::text::uuid`, [scene.accounts[0]]);
    await block(`now() + interval '1 year'`);
    expect(await letters(scene)).toEqual([]);
    await block('null');
    await database().query(`update private.nemus_trainee_letters set tried_at = now() - interval '6 minutes'`);
    expect(await letters(scene)).toEqual([]);
  });

  it('gives an unsent letter to the next caller', async () => {
    const [scene, other] = [await book(1, 20), await book(1, 20)];
    await letters(other);
    expect(await letters(other)).toEqual([]);
    await database().query(
      `update private.nemus_trainee_letters set created_at = now() - interval '1 hour' where booking_id = $1::text::uuid`,
      [scene.booking],
    );
    expect(await letters(other)).toMatchObject([{ email: `${scene.accounts[0]}@nemus.example` }]);
  });

  it('gives letters of a booking to no caller who names another institution', async () => {
    const scene = await book(1, 20);
    expect(await letters({ ...scene, institution: await signUpInstitution(database()) })).toEqual([]);
  });

  it('enrols and tells who gets an account later', async () => {
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 60);
    const account = await signUp(database());
    const { token, trainee } = await invite(database(), institution, `${account}@nemus.example`);
    const start = dayFrom(20);
    const booked = await ask(database(), signedIn(institution), BOOK_FROM, [COURSE_60, `{${trainee}}`, start]);
    const later = { institution, booking: text(booked, 'id'), accounts: [account], rows: [trainee] };
    expect(await letters(later)).toEqual([]);
    await ask(database(), signedIn(account), ACCEPT_INVITATION, [token]);
    expect(await letters(later)).toMatchObject([{ kind: 'booked' }]);
  });

  it('states the same deadline for a day and for a booking', async () => {
    const scene = await book(1, 20);
    const until = dayFrom(13);
    const rules = 'select nemus_booking_rules($1::text::date) as rules';
    const day = [dayFrom(20)];
    expect(one(await ask(database(), signedIn(scene.institution), rules, day)).rules).toEqual({
      notice_days: 7,
      change_until: until,
      is_open: true,
    });
    expect(one(await ask(database(), signedIn(scene.institution), BOOKING_TERMS, [scene.booking])).terms).toEqual({
      notice_days: 7,
      change_until: until,
      is_open: true,
      bar: null,
      places: [{ trainee_id: scene.rows[0], bar: null, change_until: null }],
    });
    const stranger = await signUpInstitution(database());
    expect(one(await ask(database(), signedIn(stranger), BOOKING_TERMS, [scene.booking])).terms).toBeNull();
  });

  it('cancels one place after the other: access ends, credits come back, once', async () => {
    const scene = await book(2, 20);
    const [first = '', second = ''] = scene.rows;
    const [account = ''] = scene.accounts;
    expect(await credits(scene)).toBe(80);
    await letters(scene);
    expect(await cancel(scene, [first])).toEqual({ places: 1, credits_returned: 60, refund_cents: 0 });
    expect(await credits(scene)).toBe(140);
    expect(await enrolled(account)).toEqual([]);
    expect(await letters(scene)).toMatchObject([{ kind: 'cancelled', email: `${account}@nemus.example` }]);
    const booking = `select status, participants, max_participants, credits_spent, price_cents from nemus_course_bookings`;
    expect(await ask(database(), signedIn(scene.institution), booking)).toEqual([
      { status: 'confirmed', participants: 1, max_participants: 1, credits_spent: 60, price_cents: 12_000 },
    ]);
    expect(await cancelRefused(scene, [first])).toMatchObject({ code: 'PT404', hint: 'place_not_found' });
    expect(await cancel(scene, [second, second])).toMatchObject({ places: 1, credits_returned: 60 });
    expect(await credits(scene)).toBe(200);
    expect(await ask(database(), signedIn(scene.institution), booking)).toMatchObject([{ status: 'cancelled' }]);
    expect(await cancelRefused(scene, [second])).toMatchObject({ code: 'PT409', hint: 'booking_over' });
    expect(
      await ask(
        database(),
        signedIn(scene.institution),
        `select item_name, credits_amount from nemus_transactions order by credits_amount`,
      ),
    ).toMatchObject([{ credits_amount: -120 }, { credits_amount: 60 }, { credits_amount: 60 }]);
    // The same people can be booked again.
    await ask(database(), signedIn(scene.institution), BOOK_FROM, [COURSE_60, `{${first}}`, null]);
    expect(await enrolled(account)).toHaveLength(1);
  });

  it('owes back what a cancelled place cost by card, once, and settles it with a document when the money is back', async () => {
    const scene = await book(2, 20);
    const { institution, rows } = scene;
    await cancel(scene, rows);
    const start = dayFrom(20);
    const purchase = { kind: 'course', course: COURSE_60, trainees: rows, start } as const;
    const checkout = await buy(database(), institution, purchase);
    const bookings = 'select id from nemus_course_bookings where order_id is not null';
    const paid = { ...scene, booking: text(await ask(database(), signedIn(institution), bookings), 'id') };
    const [first = '', second = ''] = rows;
    expect(await cancel(paid, [first])).toEqual({ places: 1, credits_returned: 0, refund_cents: 12_000 });
    expect(await enrolled(scene.accounts[0] ?? '')).toEqual([]);
    expect(await enrolled(scene.accounts[1] ?? '')).toHaveLength(1);
    expect(await cancelRefused(paid, [first])).toMatchObject({ hint: 'place_not_found' });
    expect(await cancel(paid, [second])).toMatchObject({ refund_cents: 12_000 });
    const owed = `select reason, amount_cents, refunded_at is null as open from private.nemus_refunds
      where order_id = $1::text::uuid order by created_at, id`;
    expect(await database().query(owed, [checkout.order])).toEqual([
      { reason: 'booking_cancelled', amount_cents: 12_000, open: true },
      { reason: 'booking_cancelled', amount_cents: 12_000, open: true },
    ]);
    await ask(database(), SERVICE, REFUND_CHECKOUT, [checkout.payment, '24000']);
    await ask(database(), SERVICE, REFUND_CHECKOUT, [checkout.payment, '24000']);
    expect(await database().query(owed, [checkout.order])).toMatchObject([{ open: false }, { open: false }]);
    const invoices = `select kind, gross_cents from nemus_invoices order by created_at, number`;
    expect(await ask(database(), signedIn(institution), invoices)).toEqual([
      { kind: 'invoice', gross_cents: 24_000 },
      { kind: 'cancellation', gross_cents: -12_000 },
      { kind: 'cancellation', gross_cents: -12_000 },
    ]);
    expect(await credits(scene)).toBe(200);
  });

  it.each([
    ['the booking is cancelled', `update nemus_course_bookings set status = 'cancelled' where id = $1::text::uuid`],
    ['the place is gone', 'delete from nemus_booking_participants where booking_id = $1::text::uuid'],
  ])('sends no letter about a booking that had not left when %s', async (_what, end) => {
    const scene = await book(1, 20);
    await database().query(end, [scene.booking]);
    expect(await letters(scene)).toEqual([]);
  });

  it('keeps a cancelled seminar visible to its trainee until its day, marked as such', async () => {
    const scene = await book(1, 20);
    await cancel(scene, scene.rows);
    const [account = ''] = scene.accounts;
    expect(one(await ask(database(), signedIn(account), SEMINARS)).seminars).toMatchObject([
      { booking_id: scene.booking, status: 'cancelled' },
    ]);
  });

  it.each([
    [7, null],
    [6, 'booking_deadline_passed'],
    [0, 'booking_deadline_passed'],
  ])('may be cancelled and moved %d days before its first day: %s', async (days, hint) => {
    const scene = await book(1, days);
    const refused = await refusal(database(), SERVICE, MOVE_BOOKING, [scene.institution, scene.booking, dayFrom(40)]);
    expect(refused?.hint ?? null).toBe(hint);
    if (hint === null) return;
    expect(await cancelRefused(scene, scene.rows)).toMatchObject({ code: 'PT409', hint });
    expect(await credits(scene)).toBe(140);
    expect(one(await ask(database(), signedIn(scene.institution), BOOKING_TERMS, [scene.booking])).terms).toMatchObject(
      {
        bar: hint,
      },
    );
  });

  it.each([
    ['completed a module', (course: string) => `select nemus_complete_module('${course}-a1')`],
    [
      'opened a block',
      (course: string) => `insert into nemus_block_positions (user_id, course_id, block_id, step)
        values (auth.uid(), '${course}', 'block-a', 'video')`,
    ],
  ])('takes no place from a trainee who %s, and none from the others with it', async (_what, begin) => {
    const { id, seminar } = await addProbeCourse(database(), { premium: true });
    const scene = await book(2, 20, seminar);
    const before = await credits(scene);
    await ask(database(), signedIn(scene.accounts[0] ?? ''), begin(id));
    expect(await cancelRefused(scene, scene.rows)).toMatchObject({ code: 'PT409', hint: 'place_begun' });
    expect(await credits(scene)).toBe(before);
    expect(await enrolled(scene.accounts[1] ?? '')).toHaveLength(1);
    expect(one(await ask(database(), signedIn(scene.institution), BOOKING_TERMS, [scene.booking])).terms).toMatchObject(
      {
        places: expect.arrayContaining([
          { trainee_id: scene.rows[0], bar: 'place_begun', change_until: null },
          { trainee_id: scene.rows[1], bar: null, change_until: null },
        ]),
      },
    );
  });

  it('takes no place from a trainee who left the institution, and does not reveal what that person does', async () => {
    const scene = await book(1, 20);
    const [account = ''] = scene.accounts;
    await ask(database(), signedIn(account), 'select nemus_leave_institution($1::text::uuid)', [...scene.rows]);
    expect(await cancelRefused(scene, scene.rows)).toMatchObject({ hint: 'trainee_left' });
    expect(await enrolled(account)).toHaveLength(1);
  });

  it('moves a booking, and tells its trainees from when to when', async () => {
    const scene = await book(1, 20);
    await letters(scene);
    const [earlier, later] = [dayFrom(20), dayFrom(50)];
    await ask(database(), SERVICE, MOVE_BOOKING, [scene.institution, scene.booking, later]);
    expect(await letters(scene)).toMatchObject([{ kind: 'moved', start_date: later, earlier_start: earlier }]);
    const refused = (day: string | null) =>
      refusal(database(), SERVICE, MOVE_BOOKING, [scene.institution, scene.booking, day]);
    expect(await refused(later)).toMatchObject({ hint: 'start_unchanged' });
    expect(await refused(null)).toMatchObject({ hint: 'start_unchanged' });
    expect(await refused(dayFrom(-1))).toMatchObject({ hint: 'start_in_the_past' });
    expect(await refused(dayFrom(800))).toMatchObject({ hint: 'start_too_late' });
  });

  it('changes nothing of another institution’s booking, and nothing without an account', async () => {
    const scene = await book(1, 20);
    const other = { ...scene, institution: await signUpInstitution(database()) };
    expect(await cancelRefused(other, scene.rows)).toMatchObject({ code: 'PT404', hint: 'booking_not_found' });
    expect(await cancelRefused(scene, [])).toMatchObject({ code: 'PT400', hint: 'no_trainees' });
    expect(await cancelRefused(scene, [other.institution])).toMatchObject({ code: 'PT404', hint: 'place_not_found' });
  });

  it('writes at most 20 letters a day to one person about one institution', async () => {
    const scene = await book(1, 20);
    for (let round = 0; round < 24; round += 1) {
      await letters(scene);
      await database().query(`update private.nemus_trainee_letters set sent_at = now() where sent_at is null`);
      const day = dayFrom(21 + round);
      await ask(database(), SERVICE, MOVE_BOOKING, [scene.institution, scene.booking, day]);
    }
    const counted = `select count(*)::int as n from private.nemus_trainee_letters where booking_id = $1::text::uuid`;
    expect(one(await database().query(counted, [scene.booking])).n).toBe(20);
  });

  it('a letter that replaces an unsent one leaves, also after the 20 of a day', async () => {
    const { institution, user, booking } = await bookForTwo(database());
    await database().query(
      `insert into private.nemus_trainee_letters (user_id, booking_id, kind, course_id, course_name, start_date, end_date, sent_at)
       select l.user_id, l.booking_id, 'booked', l.course_id, 'Kurs', l.start_date, l.end_date, now()
       from private.nemus_trainee_letters l, generate_series(1, 20) where l.booking_id = $1::text::uuid`,
      [booking],
    );
    await database().query(
      `update private.nemus_trainee_letters set created_at = now() - interval '2 days' where sent_at is null and booking_id = $1::text::uuid`,
      [booking],
    );
    const write = `select private.nemus_write_letters($1::text::uuid, null, $2, null)`;
    const unsent = () =>
      database().query(
        `select kind from private.nemus_trainee_letters where sent_at is null and booking_id = $1::text::uuid and user_id = $2::text::uuid`,
        [booking, user],
      );
    await database().query(write, [booking, 'cancelled']);
    expect(await unsent()).toEqual([{ kind: 'cancelled' }]);
    await database().query(
      'update private.nemus_trainee_letters set sent_at = now() where booking_id = $1::text::uuid',
      [booking],
    );
    await database().query(write, [booking, 'booked']);
    expect(await unsent()).toEqual([]);
    expect(institution).not.toBe(user);
  });
}
