import { ask, signedIn, type Connection, type Row } from '../database/database';
import type { SeminarDate } from './dates';
import { enrol } from './enrolments';
import { one } from './rows';

/** An account chooses a date, and leaves it. */
export const CHOOSE_DATE = 'select nemus_choose_date($1::text::uuid) as chosen';
export const LEAVE_DATE = 'select nemus_cancel_appointment($1::text::uuid)';

/** An enrolled account takes a place, or joins the waiting list. @returns which of the two */
export const chooseDate = async (connection: Connection, user: string, date: string): Promise<unknown> =>
  one(await ask(connection, signedIn(user), CHOOSE_DATE, [date])).chosen;

/** Gives a place back. */
export const leaveDate = (connection: Connection, user: string, date: string): Promise<readonly Row[]> =>
  ask(connection, signedIn(user), LEAVE_DATE, [date]);

/** Gives a place at a date, or the end of the waiting list, by a row. */
export async function givePlace(connection: Connection, user: string, date: string): Promise<void> {
  await connection.query(
    'insert into nemus_appointment_participations (appointment_id, user_id) values ($1::text::uuid, $2::text::uuid)',
    [date, user],
  );
}

/** Enrols an account and gives it a place. */
export async function takePart(connection: Connection, user: string, { seminar, date }: SeminarDate): Promise<void> {
  await enrol(connection, user, seminar);
  await givePlace(connection, user, date);
}

/** How many places of a date are taken, by its counter and by its participations. */
export async function placesTaken(connection: Connection, date: string): Promise<readonly [unknown, unknown]> {
  const row = one(
    await connection.query(
      `select participants_taken as counted, (select count(*)::int from nemus_appointment_participations p
         where p.appointment_id = a.id and p.status = 'confirmed') as held
       from nemus_appointments a where id = $1::text::uuid`,
      [date],
    ),
  );
  return [row.counted, row.held];
}

/** How an account takes part in a date: the status with the position in the queue, or null. */
export async function partOf(connection: Connection, user: string, date: string): Promise<string | null> {
  const [row] = await connection.query(
    `select concat_ws(' ', status, waitlist_position) as part from nemus_appointment_participations
     where user_id = $1::text::uuid and appointment_id = $2::text::uuid`,
    [user, date],
  );
  return row === undefined ? null : String(row.part);
}
