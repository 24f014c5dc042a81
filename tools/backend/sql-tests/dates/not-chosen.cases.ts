import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { BOOK, bookForTwo, BOOKING_TERMS, CANCEL_PLACES } from '../scenes/bookings';
import { CANCEL_DATE } from '../scenes/date-plans';
import { addDate } from '../scenes/dates';
import { dayFrom } from '../scenes/days';
import { signUpEnrolled } from '../scenes/enrolments';
import { CHOOSE_DATE, chooseDate, leaveDate, partOf } from '../scenes/places';
import { one, text } from '../scenes/rows';
import { TRANSFER_SEAT } from '../scenes/seats';
import { hireStaff } from '../scenes/staff';
import { addTrainee } from '../scenes/trainees';

const REBOOK = 'select nemus_rebook_participants($1::text::uuid, $2::text::uuid, $3::text::uuid[]) as answer';
const PREFER = 'select nemus_prefer_waiting($1::text::uuid, $2::text::uuid, $3) as answer';
const MOVE_DATE = 'select nemus_move_date($1::text::uuid, $2::text::jsonb)';
const CHANGE_DATE = 'select nemus_change_date($1::text::uuid, $2::text::jsonb)';
const ACCEPT = 'select nemus_accept_place($1::text::uuid)';

/** People whom an institution booked for, and the academy that decides on their dates. */
async function bookedScene(database: TestDatabase) {
  const booked = await bookForTwo(database);
  const staff = await hireStaff(database, ['teaching']);
  const { institution, seminar } = booked;
  const book = async () => {
    const user = await signUp(database);
    const trainee = await addTrainee(database, institution, { account: user });
    const booking = text(await ask(database, signedIn(institution), BOOK, [seminar, `{${trainee}}`]), 'id');
    return { user, trainee, booking };
  };
  const act = (statement: string, ...parameters: readonly unknown[]) =>
    ask(database, signedIn(staff), statement, parameters);
  const rebook = async (from: string, to: string, ...people: readonly string[]) =>
    one(await act(REBOOK, from, to, `{${people.join(',')}}`)).answer;
  /** What the institution reads about a place: until when it is cancelled, and what bars it. */
  const placeOf = async ({ booking, trainee }: { booking: string; trainee: string }) => {
    const { terms } = one(await ask(database, signedIn(institution), BOOKING_TERMS, [booking]));
    const places: unknown = Reflect.get(Object(terms), 'places');
    return Array.isArray(places) ? places.find((place) => Reflect.get(Object(place), 'trainee_id') === trainee) : null;
  };
  const cancel = async ({ booking, trainee }: { booking: string; trainee: string }) =>
    one(await ask(database, SERVICE, CANCEL_PLACES, [institution, booking, `{${trainee}}`])).result;
  const set = (date: string, what: string) =>
    database.query(`update nemus_appointments set ${what} where id = $1::text::uuid`, [date]);
  return { ...booked, anna: booked, staff, book, act, rebook, placeOf, cancel, set };
}

