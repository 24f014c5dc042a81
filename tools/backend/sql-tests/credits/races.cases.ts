import { signedIn, type TestDatabase } from '../database/database';
import { COURSE_85 } from '../scenes/courses';
import { addDate } from '../scenes/dates';
import { ENROL_WITH_CREDITS } from '../scenes/enrolments';
import { balanceOf, giveCredits, signUpInstitution } from '../scenes/institutions';
import { hints, race, won } from '../scenes/races';

/** Concurrent spending of credits. */
export function creditRaceCases(database: () => TestDatabase): void {
  it('enrols once of 50 at the same moment, and debits once', async () => {
    const id = await signUpInstitution(database());
    await giveCredits(database(), id, 1000);
    const finishes = await race(
      database(),
      Array.from({ length: 50 }, () => ({
        caller: signedIn(id),
        statement: ENROL_WITH_CREDITS,
        parameters: [id, COURSE_85],
      })),
    );
    expect(won(finishes)).toHaveLength(1);
    expect(hints(finishes)).toEqual(new Set(['already_enrolled']));
    expect(await balanceOf(database(), id)).toEqual({
      total_credits: 1000,
      used_credits: 85,
      available_credits: 915,
    });
  });

  it('never overdraws with 50 different courses at the same moment', async () => {
    const id = await signUpInstitution(database());
    await giveCredits(database(), id, 245);
    const courses = await database().query(
      `insert into nemus_courses (title, competency, duration_hours, difficulty, price_euros, credit_cost, zfu_status)
       select 'Kurs ' || n, 'fachliche_kompetenz', 8, 'Anfänger', 20, 10, 'not_required' from generate_series(1, 50) as n returning id::text`,
    );
    for (const { id: course } of courses) await addDate(database(), String(course));
    const finishes = await race(
      database(),
      courses.map((course) => ({ caller: signedIn(id), statement: ENROL_WITH_CREDITS, parameters: [id, course.id] })),
    );
    expect(won(finishes)).toHaveLength(24);
    expect(hints(finishes)).toEqual(new Set(['insufficient_credits']));
    expect(await balanceOf(database(), id)).toEqual({ total_credits: 245, used_credits: 240, available_credits: 5 });
  });
}
