import { ask, signedIn, type Connection } from '../database/database';
import { signUp } from './accounts';
import { addSoldSeminar } from './dates';
import { giveCredits, signUpInstitution } from './institutions';
import { text } from './rows';
import { addTrainee } from './trainees';

/** An institution books with credits: $1 the course, $2 one trainee. */
export const BOOK_FOR_ONE = 'select (nemus_book_course($1::text::uuid, array[$2::text::uuid])).id::text as id';

/** $1 the course, $2 a list of trainees. */
export const BOOK = 'select (nemus_book_course($1::text::uuid, $2::text::uuid[])).id::text as id';

/** $3 the first day. */
export const BOOK_FROM = 'select (nemus_book_course($1::text::uuid, $2::text::uuid[], $3::text::date)).id::text as id';

/** The portal takes places back: $1 the institution, $2 the booking, $3 a list of trainees. */
export const CANCEL_PLACES = 'select nemus_cancel_places($1::text::uuid, $2::text::uuid, $3::text::uuid[]) as result';

/** An institution moves a booking: $3 the first day. */
export const MOVE_BOOKING = 'select nemus_move_booking($1::text::uuid, $2::text::uuid, $3::text::date)';

/** Possible changes of a booking, and their deadlines. */
export const BOOKING_TERMS = 'select nemus_booking_terms($1::text::uuid) as terms';

/** An institution that has booked a seminar with dates for two people, one of whom has an account. */
export async function bookForTwo(connection: Connection) {
  const institution = await signUpInstitution(connection);
  await giveCredits(connection, institution, 1000);
  const seminar = await addSoldSeminar(connection);
  const user = await signUp(connection);
  const trainee = await addTrainee(connection, institution, { account: user });
  const other = await addTrainee(connection, institution);
  const booking = text(await ask(connection, signedIn(institution), BOOK, [seminar, `{${trainee},${other}}`]), 'id');
  return { institution, seminar, trainee, other, user, booking };
}
