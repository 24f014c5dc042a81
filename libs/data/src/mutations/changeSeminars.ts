import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { competencySchema } from '../rows/course';
import { SEMINAR_STATES } from '../rows/seminar';
import type { SeminarVersion } from './saveSeminar';

/** Most seminars of one change, as in the database. */
export const MOST_CHANGED_SEMINARS = 200;

/** New values for many seminars. The price is text, so that no float rounds it on its way to the database. */
export interface SeminarChange {
  readonly price_euros?: string;
  readonly credit_cost?: number;
  readonly competency?: string;
  readonly state?: 'published' | 'retired';
}

const changedSchema = z.array(
  z.object({
    id: z.string(),
    /** Null, as all values, for a seminar that was deleted. */
    title: z.string().nullable(),
    price_euros: z.number().nullable(),
    credit_cost: z.number().nullable(),
    competency: competencySchema.nullable(),
    state: z.enum(SEMINAR_STATES).nullable(),
    updated_at: z.string().nullable(),
    /** Why it stays as it is: `same`, or the code of the refusal. */
    problem: z.string().nullable(),
  }),
);
/** A seminar before a change of many. */
export type ChangedSeminar = z.infer<typeof changedSchema>[number];

/** What a change of many seminars would do, and why some would stay as they are. Changes nothing. */
export async function previewSeminarChange(
  client: DataClient,
  ids: readonly string[],
  change: SeminarChange,
): Promise<readonly ChangedSeminar[]> {
  const courses = ids.map((id) => ({ id }));
  const sent = { p_courses: courses, p_change: { ...change }, p_preview: true };
  return readRows(await client.rpc('nemus_change_courses', sent), changedSchema);
}

/** Changes many seminars, all or none. Fails with `courses_unchanged` when one was changed since its version was read. */
export async function changeSeminars(
  client: DataClient,
  seminars: readonly SeminarVersion[],
  change: SeminarChange,
): Promise<readonly ChangedSeminar[]> {
  const courses = seminars.map(({ id, updatedAt }) => ({ id, updated_at: updatedAt }));
  return readRows(
    await client.rpc('nemus_change_courses', { p_courses: courses, p_change: { ...change } }),
    changedSchema,
  );
}
