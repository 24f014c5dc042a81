import { randomUUID } from 'node:crypto';
import { hireStaff } from '../accounts';
import type { Connection } from '../database/database';
import { text } from './values';

/** A published seminar that takes place at dates. @returns its id. */
export const addSeminar = async (connection: Connection, title = 'Traumatherapie'): Promise<string> =>
  text(
    await connection.query(
      `insert into nemus_courses (title, competency, duration_hours, difficulty, theory_units, practical_units,
         price_euros, credit_cost, has_dates, published_at, zfu_status)
       values ($1, 'fachliche_kompetenz', 8, 'Anfänger', 6, 2, 100, 50, true, now(), 'not_required') returning id::text`,
      [title],
    ),
    'id',
  );

/** A date of a seminar that begins `hours` from now and lasts two. */
export const addDate = async (
  connection: Connection,
  course: string,
  { hours = 48, capacity = 2 }: { hours?: number; capacity?: number } = {},
): Promise<string> =>
  text(
    await connection.query(
      `insert into nemus_appointments (course_id, title, starts_at, ends_at, type, format, location, capacity, units)
       values ($1::text::uuid, 'Traumatherapie', now() + $2::text::interval, now() + $2::text::interval + interval '2 hours',
         'Seminar', 'Präsenz', $3, $4::text::int, 8) returning id::text`,
      [course, `${hours} hours`, `Raum ${randomUUID()}`, String(capacity)],
    ),
    'id',
  );

/** Enrols somebody in a seminar, as a purchase does. */
export const enrol = (connection: Connection, course: string, user: string) =>
  connection.query(
    `insert into nemus_course_enrollments (user_id, course_id, enrollment_type, status)
     values ($1::text::uuid, $2::text::uuid, 'direct_purchase', 'not_started')`,
    [user, course],
  );

/** Gives somebody a place, or the end of the waiting list. */
export const takePlace = (connection: Connection, date: string, user: string) =>
  connection.query(
    'insert into nemus_appointment_participations (appointment_id, user_id) values ($1::text::uuid, $2::text::uuid)',
    [date, user],
  );

/** Somebody who plans dates. */
export const hirePlanner = (connection: Connection) => hireStaff(connection, ['teaching']);
