import { ask, signedIn, type Connection } from '../database/database';
import { BOOK_FROM } from './bookings';
import { COURSE_60 } from './courses';
import { dayFrom } from './days';
import { giveCredits, signUpInstitution } from './institutions';
import { text } from './rows';
import { linkTrainee, type LinkedTrainee } from './trainees';

export const ASSIGN_SEAT = 'select nemus_assign_seat($1::text::uuid, $2::text::uuid)';
export const FREE_SEAT = 'select nemus_free_seat($1::text::uuid, $2::text::uuid)';
export const TRANSFER_SEAT = 'select nemus_transfer_seat($1::text::uuid, $2::text::uuid, $3::text::uuid)';

/** A booking, and people with and without a place of it. */
export interface SeatScene {
  readonly institution: string;
  readonly booking: string;
  /** The trainees for whom the course was booked. */
  readonly booked: readonly LinkedTrainee[];
  /** Trainees without a place. */
  readonly others: readonly LinkedTrainee[];
}

/** An institution with 200 credits that has booked a course for two people, and has two more. */
export async function bookSeats(connection: Connection, days: number, course: string = COURSE_60): Promise<SeatScene> {
  const institution = await signUpInstitution(connection);
  await giveCredits(connection, institution, 200);
  const people: LinkedTrainee[] = [];
  for (const first of ['Ada', 'Ben', 'Cem', 'Dora']) people.push(await linkTrainee(connection, institution, first));
  const booked = people.slice(0, 2);
  const trainees = `{${booked.map(({ trainee }) => trainee).join(',')}}`;
  const booking = text(
    await ask(connection, signedIn(institution), BOOK_FROM, [course, trainees, dayFrom(days)]),
    'id',
  );
  return { institution, booking, booked, others: people.slice(2) };
}
