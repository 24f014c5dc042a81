import { giveCredits, invite, signUp, signUpInstitution } from '../accounts';
import { ask, signedIn, type TestDatabase } from '../database/database';
import { COURSE_60, text } from './values';

const BOOK = `select id from nemus_book_course($1::text::uuid, $2::text::uuid[],
  (now() at time zone 'Europe/Berlin')::date + $3::text::int)`;
export const ASSIGN = 'select nemus_assign_seat($1::text::uuid, $2::text::uuid)';
export const FREE = 'select nemus_free_seat($1::text::uuid, $2::text::uuid)';
export const TRANSFER = 'select nemus_transfer_seat($1::text::uuid, $2::text::uuid, $3::text::uuid)';

/** Somebody on an institution's list, and the account behind it. */
export interface Trainee {
  readonly account: string;
  readonly row: string;
}

export interface SeatScene {
  readonly institution: string;
  readonly booking: string;
  /** Those whom the course was booked for. */
  readonly booked: readonly Trainee[];
  /** Those who have no place. */
  readonly others: readonly Trainee[];
}

async function addTrainee(database: TestDatabase, institution: string, first: string): Promise<Trainee> {
  const account = await signUp(database, { first });
  const { token, trainee } = await invite(database, institution, `${account}@nemus.example`, [first, 'Beck']);
  await ask(database, signedIn(account), 'select nemus_accept_invitation($1)', [token]);
  return { account, row: trainee };
}

/** An institution with 200 credits that has booked a course for two people, and has two more. */
export async function bookSeats(database: TestDatabase, days: number, course: string = COURSE_60): Promise<SeatScene> {
  const institution = await signUpInstitution(database);
  await giveCredits(database, institution, 200);
  const people: Trainee[] = [];
  for (const first of ['Ada', 'Ben', 'Cem', 'Dora']) people.push(await addTrainee(database, institution, first));
  const booked = people.slice(0, 2);
  const rows = `{${booked.map(({ row }) => row).join(',')}}`;
  const booking = text(await ask(database, signedIn(institution), BOOK, [course, rows, String(days)]), 'id');
  return { institution, booking, booked, others: people.slice(2) };
}
