import { ask, signedIn, type TestDatabase } from '../database/database';
import { addSeminar } from '../scenes/courses';
import { addDate } from '../scenes/dates';
import { signUpEnrolled } from '../scenes/enrolments';
import { CHOOSE_DATE, chooseDate, LEAVE_DATE, partOf, placesTaken } from '../scenes/places';
import { hints, race, won } from '../scenes/races';

const chooses = (user: string, date: string) => ({
  caller: signedIn(user),
  statement: CHOOSE_DATE,
  parameters: [date],
});
const leaves = (user: string, date: string) => ({ caller: signedIn(user), statement: LEAVE_DATE, parameters: [date] });

/** An enrolled person who has a place, or waits, at each of the dates. */
async function holder(database: TestDatabase, seminar: string, ...dates: readonly string[]): Promise<string> {
  const user = await signUpEnrolled(database, seminar);
  for (const date of dates) await chooseDate(database, user, date);
  return user;
}

/** Concurrent choices of dates. */
export function placeRaceCases(database: () => TestDatabase): void {
  it('the last place is one person’s, and the others wait in an order without gap', async () => {
    const seminar = await addSeminar(database());
    const date = await addDate(database(), seminar);
    const users: string[] = [];
    for (let n = 0; n < 10; n += 1) users.push(await signUpEnrolled(database(), seminar));
    expect(
      won(
        await race(
          database(),
          users.map((user) => chooses(user, date)),
        ),
      ),
    ).toHaveLength(10);
    const parts = await Promise.all(users.map((user) => partOf(database(), user, date)));
    expect(parts.toSorted()).toEqual(['confirmed', ...Array.from({ length: 9 }, (_, n) => `waitlist ${n + 1}`)]);
    expect(await placesTaken(database(), date)).toEqual([1, 1]);
  });

  it('a place that is given up while a person joins the waiting list goes to someone on that list', async () => {
    for (let round = 0; round < 8; round += 1) {
      const seminar = await addSeminar(database());
      const date = await addDate(database(), seminar);
      const [anna, ben] = [await holder(database(), seminar, date), await holder(database(), seminar, date)];
      const cem = await signUpEnrolled(database(), seminar);
      expect(won(await race(database(), [leaves(anna, date), chooses(cem, date), leaves(ben, date)]))).toHaveLength(3);
      expect(await partOf(database(), cem, date)).toBe('confirmed');
      expect(await placesTaken(database(), date)).toEqual([1, 1]);
    }
  });

  it('two who swap their dates at the same moment never wait for each other for ever', async () => {
    for (let round = 0; round < 8; round += 1) {
      const seminar = await addSeminar(database());
      const [one, other] = [await addDate(database(), seminar), await addDate(database(), seminar)];
      const [anna, ben] = [await holder(database(), seminar, one), await holder(database(), seminar, other)];
      const finishes = await race(database(), [chooses(anna, other), chooses(ben, one)]);
      expect([won(finishes).length, hints(finishes)]).toEqual([2, new Set()]);
      expect([await placesTaken(database(), one), await placesTaken(database(), other)]).toEqual([
        [1, 1],
        [1, 1],
      ]);
      // Both keep their places until another person gives one up: then both move up.
      expect([await partOf(database(), anna, other), await partOf(database(), ben, one)]).toEqual([
        'waitlist 1',
        'waitlist 1',
      ]);
      await database().query('update nemus_appointments set capacity = 2 where id = $1::text::uuid', [one]);
      await holder(database(), seminar, one);
      expect([await partOf(database(), anna, other), await partOf(database(), ben, one)]).toEqual([
        'confirmed',
        'confirmed',
      ]);
    }
  });

  it('one person with two windows has one place', async () => {
    const seminar = await addSeminar(database());
    const dates: string[] = [];
    for (let n = 0; n < 4; n += 1) dates.push(await addDate(database(), seminar));
    const user = await signUpEnrolled(database(), seminar);
    await race(
      database(),
      [...dates, ...dates].map((date) => chooses(user, date)),
    );
    const parts = await Promise.all(dates.map((date) => partOf(database(), user, date)));
    expect(parts.filter((part) => part === 'confirmed')).toHaveLength(1);
    const counts = await Promise.all(dates.map((date) => placesTaken(database(), date)));
    expect(counts.filter(([counted, held]) => counted === 1 && held === 1)).toHaveLength(1);
    expect(counts.filter(([counted, held]) => counted === 0 && held === 0)).toHaveLength(3);
  });

  it('an enrolment that ends while its place is chosen leaves none behind', async () => {
    for (let round = 0; round < 8; round += 1) {
      const seminar = await addSeminar(database());
      const date = await addDate(database(), seminar);
      const user = await signUpEnrolled(database(), seminar);
      const [finish] = await Promise.all([
        race(database(), [chooses(user, date)]),
        database().query('delete from nemus_course_enrollments where user_id = $1::text::uuid', [user]),
      ]);
      expect([...hints(finish)].every((hint) => hint === 'date_not_found')).toBe(true);
      expect(await placesTaken(database(), date)).toEqual([0, 0]);
      expect(['cancelled', null]).toContain(await partOf(database(), user, date));
    }
  });

  it('moving up never gives a place to who leaves the list at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const seminar = await addSeminar(database());
      const [date, own] = [await addDate(database(), seminar), await addDate(database(), seminar)];
      const anna = await holder(database(), seminar, date);
      const ben = await holder(database(), seminar, own, date);
      await race(database(), [leaves(anna, date), leaves(ben, date)]);
      const kept = await partOf(database(), ben, own);
      // Moved up and then left: no place at all. Left before: the earlier place stays.
      expect(['confirmed', 'cancelled']).toContain(kept);
      expect(await partOf(database(), ben, date)).toBe('cancelled');
      expect(await placesTaken(database(), date)).toEqual([0, 0]);
      expect(await placesTaken(database(), own)).toEqual(kept === 'confirmed' ? [1, 1] : [0, 0]);
      await ask(database(), signedIn(ben), CHOOSE_DATE, [own]);
    }
  });
}
