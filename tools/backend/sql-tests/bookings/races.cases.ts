import { signedIn, type TestDatabase } from '../database/database';
import { BOOK_FOR_ONE } from '../scenes/bookings';
import { COURSE_60 } from '../scenes/courses';
import { balanceOf, giveCredits, signUpInstitution } from '../scenes/institutions';
import { race, won } from '../scenes/races';
import { addTrainee } from '../scenes/trainees';

/** Concurrent bookings for one trainee. */
export function bookingRaceCases(database: () => TestDatabase): void {
  it('books a trainee once for a course', async () => {
    const id = await signUpInstitution(database());
    await giveCredits(database(), id, 1000);
    const trainee = await addTrainee(database(), id);
    const book = {
      caller: signedIn(id),
      statement: BOOK_FOR_ONE,
      parameters: [COURSE_60, trainee],
    };
    const finishes = await race(
      database(),
      Array.from({ length: 10 }, () => book),
    );
    expect(won(finishes)).toHaveLength(1);
    expect(await balanceOf(database(), id)).toMatchObject({ used_credits: 60 });
  });
}
