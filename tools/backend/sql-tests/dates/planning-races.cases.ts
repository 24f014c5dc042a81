import { randomUUID } from 'node:crypto';
import { ask, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { addSeminar } from '../scenes/courses';
import { CANCEL_DATE, CREATE_DATES, createDates, planDate } from '../scenes/date-plans';
import { dayFrom } from '../scenes/days';
import { enrol } from '../scenes/enrolments';
import { givePlace } from '../scenes/places';
import { hints, race, won } from '../scenes/races';
import { one, text } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';

/** Two who plan, and a seminar. */
const scene = async (database: TestDatabase) => ({
  course: await addSeminar(database),
  planners: [await hireStaff(database, ['teaching']), await hireStaff(database, ['teaching'])],
});

export function dateRaceCases(database: () => TestDatabase): void {
  it('gives one room to one of two who plan at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { course, planners } = await scene(database());
      const location = `Saal ${randomUUID()}`;
      const finishes = await race(
        database(),
        [...planners, ...planners].map((planner, index) => ({
          caller: signedIn(planner),
          statement: CREATE_DATES,
          parameters: [
            JSON.stringify(
              planDate(course, { location, starts: `1${index}:00`, ends: '15:00', series: { weeks: 1, count: 3 } }),
            ),
          ],
        })),
      );
      expect(won(finishes)).toHaveLength(1);
      expect(hints(finishes)).toEqual(new Set(['room_taken']));
      const written = 'select count(*)::int as n from nemus_appointments where course_id = $1::text::uuid';
      expect(await database().query(written, [course])).toEqual([{ n: 3 }]);
    }
  });

  it('gives one person to one of two dates at the same moment', async () => {
    const { course, planners } = await scene(database());
    const teacher = text(
      await database().query(`insert into nemus_teachers (name) values ('Ada Berg') returning id::text`),
      'id',
    );
    const finishes = await race(
      database(),
      planners.map((planner) => ({
        caller: signedIn(planner),
        statement: CREATE_DATES,
        parameters: [JSON.stringify(planDate(course, { teacher_ids: [teacher] }))],
      })),
    );
    expect(won(finishes)).toHaveLength(1);
    expect(hints(finishes)).toEqual(new Set(['teacher_busy']));
  });

  it('leaves no places when places are given up and chosen while the date is cancelled', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { course, planners } = await scene(database());
      const [planner = ''] = planners;
      const [date = '', other = ''] = await createDates(
        database(),
        planner,
        planDate(course, { capacity: 2, day: dayFrom(20), series: { weeks: 1, count: 2 } }),
      );
      const people: string[] = [];
      for (let n = 0; n < 6; n += 1) {
        const person = await signUp(database());
        await enrol(database(), person, course);
        // Two have a place, two wait, two are about to choose.
        if (n < 4) await givePlace(database(), person, date);
        people.push(person);
      }
      const by = (person: string, call: string, of: string) => ({
        caller: signedIn(person),
        statement: `select ${call}($1::text::uuid)`,
        parameters: [of],
      });
      const [first = '', second = '', , , fifth = '', sixth = ''] = people;
      await race(database(), [
        { caller: signedIn(planner), statement: CANCEL_DATE, parameters: [date, 'Krank', 'false'] },
        by(first, 'nemus_cancel_appointment', date),
        by(second, 'nemus_choose_date', other),
        by(fifth, 'nemus_choose_date', date),
        by(sixth, 'nemus_choose_date', date),
      ]);
      const left = `select count(*)::int as n from nemus_appointment_participations
          where appointment_id = $1::text::uuid and status in ('confirmed', 'waitlist')`;
      expect(await database().query(left, [date])).toEqual([{ n: 0 }]);
      const taken = `select a.participants_taken = (select count(*) from nemus_appointment_participations p
            where p.appointment_id = a.id and p.status = 'confirmed') as even
          from nemus_appointments a where a.course_id = $1::text::uuid`;
      expect(await database().query(taken, [course])).toEqual([{ even: true }, { even: true }]);
      // People without a place know it: their last message never promises one.
      const said = `select count(*)::int as n from private.nemus_date_letters
          where appointment_id = $1::text::uuid and kind in ('place_confirmed', 'promoted', 'waitlisted')`;
      expect(one(await database().query(said, [date])).n).toBe(0);
      expect(await ask(database(), signedIn(planner), CANCEL_DATE, [date, 'Krank', 'false'])).toEqual([{ ids: [] }]);
    }
  });
}
