import { ask, signedIn, type Connection, type Row } from '../database/database';
import { signUp } from './accounts';
import { giveCredits } from './institutions';

/** An institution enrols itself and pays with credits: $1 the institution, $2 the course. */
export const ENROL_WITH_CREDITS = `insert into nemus_course_enrollments (user_id, course_id, enrollment_type, status)
  values ($1::text::uuid, $2::text::uuid, 'institution_credits', 'not_started') returning id`;

/** Enrols an account, as a purchase does. Repeating it changes nothing. */
export async function enrol(connection: Connection, user: string, course: string): Promise<void> {
  await connection.query(
    `insert into nemus_course_enrollments (user_id, course_id, enrollment_type)
     values ($1::text::uuid, $2::text::uuid, 'direct_purchase') on conflict do nothing`,
    [user, course],
  );
}

/** A new account that has bought a course. @returns the account's id */
export async function signUpEnrolled(connection: Connection, course: string): Promise<string> {
  const user = await signUp(connection);
  await enrol(connection, user, course);
  return user;
}

/** An institution buys a course with its credits, for itself. */
export async function enrolWithCredits(connection: Connection, institution: string, course: string): Promise<void> {
  await giveCredits(connection, institution, 500);
  await ask(connection, signedIn(institution), ENROL_WITH_CREDITS, [institution, course]);
}

/** An account's progress in a course; undefined when it is not enrolled. */
export async function enrolmentOf(connection: Connection, user: string, course: string): Promise<Row | undefined> {
  const [row] = await connection.query(
    `select status, progress_percentage as progress from nemus_course_enrollments
     where user_id = $1::text::uuid and course_id = $2::text::uuid`,
    [user, course],
  );
  return row;
}
