import { signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { givePlace, LEAVE_DATE } from '../scenes/places';
import { race, won } from '../scenes/races';
import { text } from '../scenes/rows';

/** Concurrent cancellations. */
export function appointmentRaceCases(database: () => TestDatabase): void {
  it('gives two freed places to the two who wait', async () => {
    const people = [];
    for (let n = 0; n < 4; n += 1) people.push(await signUp(database()));
    const appointment = text(
      await database().query(
        `insert into nemus_appointments (title, starts_at, ends_at, type, format, capacity)
         values ('Workshop', now() + interval '1 day', now() + interval '2 days', 'Workshop', 'Präsenz', 2) returning id::text`,
      ),
      'id',
    );
    for (const person of people) {
      await givePlace(database(), person, appointment);
    }
    const cancel = (person: string | undefined) => ({
      caller: signedIn(String(person)),
      statement: LEAVE_DATE,
      parameters: [appointment],
    });
    expect(won(await race(database(), [cancel(people[0]), cancel(people[1])]))).toHaveLength(2);
    const rows = await database().query(
      `select status, count(*)::int as n from nemus_appointment_participations where appointment_id = $1::text::uuid
       group by status order by status`,
      [appointment],
    );
    expect(rows).toEqual([
      { status: 'cancelled', n: 2 },
      { status: 'confirmed', n: 2 },
    ]);
  });
}
