import { dateFilterParams, readDateFilter } from '@nemus/area/catalogue';
import { z } from 'zod';
import { competencySchema, difficultySchema } from '@nemus/data';
import type { CourseFilter } from './course-filter';

/** Names in the address; readers see and share them, so they are German. */
const SEARCH = 'suche';
const COMPETENCY = 'kompetenz';
const DIFFICULTY = 'niveau';

// An address may be typed or old: unknown values count as "all".
const addressSchema = z.object({
  search: z.string().catch(''),
  competency: competencySchema.nullable().catch(null),
  difficulty: difficultySchema.nullable().catch(null),
});

/** Reads the filter from the address. */
export function readFilter(params: URLSearchParams): CourseFilter {
  return {
    ...addressSchema.parse({
      search: params.get(SEARCH) ?? '',
      competency: params.get(COMPETENCY),
      difficulty: params.get(DIFFICULTY),
    }),
    dates: readDateFilter(params),
  };
}

/** The same address with another filter; other parameters stay, and "all" is omitted. */
export function writeFilter(params: URLSearchParams, filter: CourseFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  const write = (name: string, value: string | null) => (value ? next.set(name, value) : next.delete(name));
  write(SEARCH, filter.search);
  write(COMPETENCY, filter.competency);
  write(DIFFICULTY, filter.difficulty);
  for (const [name, value] of Object.entries(dateFilterParams(filter.dates))) write(name, value);
  return next;
}
