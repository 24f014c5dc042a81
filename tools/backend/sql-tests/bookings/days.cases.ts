import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { BOOKING_TERMS, CANCEL_PLACES, MOVE_BOOKING } from '../scenes/bookings';
import { addDate, addSoldSeminar } from '../scenes/dates';
import { dayFrom } from '../scenes/days';
import { enrol } from '../scenes/enrolments';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { chooseDate, leaveDate } from '../scenes/places';
import { one } from '../scenes/rows';
import { addTrainee } from '../scenes/trainees';

const BOOK = `select b.id::text, b.has_dates, b.start_date = (now() at time zone 'Europe/Berlin')::date as is_today,
    b.end_date = b.start_date as is_one_day
  from nemus_book_course($1::text::uuid, array[$2]::uuid[], $3::text::date) b`;

/** A booking of a seminar with dates: no first day, and each place can be cancelled until its own date is near. */
export function bookingDayCases(database: () => TestDatabase): void {
  const scene = async () => {
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 1000);
    const [user, seminar] = [await signUp(database()), await addSoldSeminar(database())];
    const trainee = await addTrainee(database(), institution, { account: user });
    const booked = one(await ask(database(), signedIn(institution), BOOK, [seminar, trainee, dayFrom(40)]));
    return { institution, user, seminar, trainee, booked, booking: String(booked.id) };
  };
  const termsOf = async ({ institution, booking }: Awaited<ReturnType<typeof scene>>) =>
    one(await ask(database(), signedIn(institution), BOOKING_TERMS, [booking])).terms;
  const cancel = ({ institution, booking, trainee }: Awaited<ReturnType<typeof scene>>) =>
    refusal(database(), SERVICE, CANCEL_PLACES, [institution, booking, `{${trainee}}`]);

  it('takes no first day, whatever was asked for, and has none to move', async () => {
    const { institution, booking, booked } = await scene();
    expect(booked).toMatchObject({ has_dates: true, is_today: true, is_one_day: true });
    const moved = await refusal(database(), SERVICE, MOVE_BOOKING, [institution, booking, dayFrom(50)]);
    expect(moved).toMatchObject({ code: 'PT409', hint: 'booking_has_dates' });
    const stands = `select start_date = (now() at time zone 'Europe/Berlin')::date as is_today
      from nemus_course_bookings where id = $1::text::uuid`;
    expect(one(await database().query(stands, [booking]))).toEqual({ is_today: true });
    expect(one(await ask(database(), signedIn(institution), 'select nemus_booking_rules() as rules')).rules).toEqual({
      notice_days: 7,
      change_until: null,
      is_open: true,
    });
  });

  it('can be cancelled as long as no date is held: also while one is waited for', async () => {
    const made = await scene();
    const place = { trainee_id: made.trainee, bar: null, change_until: null };
    expect(await termsOf(made)).toEqual({
      notice_days: 7,
      change_until: null,
      is_open: true,
      bar: null,
      places: [place],
    });
    // Trainees who left the near date have none, and neither have those on its waiting list.
    const near = await addDate(database(), made.seminar, { hours: 48 });
    await chooseDate(database(), made.user, near);
    await leaveDate(database(), made.user, near);
    const rival = await signUp(database());
    await enrol(database(), rival, made.seminar);
    await chooseDate(database(), rival, near);
    await chooseDate(database(), made.user, near);
    expect(await termsOf(made)).toMatchObject({ places: [place] });
    expect(await cancel(made)).toBeNull();
  });

  it.each([
    [7, null],
    [6, 'place_date_near'],
  ])('is cancelled until seven days before the date that was chosen: %i days', async (days, hint) => {
    const made = await scene();
    const date = await addDate(database(), made.seminar);
    // At noon in Berlin: the day counts, not the hour.
    await database().query(
      `update nemus_appointments set starts_at = ($2::text::date + time '12:00') at time zone 'Europe/Berlin',
         ends_at = ($2::text::date + time '18:00') at time zone 'Europe/Berlin' where id = $1::text::uuid`,
      [date, dayFrom(days)],
    );
    await chooseDate(database(), made.user, date);
    expect(await termsOf(made)).toMatchObject({
      bar: null,
      places: [{ bar: hint, change_until: dayFrom(days - 7) }],
    });
    const refused = await cancel(made);
    if (hint === null) expect(refused).toBeNull();
    else expect(refused).toMatchObject({ code: 'PT409', hint, values: { name: 'Kim Lang', days: 7 } });
  });

  it('stays paid when the person deletes the account after the last day of the place', async () => {
    const made = await scene();
    await chooseDate(database(), made.user, await addDate(database(), made.seminar, { hours: 48 }));
    const fresh = { ...signedIn(made.user), signedInAt: Math.floor(Date.now() / 1000) };
    await ask(database(), fresh, 'select nemus_delete_account()');
    expect(await cancel(made)).toMatchObject({ hint: 'trainee_left' });
  });

  it('can be cancelled again when the academy has cancelled the date that was near', async () => {
    const made = await scene();
    const date = await addDate(database(), made.seminar, { hours: 48 });
    await chooseDate(database(), made.user, date);
    expect(await cancel(made)).toMatchObject({ hint: 'place_date_near' });
    await database().query(
      `update nemus_appointments set cancelled_at = now(), participants_taken = 0 where id = $1::text::uuid`,
      [date],
    );
    expect(await cancel(made)).toBeNull();
  });

  it('tells its trainees and its institution of dates, and of no days', async () => {
    const { institution, user, booking } = await scene();
    const claim = `select nemus_claim_trainee_letters($1::text::uuid, $2::text::uuid) as letters`;
    expect(one(await ask(database(), SERVICE, claim, [booking, institution])).letters).toMatchObject([
      { kind: 'booked', has_dates: true },
    ]);
    const bought = `select nemus_claim_purchase_letters($1::text::uuid) as letters`;
    expect(one(await ask(database(), SERVICE, bought, [institution])).letters).toMatchObject([
      { booking: { has_dates: true } },
    ]);
    expect(
      one(await ask(database(), signedIn(user), 'select nemus_booked_seminars() as seminars')).seminars,
    ).toMatchObject([{ booking_id: booking, has_dates: true, status: 'confirmed' }]);
  });

  it('is shown as cancelled for fourteen days', async () => {
    const made = await scene();
    expect(await cancel(made)).toBeNull();
    const seminars = async () =>
      one(await ask(database(), signedIn(made.user), 'select nemus_booked_seminars() as seminars')).seminars;
    const letters = (days: number) =>
      database().query(
        `update private.nemus_trainee_letters set created_at = now() - $2::text::interval where booking_id = $1::text::uuid`,
        [made.booking, `${days} days`],
      );
    await letters(13);
    expect(await seminars()).toMatchObject([{ booking_id: made.booking, status: 'cancelled', has_dates: true }]);
    await letters(15);
    expect(await seminars()).toEqual([]);
  });
}
