import { randomUUID } from 'node:crypto';
import { ask, signedIn, type Connection } from '../database/database';
import { dayFrom } from './days';
import { one } from './rows';

/** Called by a planner. */
export const CREATE_DATES = 'select nemus_create_dates($1::text::jsonb)::text[] as ids';
export const CANCEL_DATE = 'select nemus_cancel_date($1::text::uuid, $2, $3::text::boolean)::text[] as ids';

/** What the form of a date sends. */
export const planDate = (course: string, changes: Readonly<Record<string, unknown>> = {}) => ({
  course_id: course,
  type: 'Seminar',
  format: 'Präsenz',
  location: `Raum ${randomUUID()}`,
  capacity: 2,
  day: dayFrom(30),
  starts: '10:00',
  ends: '12:00',
  ...changes,
});

/** Changes dates as a planner does. @returns the ids that the change answers */
export async function changeDates(
  connection: Connection,
  planner: string,
  statement: string,
  parameters: readonly unknown[],
): Promise<string[]> {
  const found: unknown = one(await ask(connection, signedIn(planner), statement, parameters)).ids;
  if (!Array.isArray(found)) throw new Error('Expected ids.');
  return found.map(String);
}

/** Makes dates as a planner does. @returns their ids */
export const createDates = (connection: Connection, planner: string, planned: object): Promise<string[]> =>
  changeDates(connection, planner, CREATE_DATES, [JSON.stringify(planned)]);
