import { ask, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { addSeminar } from '../scenes/courses';
import { addDate } from '../scenes/dates';
import { enrol } from '../scenes/enrolments';
import { givePlace } from '../scenes/places';

const OPEN = `select d ->> 'id' as id, (d ->> 'free_places')::int as free, (d ->> 'waiting')::int as waiting,
    d ->> 'own_status' as own
  from jsonb_array_elements(nemus_seminar_dates($1::text::uuid)) d`;

export function dateCases(database: () => TestDatabase): void {
  it('shows the coming dates of a seminar to all, with counts and no names', async () => {
    const course = await addSeminar(database());
    const [late, soon] = [
      await addDate(database(), course, { hours: 72, capacity: 1 }),
      await addDate(database(), course, { hours: 24, capacity: 2 }),
    ];
    await addDate(database(), course, { hours: -24, capacity: 2 });
    const [holder, waiting] = [await signUp(database()), await signUp(database())];
    for (const person of [holder, waiting]) {
      await enrol(database(), person, course);
      await givePlace(database(), person, late);
    }
    expect(await ask(database(), signedIn(await signUp(database())), OPEN, [course])).toEqual([
      { id: soon, free: 2, waiting: 0, own: null },
      { id: late, free: 0, waiting: 1, own: null },
    ]);
    expect(await ask(database(), signedIn(waiting), OPEN, [course])).toMatchObject([{}, { id: late, own: 'waitlist' }]);
  });

  it('shows dates of a draft or retired seminar to those who are enrolled alone', async () => {
    const course = await addSeminar(database());
    const date = await addDate(database(), course, { hours: 48, capacity: 2 });
    const [enrolled, stranger] = [await signUp(database()), await signUp(database())];
    await enrol(database(), enrolled, course);
    await database().query('update nemus_courses set is_active = false where id = $1::text::uuid', [course]);
    expect(await ask(database(), signedIn(stranger), OPEN, [course])).toEqual([]);
    expect(await ask(database(), signedIn(enrolled), OPEN, [course])).toMatchObject([{ id: date }]);
  });
}
