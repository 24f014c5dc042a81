import { z } from 'zod';
import { competencySchema, difficultySchema, isFound } from '@nemus/data';
import type { CourseState } from './course-state';

/** Tabs of the list with their names in the address. */
export const COURSE_TABS = [
  { value: 'alle', label: 'Alle Kurse' },
  { value: 'in-bearbeitung', label: 'In Bearbeitung' },
  { value: 'abgeschlossen', label: 'Abgeschlossen' },
  { value: 'premium', label: 'Premium' },
] as const;
export type CourseTab = (typeof COURSE_TABS)[number]['value'];

// An address may be typed or old: unknown values count as "all".
const filterSchema = z.object({
  ansicht: z.enum(['alle', 'in-bearbeitung', 'abgeschlossen', 'premium']).catch('alle'),
  suche: z.string().catch(''),
  kompetenz: competencySchema.nullable().catch(null),
  niveau: difficultySchema.nullable().catch(null),
});
/** Filters of the list, by their names in the address. */
export type CourseFilter = z.infer<typeof filterSchema>;

const NAMES = ['ansicht', 'suche', 'kompetenz', 'niveau'] as const;

/** Reads the filter from the address. */
export function readFilter(params: URLSearchParams): CourseFilter {
  return filterSchema.parse(Object.fromEntries(NAMES.map((name) => [name, params.get(name)])));
}

/** The address of another filter; "all" leaves no trace in it. */
export function writeFilter(params: URLSearchParams, filter: CourseFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of NAMES) {
    const value = filter[name];
    if (value && value !== 'alle') next.set(name, value);
    else next.delete(name);
  }
  return next;
}

const IN_TAB: Readonly<Record<CourseTab, (state: CourseState) => boolean>> = {
  alle: () => true,
  'in-bearbeitung': ({ status }) => status === 'in_progress',
  abgeschlossen: ({ status }) => status === 'completed',
  premium: ({ course }) => course.is_premium,
};

/** Courses in a tab, before search and filters. */
export function coursesInTab(states: readonly CourseState[], tab: CourseTab): CourseState[] {
  return states.filter(IN_TAB[tab]);
}

/** Narrows by title, description and module title, competency and difficulty. */
export function filterCourses(states: readonly CourseState[], filter: CourseFilter): CourseState[] {
  return coursesInTab(states, filter.ansicht).filter(({ course }) => {
    if (filter.kompetenz && course.competency !== filter.kompetenz) return false;
    if (filter.niveau && course.difficulty !== filter.niveau) return false;
    const texts = [course.title, course.description, ...course.modules.map(({ title }) => title)];
    return isFound(texts.join(' '), filter.suche);
  });
}
