import { randomUUID } from 'node:crypto';
import { ask, signedIn, type Connection, type Row } from '../database/database';
import { one } from './values';

/** A seminar of the tests' own that takes place at dates. */
export interface SeminarDate {
  readonly seminar: string;
  readonly date: string;
}

/** What a test says of it; without a word a date that began an hour ago, of 12 units: 8 of theory, 4 of practice. */
export interface DateOptions {
  readonly seminar?: string;
  readonly theory?: number;
  readonly practice?: number;
  readonly units?: number;
  readonly type?: string;
  /** Hours from now to its beginning; it takes four. */
  readonly starts?: number;
  readonly capacity?: number;
}

/** Writes a seminar with one date, or a further date of one. */
export async function addDate(connection: Connection, options: DateOptions = {}): Promise<SeminarDate> {
  const {
    theory = 8,
    practice = 4,
    units = theory + practice,
    type = 'Workshop',
    starts = -1,
    capacity = 20,
  } = options;
  const seminar = options.seminar ?? randomUUID();
  const date = randomUUID();
  if (options.seminar === undefined) {
    await connection.query(
      `insert into nemus_courses (id, title, description, competency, duration_hours, difficulty, price_euros,
         credit_cost, theory_units, practical_units, has_dates, published_at, zfu_status)
       values ($1::text::uuid, 'Traumatherapie', 'Was hilft', 'methoden_kompetenz', 12, 'Anfänger', 120, 60,
         $2::text::int, $3::text::int, true, now(), 'not_required')`,
      [seminar, String(theory), String(practice)],
    );
  }
  await connection.query(
    `insert into nemus_appointments (id, course_id, title, starts_at, ends_at, type, format, instructor, units, capacity)
     values ($1::text::uuid, $2::text::uuid, 'Traumatherapie, Teil 1', now() + $3::text::int * interval '1 hour',
       now() + ($3::text::int + 4) * interval '1 hour', $4, 'Präsenz', 'Dr. Vogt', $5::text::int, $6::text::int)`,
    [date, seminar, String(starts), type, String(units), String(capacity)],
  );
  return { seminar, date };
}

/** Enrols somebody and gives a place. */
export async function takePart(connection: Connection, user: string, { seminar, date }: SeminarDate): Promise<void> {
  await connection.query(
    `insert into nemus_course_enrollments (user_id, course_id, enrollment_type)
     values ($1::text::uuid, $2::text::uuid, 'direct_purchase') on conflict do nothing`,
    [user, seminar],
  );
  await givePlace(connection, user, date);
}

/** Gives a place at a date to somebody who is enrolled. */
export async function givePlace(connection: Connection, user: string, date: string): Promise<void> {
  await connection.query(
    `insert into nemus_appointment_participations (appointment_id, user_id) values ($1::text::uuid, $2::text::uuid)`,
    [date, user],
  );
}

/** What a list ticks of one person. */
export interface Mark {
  readonly user_id: string;
  readonly attendance: string | null;
  readonly units?: unknown;
  readonly seen?: number;
}

/** As an account calls it: $1 the date, $2 the marks. */
export const MARK = 'select nemus_mark_attendance($1::text::uuid, $2::text::jsonb) as list';

/** Ticks as staff. */
export const mark = (connection: Connection, staff: string, date: string, marks: readonly Mark[]) =>
  ask(connection, signedIn(staff), MARK, [date, JSON.stringify(marks.map((each) => ({ seen: 0, ...each })))]);

/** Where an account stands in a seminar; null when it is not enrolled. */
export async function enrolmentOf(connection: Connection, user: string, seminar: string): Promise<Row | undefined> {
  const [row] = await connection.query(
    `select status, progress_percentage as progress from nemus_course_enrollments
     where user_id = $1::text::uuid and course_id = $2::text::uuid`,
    [user, seminar],
  );
  return row;
}

/** Units done, by area. */
export async function unitsOf(connection: Connection, user: string): Promise<Row> {
  return one(
    await connection.query(
      `select private.nemus_units_done($1::text::uuid, 'theory') as theory,
         private.nemus_units_done($1::text::uuid, 'practice') as practice,
         private.nemus_units_done($1::text::uuid, 'elearning') as elearning`,
      [user],
    ),
  );
}

/** The certificates of an account, the oldest first. */
export const papersOf = (connection: Connection, user: string) =>
  connection.query(
    `select number, kind, units, edition, private.nemus_revoked_at(id) is not null as is_revoked
     from nemus_certificates where user_id = $1::text::uuid order by kind, edition`,
    [user],
  );
