import { germanOrder } from '@nemus/contract';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { competencySchema } from '../rows/course';
import { isFound, searchWords } from '../search/search-form';

/** A course by its title, for the portal-wide search. */
const foundCourseSchema = z.object({ id: z.string(), title: z.string(), competency: competencySchema });
export type FoundCourse = z.infer<typeof foundCourseSchema>;

/** A date of the account by its title. */
const foundAppointmentSchema = z.object({ id: z.string(), title: z.string(), starts_at: z.string() });
export type FoundAppointment = z.infer<typeof foundAppointmentSchema>;

const wordsOf = (search: string) => searchWords(search).slice(0, 6);

/** The search, and how typing mistakes are forgiven. */
const LISTS = {
  seminars: { similar: 'nemus_similar_courses' },
  learning: { similar: 'nemus_similar_learning_courses' },
} as const;

/**
 * Courses whose title has every word, by title; if there is none, those with a similar spelling.
 *
 * @param list seminars of the catalogue, or e-learning courses
 */
export async function findCourses(
  client: DataClient,
  { list, search, limit, signal }: { list: keyof typeof LISTS; search: string; limit: number; signal: AbortSignal },
): Promise<FoundCourse[]> {
  const rows = () =>
    list === 'seminars'
      ? client.from('nemus_courses').select('id, title, competency').eq('is_active', true)
      : client.from('nemus_learning_courses').select('id, title, competency');
  let asked = rows();
  // There are few e-learning courses: all of them are read, and searched here.
  if (list === 'seminars') {
    for (const word of wordsOf(search)) asked = asked.like('search_text', `%${word}%`);
    asked = asked.limit(limit);
  }
  const hits = await readRows(await asked.order('title').order('id').abortSignal(signal), z.array(foundCourseSchema));
  const exact = hits
    .filter(({ title }) => isFound(title, search))
    .toSorted((a, b) => germanOrder(a.title, b.title))
    .slice(0, limit);
  if (exact.length > 0) return exact;
  const similar = await client.rpc(LISTS[list].similar, { p_search: search.slice(0, 100) }, { get: true });
  const ids = (await readRows(similar, z.array(z.string()))).slice(0, limit);
  if (ids.length === 0) return [];
  const near = await readRows(await rows().in('id', ids).abortSignal(signal), z.array(foundCourseSchema));
  return near.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** The account's own dates whose title has every word, newest first. */
export async function findAppointments(
  client: DataClient,
  { search, limit, signal }: { search: string; limit: number; signal: AbortSignal },
): Promise<FoundAppointment[]> {
  let asked = client.from('nemus_my_appointments').select('id, title, starts_at');
  for (const word of wordsOf(search)) asked = asked.like('search_text', `%${word}%`);
  return readRows(
    await asked.order('starts_at', { ascending: false }).order('id').limit(limit).abortSignal(signal),
    z.array(foundAppointmentSchema),
  );
}