/** Dates that a person has and did not choose: the academy moved the person, or the date. */
export function notChosenCases(database: () => TestDatabase): void {
  it('are left until they begin, by the person and by the institution that paid, after a rebooking', async () => {
    const { anna, institution, seminar, other, act, book, rebook, placeOf, cancel } = await bookedScene(database());
    const [ben, cem] = [await book(), await book()];
    const date = await addDate(database(), seminar, { hours: 720, capacity: 5 });
    for (const { user } of [anna, ben, cem]) await chooseDate(database(), user, date);
    await act(CANCEL_DATE, date, 'Krank', 'false');
    const target = await addDate(database(), seminar, { hours: 120, capacity: 5, deadline: -1 });
    const third = await addDate(database(), seminar, { hours: 144, capacity: 5 });
    expect(await rebook(date, target, anna.user, ben.user, cem.user)).toEqual({ moved: 3, waiting: 0, skipped: 0 });
    // The pages say so too.
    expect(
      await ask(
        database(),
        signedIn(anna.user),
        `select change_until = starts_at as until_start from nemus_my_appointments where status = 'confirmed'`,
      ),
    ).toEqual([{ until_start: true }]);
    const dates = one(
      await ask(database(), signedIn(anna.user), 'select nemus_seminar_dates($1::text::uuid) as dates', [seminar]),
    ).dates;
    expect(dates).toContainEqual(
      expect.objectContaining({ id: target, own_status: 'confirmed', is_changeable: true, change_until: null }),
    );
    expect(await placeOf(anna)).toMatchObject({ bar: null, change_until: expect.any(String) });
    // Who chooses another date is bound by that one, and so is the institution.
    expect(await chooseDate(database(), anna.user, third)).toMatchObject({ status: 'confirmed' });
    expect(await placeOf(anna)).toMatchObject({ bar: 'place_date_near' });
    await leaveDate(database(), ben.user, target);
    expect(await partOf(database(), ben.user, target)).toBe('cancelled');
    expect(await cancel(cem)).toMatchObject({ places: 1, credits_returned: 50 });
    // A seat goes to another person as well.
    const dana = await book();
    await chooseDate(database(), dana.user, third);
    expect(
      await refusal(database(), signedIn(institution), TRANSFER_SEAT, [dana.booking, dana.trainee, other]),
    ).toMatchObject({ hint: 'place_date_near' });
    await rebook(third, target, dana.user);
    const next = await addTrainee(database(), institution);
    await ask(database(), signedIn(institution), TRANSFER_SEAT, [dana.booking, dana.trainee, next]);
    expect(await partOf(database(), dana.user, target)).toBe('cancelled');
  });

  it('are told to the institution that booked, of its own people with a place there, of every rebooking', async () => {
    const { anna, institution, seminar, act, book, rebook } = await bookedScene(database());
    const [ben, cem] = [await book(), await book()];
    const date = await addDate(database(), seminar, { hours: 720, capacity: 5 });
    for (const { user } of [anna, ben, cem]) await chooseDate(database(), user, date);
    const stranger = await signUpEnrolled(database(), seminar);
    await chooseDate(database(), stranger, date);
    await act(CANCEL_DATE, date, 'Krank', 'false');
    const target = await addDate(database(), seminar, { hours: 480, capacity: 3 });
    await rebook(date, target, anna.user, stranger);
    await rebook(date, target, ben.user, cem.user);
    expect(await partOf(database(), cem.user, target)).toBe('waitlist 1');
    const letters = () =>
      database().query(
        `select kind, details -> 'people' as people, details ? 'earlier_start' as earlier from private.nemus_date_letters
         where user_id = $1::text::uuid and appointment_id = $2::text::uuid and audience = 'institution'
         order by created_at`,
        [institution, target],
      );
    const onePerson = { kind: 'rebooked', people: ['Kim Lang'], earlier: true };
    expect(await letters()).toEqual([onePerson, onePerson]);
    expect(
      await database().query(
        `select facts ->> 'people' as people from nemus_notifications
         where user_id = $1::text::uuid and kind = 'trainee_date_moved'`,
        [institution],
      ),
    ).toEqual([{ people: '1' }, { people: '1' }]);
    // Repeated, it tells no one again.
    await rebook(date, target, ben.user, cem.user);
    expect(await letters()).toHaveLength(2);
    // Of who gets the place later, it tells then.
    await leaveDate(database(), stranger, target);
    expect(await partOf(database(), cem.user, target)).toBe('confirmed');
    expect(await letters()).toEqual([onePerson, onePerson, { ...onePerson, earlier: false }]);
    const [letter] = await database().query(
      `select id::text as id from private.nemus_date_letters where audience = 'institution' and kind = 'rebooked'`,
    );
    expect(
      one(
        await ask(database(), SERVICE, 'select nemus_unsubscribe_tokens($1::text::uuid[]) as tokens', [
          `{${String(letter?.id)}}`,
        ]),
      ).tokens,
    ).toMatchObject([{ kind: 'trainee_date_moved' }]);
  });

  it.each(['another day', 'another place'])(
    'are cancelled by the institution if moved at short notice: %s',
    async (how) => {
      const { anna, seminar, act, placeOf, cancel, set } = await bookedScene(database());
      const date = await addDate(database(), seminar, { hours: 720 });
      await chooseDate(database(), anna.user, date);
      const move = (days: number) =>
        act(MOVE_DATE, date, JSON.stringify({ day: dayFrom(days), starts: '10:00', ends: '12:00' }));
      await move(20);
      // There is time enough: the deadline moves along.
      expect(await placeOf(anna)).toMatchObject({ bar: null, change_until: dayFrom(13) });
      if (how === 'another day') await move(5);
      else {
        await set(date, `starts_at = now() + interval '120 hours', ends_at = now() + interval '122 hours'`);
        expect(await placeOf(anna)).toMatchObject({ bar: 'place_date_near' });
        const plan = { type: 'Seminar', format: 'Präsenz', location: 'Anderer Ort', capacity: 2 };
        await act(CHANGE_DATE, date, JSON.stringify(plan));
      }
      expect(await placeOf(anna)).toMatchObject({ bar: null, change_until: dayFrom(5) });
      // Who chooses it now knows when and where it is.
      const ben = await signUpEnrolled(database(), seminar);
      if (how === 'another day') {
        await set(date, 'capacity = 2');
        await chooseDate(database(), ben, date);
        await set(date, `change_until = now() - interval '1 hour'`);
        expect(
          await refusal(database(), signedIn(ben), 'select nemus_cancel_appointment($1::text::uuid)', [date]),
        ).toMatchObject({
          hint: 'place_fixed',
        });
      }
      expect(await cancel(anna)).toMatchObject({ credits_returned: 50 });
    },
  );

  /** A full date whose deadline has not passed, and a person with a fixed place at another. */
  async function fixedScene() {
    const scene = await bookedScene(database());
    const held = await addDate(database(), scene.seminar, { hours: 240, capacity: 5 });
    const full = await addDate(database(), scene.seminar, { hours: 480, capacity: 1 });
    const holder = await signUpEnrolled(database(), scene.seminar);
    await chooseDate(database(), holder, full);
    await chooseDate(database(), scene.user, held);
    const fix = () => scene.set(held, `change_until = now() - interval '1 hour'`);
    const parts = () => Promise.all([held, full].map((date) => partOf(database(), scene.user, date)));
    return { ...scene, held, full, holder, fix, parts };
  }

  it('come from the waiting list on which staff put the person, whose earlier place is fixed', async () => {
    const { seminar, user, holder, held, full, fix, parts, rebook } = await fixedScene();
    await fix();
    expect(await rebook(held, full, user)).toEqual({ moved: 0, waiting: 1, skipped: 0 });
    const behind = await signUpEnrolled(database(), seminar);
    await chooseDate(database(), behind, full);
    await leaveDate(database(), holder, full);
    expect(await parts()).toEqual(['cancelled', 'confirmed']);
    expect(await partOf(database(), behind, full)).toBe('waitlist 1');
  });

  it('are offered late, and bind who accepts; a date that has begun is not left for them', async () => {
    const { user, holder, held, full, fix, parts, rebook, set } = await fixedScene();
    await fix();
    await rebook(held, full, user);
    await set(held, `starts_at = now() - interval '1 hour', ends_at = now() + interval '1 hour', change_until = null`);
    await leaveDate(database(), holder, full);
    expect(await parts()).toEqual(['confirmed', 'waitlist 1']);
    await set(held, `starts_at = now() + interval '240 hours', ends_at = now() + interval '242 hours'`);
    await fix();
    await set(full, `change_until = now() - interval '1 hour'`);
    await database().query('select private.nemus_offer_places()');
    await ask(database(), signedIn(user), ACCEPT, [full]);
    expect(await parts()).toEqual(['cancelled', 'confirmed']);
    expect(
      await refusal(database(), signedIn(user), 'select nemus_cancel_appointment($1::text::uuid)', [full]),
    ).toMatchObject({ hint: 'place_fixed' });
  });

  it.each(['put first', 'moved'])(
    'are not those that a person waits for by choice: %s by staff, only the earlier one is left',
    async (how) => {
      const { seminar, user, holder, held, full, fix, parts, act, rebook, set } = await fixedScene();
      await chooseDate(database(), user, full);
      await fix();
      const behind = await signUpEnrolled(database(), seminar);
      await chooseDate(database(), behind, full);
      if (how === 'put first') await act(PREFER, full, user, 'Umzug');
      else expect(await rebook(held, full, user)).toEqual({ moved: 0, waiting: 1, skipped: 0 });
      await leaveDate(database(), holder, full);
      expect(await parts()).toEqual(['cancelled', 'confirmed']);
      await set(full, `change_until = now() - interval '1 hour'`);
      const other = await addDate(database(), seminar, { hours: 500 });
      expect(await refusal(database(), signedIn(user), CHOOSE_DATE, [other])).toMatchObject({ hint: 'place_fixed' });
    },
  );

  it('a date moved at short notice, and then far away, has its usual deadline again', async () => {
    const { anna, seminar, act, placeOf } = await bookedScene(database());
    const date = await addDate(database(), seminar, { hours: 720 });
    await chooseDate(database(), anna.user, date);
    const move = (days: number) =>
      act(MOVE_DATE, date, JSON.stringify({ day: dayFrom(days), starts: '10:00', ends: '12:00' }));
    await move(5);
    expect(await placeOf(anna)).toMatchObject({ bar: null, change_until: dayFrom(5) });
    await move(30);
    expect(await placeOf(anna)).toMatchObject({ bar: null, change_until: dayFrom(23) });
  });
}
