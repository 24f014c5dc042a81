import { addDate, choose, CHOOSE, enrol, LEAVE, partOf, taken } from './behaviour/places';
import { addSeminar } from './behaviour/seminar-dates';
import { ask, signedIn, type TestDatabase } from './database/database';
import { onEveryEngine, SERVER } from './database/engines';
import { hints, race, won } from './race';

const chooses = (user: string, date: string) => ({ caller: signedIn(user), statement: CHOOSE, parameters: [date] });
const leaves = (user: string, date: string) => ({ caller: signedIn(user), statement: LEAVE, parameters: [date] });

/** Somebody enrolled who has a place, or waits, at each of the dates. */
async function holder(database: TestDatabase, seminar: string, ...dates: readonly string[]): Promise<string> {
  const user = await enrol(database, seminar);
  for (const date of dates) await choose(database, user, date);
  return user;
}

it('races where there is a real PostgreSQL', () => {
  expect(SERVER !== null || process.env.NEMUS_REQUIRE_POSTGRES !== '1').toBe(true);
});

onEveryEngine(
  (database) => {
    it('the last place is one person’s, and the others wait in an order without gap', async () => {
      const seminar = await addSeminar(database());
      const date = await addDate(database(), seminar);
      const users: string[] = [];
      for (let n = 0; n < 10; n += 1) users.push(await enrol(database(), seminar));
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
      expect(await taken(database(), date)).toEqual([1, 1]);
    });

    it('a place that is given up while somebody begins to wait goes to one of those who wait', async () => {
      for (let round = 0; round < 8; round += 1) {
        const seminar = await addSeminar(database());
        const date = await addDate(database(), seminar);
        const [anna, ben] = [await holder(database(), seminar, date), await holder(database(), seminar, date)];
        const cem = await enrol(database(), seminar);
        expect(won(await race(database(), [leaves(anna, date), chooses(cem, date), leaves(ben, date)]))).toHaveLength(
          3,
        );
        expect(await partOf(database(), cem, date)).toBe('confirmed');
        expect(await taken(database(), date)).toEqual([1, 1]);
      }
    });

    it('two who swap their dates at the same moment never wait for each other for ever', async () => {
      for (let round = 0; round < 8; round += 1) {
        const seminar = await addSeminar(database());
        const [one, other] = [await addDate(database(), seminar), await addDate(database(), seminar)];
        const [anna, ben] = [await holder(database(), seminar, one), await holder(database(), seminar, other)];
        const finishes = await race(database(), [chooses(anna, other), chooses(ben, one)]);
        expect([won(finishes).length, hints(finishes)]).toEqual([2, new Set()]);
        expect([await taken(database(), one), await taken(database(), other)]).toEqual([
          [1, 1],
          [1, 1],
        ]);
        // Both keep what they have until somebody gives up a place: then both move up.
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
      const user = await enrol(database(), seminar);
      await race(
        database(),
        [...dates, ...dates].map((date) => chooses(user, date)),
      );
      const parts = await Promise.all(dates.map((date) => partOf(database(), user, date)));
      expect(parts.filter((part) => part === 'confirmed')).toHaveLength(1);
      const counts = await Promise.all(dates.map((date) => taken(database(), date)));
      expect(counts.filter(([counted, held]) => counted === 1 && held === 1)).toHaveLength(1);
      expect(counts.filter(([counted, held]) => counted === 0 && held === 0)).toHaveLength(3);
    });

    it('an enrolment that ends while its place is chosen leaves none behind', async () => {
      for (let round = 0; round < 8; round += 1) {
        const seminar = await addSeminar(database());
        const date = await addDate(database(), seminar);
        const user = await enrol(database(), seminar);
        const [finish] = await Promise.all([
          race(database(), [chooses(user, date)]),
          database().query('delete from nemus_course_enrollments where user_id = $1::text::uuid', [user]),
        ]);
        expect([...hints(finish)].every((hint) => hint === 'date_not_found')).toBe(true);
        expect(await taken(database(), date)).toEqual([0, 0]);
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
        expect(await taken(database(), date)).toEqual([0, 0]);
        expect(await taken(database(), own)).toEqual(kept === 'confirmed' ? [1, 1] : [0, 0]);
        await ask(database(), signedIn(ben), CHOOSE, [own]);
      }
    });
  },
  SERVER === null ? [] : [SERVER],
);
