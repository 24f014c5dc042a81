import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { BOOK } from '../scenes/bookings';
import { budgetScene, DECIDE_REQUEST, REQUEST_BOOKING } from '../scenes/budgets';
import { fulfil, openCheckout } from '../scenes/checkouts';
import { addSeminar } from '../scenes/courses';
import { CANCEL_DATE } from '../scenes/date-plans';
import { addDate } from '../scenes/dates';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { partOf } from '../scenes/places';
import { one, text } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';
import { addTrainee } from '../scenes/trainees';

const CHOOSE = 'select nemus_choose_before_buying($1::text::uuid, $2::text::uuid)';

/** A date is chosen with the purchase, and taken with the enrolment. */
export function chosenBeforeCases(database: () => TestDatabase): void {
  const { setScene, call, setLimit } = budgetScene(database);
  let seminar: string;
  let date: string;
  let other: string;
  beforeEach(async () => {
    seminar = await addSeminar(database());
    date = await addDate(database(), seminar, { capacity: 2 });
    other = await addDate(database(), seminar, { hours: 480, capacity: 2 });
  });
  const choose = (account: string, wanted: string | null) =>
    ask(database(), signedIn(account), CHOOSE, [seminar, wanted]);
  const chosen = async (account: string) =>
    one(await ask(database(), signedIn(account), `select nemus_catalogue_dates() -> 'chosen' -> $1 as date`, [seminar]))
      .date;
  const checkout = (account: string, trainees: readonly string[] = []) =>
    openCheckout(database(), account, { kind: 'course', course: seminar, trainees });
  const told = async (account: string) =>
    (
      await database().query('select kind from nemus_notifications where user_id = $1::text::uuid order by kind', [
        account,
      ])
    ).map(({ kind }) => kind);
  const cancel = async (of: string) =>
    ask(database(), signedIn(await hireStaff(database(), ['teaching'])), CANCEL_DATE, [of, 'Krank', 'false']);

  it('is kept for the account alone, replaced, and taken back', async () => {
    const account = await signUp(database());
    await choose(account, date);
    await choose(account, other);
    expect([await chosen(account), await chosen(await signUp(database()))]).toEqual([other, null]);
    await choose(account, null);
    await choose(account, null);
    expect(await chosen(account)).toBeNull();
    const elsewhere = await addDate(database(), await addSeminar(database()));
    const closed = await addDate(database(), seminar, { deadline: -1 });
    const refused = (wanted: string) => refusal(database(), signedIn(account), CHOOSE, [seminar, wanted]);
    expect(await refused(elsewhere)).toMatchObject({ hint: 'date_not_found' });
    expect(await refused(closed)).toMatchObject({ hint: 'date_closed' });
    await cancel(other);
    expect(await refused(other)).toMatchObject({ hint: 'date_cancelled' });
  });

  it('gives the place when the payment arrives, not before, and the waiting list when it is full', async () => {
    const [first, second, third] = [await signUp(database()), await signUp(database()), await signUp(database())];
    for (const account of [first, second, third]) {
      await choose(account, date);
      const opened = await checkout(account);
      expect(await partOf(database(), account, date)).toBeNull();
      await fulfil(database(), opened);
    }
    expect([
      await partOf(database(), first, date),
      await partOf(database(), second, date),
      await partOf(database(), third, date),
    ]).toEqual(['confirmed', 'confirmed', 'waitlist 1']);
    expect(await told(third)).toContain('place_waiting');
  });

  it('is the one of the order, whatever is chosen after it', async () => {
    const account = await signUp(database());
    await choose(account, date);
    const opened = await checkout(account);
    await choose(account, other);
    await fulfil(database(), opened);
    expect([await partOf(database(), account, date), await partOf(database(), account, other)]).toEqual([
      'confirmed',
      null,
    ]);
  });

  it.each(['cancelled', 'deleted'])('is told to be gone when it was %s before the payment arrived', async (what) => {
    const account = await signUp(database());
    await choose(account, date);
    const opened = await checkout(account);
    if (what === 'cancelled') await cancel(date);
    else await database().query('delete from nemus_appointments where id = $1::text::uuid', [date]);
    expect(await fulfil(database(), opened)).toMatchObject({ status: 'paid', returning_cents: 0 });
    expect(await partOf(database(), account, date)).toBeNull();
    // A deleted date has no name any more.
    expect((await told(account)).includes('choice_gone')).toBe(what === 'cancelled');
  });

  it('is for every person of a booking, by credits and by card, and for those who join later', async () => {
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 1000);
    const people = [await signUp(database()), await signUp(database()), await signUp(database())];
    const [first = '', second = '', third = ''] = people;
    const trainee = (account: string) => addTrainee(database(), institution, { account });
    const later = await addTrainee(database(), institution);
    await choose(institution, date);
    await ask(database(), signedIn(institution), BOOK, [seminar, `{${await trainee(first)},${later}}`]);
    await choose(institution, date);
    await fulfil(database(), await checkout(institution, [await trainee(second)]));
    expect([await partOf(database(), first, date), await partOf(database(), second, date)]).toEqual([
      'confirmed',
      'confirmed',
    ]);
    await database().query('update nemus_trainees set user_id = $2::text::uuid where id = $1::text::uuid', [
      later,
      third,
    ]);
    expect(await partOf(database(), third, date)).toBe('waitlist 1');
  });

  it('is that of the request when it is approved, not a later one, nor that of the member who approves', async () => {
    const { institution, booker } = await setScene();
    await setLimit(institution, 0, 0);
    const person = await signUp(database());
    const trainee = await addTrainee(database(), institution, { account: person });
    await choose(booker, date);
    await choose(institution, other);
    const request = text(await call(booker, REQUEST_BOOKING, [seminar, `{${trainee}}`, 'credits']), 'id');
    // For another booking of the same seminar.
    await choose(booker, other);
    await call(institution, DECIDE_REQUEST, [request, 'true', '']);
    expect([await partOf(database(), person, date), await partOf(database(), person, other)]).toEqual([
      'confirmed',
      null,
    ]);
  });

  it('is that of the request when an approved one is paid by card, whatever was chosen since', async () => {
    const { institution, booker } = await setScene();
    await setLimit(institution, 0, 0);
    const person = await signUp(database());
    const trainee = await addTrainee(database(), institution, { account: person });
    await choose(booker, date);
    const request = text(await call(booker, REQUEST_BOOKING, [seminar, `{${trainee}}`, 'card']), 'id');
    await choose(booker, other);
    await call(institution, DECIDE_REQUEST, [request, 'true', '']);
    await fulfil(database(), await checkout(booker, [trainee]));
    expect([await partOf(database(), person, date), await partOf(database(), person, other)]).toEqual([
      'confirmed',
      null,
    ]);
  });

  it('is not for what an institution buys for itself: no page of it shows or ends the place', async () => {
    const institution = await signUpInstitution(database());
    await choose(institution, date);
    await fulfil(database(), await checkout(institution));
    expect(await partOf(database(), institution, date)).toBeNull();
    // Still there for the trainees.
    expect(await chosen(institution)).toBe(date);
  });

  it('ends with the purchase, of the account or of the member that booked', async () => {
    const account = await signUp(database());
    await choose(account, date);
    await fulfil(database(), await checkout(account));
    expect(await chosen(account)).toBeNull();
    const { institution, booker, trainee, second } = await setScene();
    await choose(booker, date);
    await ask(database(), signedIn(booker), BOOK, [seminar, `{${trainee}}`]);
    expect(await chosen(booker)).toBeNull();
    await choose(booker, other);
    await choose(account, other);
    await fulfil(database(), await checkout(booker, [second]));
    expect([await chosen(booker), await chosen(account), await chosen(institution)]).toEqual([null, other, null]);
  });

  it.each([
    ['cancelled while the page was open', async () => cancel(date), null],
    [
      'closed while the page was open',
      () =>
        database().query(
          `update nemus_appointments set change_until = now() - interval '1 minute' where id = $1::text::uuid`,
          [date],
        ),
      null,
    ],
    [
      'begun while a slow payment was under way',
      null,
      () =>
        database().query(
          `update nemus_appointments set starts_at = now() - interval '3 days', ends_at = now() - interval '2 days'
           where id = $1::text::uuid`,
          [date],
        ),
    ],
  ])('is told to be gone when it was %s', async (_when, before, between) => {
    const account = await signUp(database());
    await choose(account, date);
    await before?.();
    const opened = await checkout(account);
    await between?.();
    expect(await fulfil(database(), opened)).toMatchObject({ status: 'paid', returning_cents: 0 });
    expect([await partOf(database(), account, date), await told(account)]).toEqual([
      null,
      expect.arrayContaining(['choice_gone']),
    ]);
  });

  it('that went days ago, which no page shows any more, is no news after a purchase', async () => {
    const account = await signUp(database());
    await choose(account, date);
    await cancel(date);
    await database().query(
      `update nemus_appointments set cancelled_at = now() - interval '2 days' where id = $1::text::uuid`,
      [date],
    );
    await fulfil(database(), await checkout(account));
    expect(await told(account)).not.toContain('choice_gone');
  });

  it('goes with its date', async () => {
    const account = await signUp(database());
    await choose(account, date);
    await database().query(
      `update nemus_appointments set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'
       where id = $1::text::uuid`,
      [date],
    );
    expect(await chosen(account)).toBeNull();
    await database().query('select private.nemus_forget_expired()');
    const left = 'select from nemus_date_choices where user_id = $1::text::uuid';
    expect(await database().query(left, [account])).toEqual([]);
  });
}
