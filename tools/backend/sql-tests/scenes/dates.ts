import { randomUUID } from 'node:crypto';
import type { Connection } from '../database/database';
import { addSeminar, type SeminarOptions } from './courses';
import { text } from './rows';

/** A test's values of a date. */
export interface DateOptions {
  /** From now to its start. */
  readonly hours?: number;
  readonly lasts?: number;
  readonly capacity?: number;
  readonly units?: number;
  readonly type?: string;
  /** Deadline for changes of its place, in hours from now; null for the seminar's default. */
  readonly deadline?: number | null;
}

/** A date of a seminar with a room and a teacher: in ten days, for one person. @returns its id */
export async function addDate(connection: Connection, seminar: string, options: DateOptions = {}): Promise<string> {
  const { hours = 240, lasts = 4, capacity = 1, units = 8, type = 'Seminar', deadline = null } = options;
  return text(
    await connection.query(
      `insert into nemus_appointments (course_id, title, starts_at, ends_at, type, format, location, instructor, units,
         capacity, change_until)
       values ($1::text::uuid, 'Traumatherapie, Teil 1', now() + $2::text::interval,
         now() + $2::text::interval + $3::text::interval, $4, 'Präsenz', $5, 'Dr. Vogt', $6::text::int, $7::text::int,
         now() + $8::text::interval) returning id::text`,
      [
        seminar,
        `${hours} hours`,
        `${lasts} hours`,
        type,
        `Raum ${randomUUID()}`,
        String(units),
        String(capacity),
        deadline === null ? null : `${deadline} hours`,
      ],
    ),
    'id',
  );
}

/** A published seminar that can be bought: with a coming date for many. @returns its id */
export async function addSoldSeminar(connection: Connection, options: SeminarOptions = {}): Promise<string> {
  const seminar = await addSeminar(connection, options);
  await addDate(connection, seminar, { hours: 8_000, capacity: 50 });
  return seminar;
}

/** A seminar and one of its dates. */
export interface SeminarDate {
  readonly seminar: string;
  readonly date: string;
}

/** A date that began an hour ago, for many, with all units of its seminar: 8 of theory, 4 of practice. */
export async function addRunningDate(
  connection: Connection,
  options: DateOptions & Pick<SeminarOptions, 'theory' | 'practice'> & { readonly seminar?: string } = {},
): Promise<SeminarDate> {
  const { theory = 8, practice = 4, ...of } = options;
  const seminar =
    of.seminar ??
    (await addSeminar(connection, {
      description: 'Was hilft',
      competency: 'methoden_kompetenz',
      theory,
      practice,
      credits: 60,
    }));
  const running = { hours: -1, capacity: 20, units: theory + practice, type: 'Workshop', ...of };
  return { seminar, date: await addDate(connection, seminar, running) };
}
