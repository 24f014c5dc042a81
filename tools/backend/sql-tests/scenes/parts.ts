import { addDate, type SeminarDate } from './dates';
import { addSeminar } from './courses';
import type { Connection } from '../database/database';

/** The ids of the parts, from 1 on. In real rows the first has the id of the date. */
export const PART = (number: number) => `9a000000-0000-4000-8000-00000000000${number}`;

/** Writes parts of four units into a date, as planners do. */
export async function writeParts(
  connection: Connection,
  date: string,
  hours: readonly number[],
  needed: number = hours.length,
): Promise<void> {
  await connection.query(
    `update nemus_appointments a set parts = p.parts, parts_needed = $3::text::int,
       starts_at = (p.parts #>> '{0,starts_at}')::timestamptz, ends_at = (p.parts #>> '{-1,ends_at}')::timestamptz,
       change_until = null, units = 4 * jsonb_array_length(p.parts)
     from (select jsonb_agg(jsonb_build_object('id', '9a000000-0000-4000-8000-00000000000' || place, 'title',
       'Abend ' || place, 'starts_at', now() + make_interval(hours => hour), 'ends_at', now() + make_interval(hours => hour + 2),
       'units', 4) order by place) as parts
       from unnest($2::text::int[]) with ordinality as h (hour, place)) p
     where a.id = $1::text::uuid`,
    [date, `{${hours.join(',')}}`, String(needed)],
  );
}

/** A seminar of 12 units (8 theory, 4 practice) with a date in parts. */
export async function addDateInParts(
  connection: Connection,
  hours: readonly number[],
  needed: number = hours.length,
): Promise<SeminarDate> {
  const seminar = await addSeminar(connection, {
    theory: 8,
    practice: 4,
    competency: 'methoden_kompetenz',
    credits: 60,
  });
  const date = await addDate(connection, seminar, { capacity: 20, units: 12 });
  await writeParts(connection, date, hours, needed);
  return { seminar, date };
}
