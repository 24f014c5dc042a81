import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { bookForTwo, CANCEL_PLACES } from '../scenes/bookings';
import { addDate, addSoldSeminar } from '../scenes/dates';
import { enrol } from '../scenes/enrolments';
import { signUpInstitution } from '../scenes/institutions';
import { chooseDate, leaveDate } from '../scenes/places';
import { one } from '../scenes/rows';

const DATES = 'select nemus_booking_dates($1::text::uuid) as dates';
const BOOKED = 'select nemus_booked_seminars() as booked';

export function chosenDateCases(database: () => TestDatabase): void {
  const datesOf = async (institution: string, booking: string) =>
    one(await ask(database(), signedIn(institution), DATES, [booking])).dates;
  const bookedOf = async (user: string) => one(await ask(database(), signedIn(user), BOOKED)).booked;

  it('are shown to the trainee and to the booking institution only', async () => {
    const { institution, seminar, trainee, other, user, booking } = await bookForTwo(database());
    const date = await addDate(database(), seminar);
    expect(await bookedOf(user)).toMatchObject([{ booking_id: booking, has_dates: true, date: null }]);
    await chooseDate(database(), user, date);
    const chosen = { appointment_id: date, status: 'confirmed', attendance: null };
    expect(await bookedOf(user)).toMatchObject([{ has_dates: true, date: chosen }]);
    const dates = await datesOf(institution, booking);
    expect(dates).toHaveLength(2);
    expect(dates).toEqual(
      expect.arrayContaining([
        { trainee_id: trainee, date: expect.objectContaining(chosen) },
        { trainee_id: other, date: null },
      ]),
    );
    expect(await datesOf(await signUpInstitution(database()), booking)).toEqual([]);
    expect(await datesOf(user, booking)).toEqual([]);
  });

  it('are places before waiting lists, and nothing after both were left', async () => {
    const { seminar, user } = await bookForTwo(database());
    const [full, free] = [await addDate(database(), seminar), await addDate(database(), seminar)];
    const rival = await signUp(database());
    await enrol(database(), rival, seminar);
    await chooseDate(database(), rival, full);
    await chooseDate(database(), user, full);
    expect(await bookedOf(user)).toMatchObject([{ date: { status: 'waitlist', waitlist_position: 1 } }]);
    await leaveDate(database(), user, full);
    await chooseDate(database(), user, free);
    await chooseDate(database(), user, full);
    expect(await bookedOf(user)).toMatchObject([{ date: { appointment_id: free, status: 'confirmed' } }]);
    await leaveDate(database(), user, free);
    await leaveDate(database(), user, full);
    expect(await bookedOf(user)).toMatchObject([{ date: null }]);
  });

  it('end with the booking, and the institution gets its credits back', async () => {
    const { institution, seminar, trainee, user, booking } = await bookForTwo(database());
    const date = await addDate(database(), seminar);
    await chooseDate(database(), user, date);
    await ask(database(), SERVICE, CANCEL_PLACES, [institution, booking, `{${trainee}}`]);
    const row = one(
      await database().query('select participants_taken from nemus_appointments where id = $1::text::uuid', [date]),
    );
    expect(row.participants_taken).toBe(0);
  });

  it('are gone with the enrolment, and not cancelled: the date takes place without the person', async () => {
    const [seminar, user] = [await addSoldSeminar(database()), await signUp(database())];
    const buy = () => enrol(database(), user, seminar);
    const own = () => ask(database(), signedIn(user), 'select status from nemus_my_appointments');
    await buy();
    const [date, other] = [await addDate(database(), seminar), await addDate(database(), seminar)];
    await chooseDate(database(), user, date);
    await chooseDate(database(), user, other);
    // The date that was left counts as cancelled, as long as the person has the seminar.
    expect((await own()).map(({ status }) => status).toSorted()).toEqual(['cancelled', 'confirmed']);
    await database().query('delete from nemus_course_enrollments where user_id = $1::text::uuid', [user]);
    expect(await own()).toEqual([]);
  });

  it('count every change for calendars: two within a minute are two', async () => {
    const [seminar, user] = [await addSoldSeminar(database()), await signUp(database())];
    await enrol(database(), user, seminar);
    const date = await addDate(database(), seminar);
    const counted: number[] = [];
    /** What the page's calendar file counts now, which is what a mail counts. */
    const count = async () => {
      const shown = one(
        await ask(database(), signedIn(user), 'select calendar_sequence as n from nemus_my_appointments'),
      );
      await database().query(
        `insert into private.nemus_date_letters (user_id, appointment_id, kind, title, starts_at, ends_at)
         select $1::text::uuid, id, 'moved', title, starts_at, ends_at from nemus_appointments where id = $2::text::uuid`,
        [user, date],
      );
      const claim = 'select nemus_claim_date_letters(array[$1]::uuid[]) as letters';
      const mailed = one(await ask(database(), SERVICE, claim, [date])).letters;
      expect(mailed).toEqual(expect.arrayContaining([expect.objectContaining({ sequence: shown.n })]));
      counted.push(Number(shown.n));
    };
    await chooseDate(database(), user, date);
    await count();
    const change = (what: string) =>
      database().query(`update nemus_appointments set ${what} where id = $1::text::uuid`, [date]);
    await change(`starts_at = starts_at + interval '1 hour'`);
    await count();
    await change(`location = 'Saal'`);
    await count();
    await leaveDate(database(), user, date);
    await count();
    await chooseDate(database(), user, date);
    await count();
    await change('cancelled_at = now()');
    await count();
    expect(counted.map((n) => n - (counted[0] ?? 0))).toEqual([0, 1, 2, 3, 4, 5]);
    // Earlier entries counted minutes since 1970.
    expect(counted[0]).toBeGreaterThan(Date.now() / 60_000);
    await change(`description = 'Anderes'`);
    await count();
    expect(counted.at(-1)).toBe(counted.at(-2));
  });

  it('keep the booking from being cancelled once they have begun, until a trainee is ticked as absent', async () => {
    const { institution, seminar, trainee, user, booking } = await bookForTwo(database());
    const date = await addDate(database(), seminar);
    await chooseDate(database(), user, date);
    await database().query(
      `update nemus_appointments set starts_at = now() - interval '1 hour' where id = $1::text::uuid`,
      [date],
    );
    const cancelled = () => refusal(database(), SERVICE, CANCEL_PLACES, [institution, booking, `{${trainee}}`]);
    expect(await cancelled()).toMatchObject({ hint: 'place_begun' });
    await database().query(
      `update nemus_appointment_participations set attendance = 'absent', attended_units = 0, marked_at = now(),
         marked_how = 'list' where appointment_id = $1::text::uuid`,
      [date],
    );
    expect(await cancelled()).toBeNull();
  });
}
