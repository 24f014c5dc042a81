import { germanOrder } from '@nemus/contract';
import { fitsDateFilter, isDateFiltered, NO_DATE_FILTER, type DateFilter } from '@nemus/area/catalogue';
import {
  searchText,
  searchWords,
  type CatalogueDate,
  type Competency,
  type Course,
  type Difficulty,
  type Enrollment,
} from '@nemus/data';

/** Filters of the catalogue. Null means "all". */
export interface CourseFilter {
  readonly search: string;
  readonly competency: Competency | null;
  readonly difficulty: Difficulty | null;
  readonly dates: DateFilter;
}
export const NO_FILTER: CourseFilter = { search: '', competency: null, difficulty: null, dates: NO_DATE_FILTER };

export const isFiltered = ({ search, competency, difficulty, dates }: CourseFilter): boolean =>
  search.trim() !== '' || competency !== null || difficulty !== null || isDateFiltered(dates);

/** A course prepared for searching: ten thousand texts are folded once, not with every key that is typed. */
export interface CatalogEntry {
  readonly course: Course;
  /** The account's relation to it; null without one. */
  readonly enrollment: Enrollment | null;
  readonly text: string;
}

/** The whole catalogue in its order: enrolled courses after the others, then by title (S-4.3). */
export function createCatalog(courses: readonly Course[], enrollments: readonly Enrollment[]): CatalogEntry[] {
  const own = new Map(enrollments.map((enrollment) => [enrollment.course_id, enrollment]));
  return courses
    .map((course) => ({
      course,
      enrollment: own.get(course.id) ?? null,
      text: searchText(`${course.title} ${course.description}`),
    }))
    .sort(
      (a, b) =>
        Number(a.enrollment !== null) - Number(b.enrollment !== null) || germanOrder(a.course.title, b.course.title),
    );
}

/** The filtered catalogue, and the number of courses for each competency chip. */
export interface CatalogView {
  readonly entries: readonly CatalogEntry[];
  /** Courses that only the search excludes, by id: similar ones are among them. */
  readonly others: ReadonlyMap<string, CatalogEntry>;
  readonly counts: Readonly<Record<Competency, number>>;
}

/**
 * Applies the filter in one pass. All words of the query must be in title or description. The counts follow everything
 * but the selected competency: a chip shows what selecting it would give.
 */
export function filterCatalog(
  catalog: readonly CatalogEntry[],
  filter: CourseFilter,
  datesOf: (courseId: string) => readonly CatalogueDate[] = () => [],
): CatalogView {
  const words = searchWords(filter.search);
  const counts: Record<Competency, number> = {
    fachliche_kompetenz: 0,
    diagnostische_kompetenz: 0,
    methoden_kompetenz: 0,
    beziehungsgestaltung: 0,
    personale_kompetenz: 0,
    professionelle_haltung: 0,
  };
  const others = new Map<string, CatalogEntry>();
  const entries = catalog.filter((entry) => {
    const { course, text } = entry;
    if (filter.difficulty !== null && course.difficulty !== filter.difficulty) return false;
    if (!fitsDateFilter(course, datesOf(course.id), filter.dates)) return false;
    const fits = filter.competency === null || course.competency === filter.competency;
    if (!words.every((word) => text.includes(word))) {
      if (fits) others.set(course.id, entry);
      return false;
    }
    counts[course.competency] += 1;
    return fits;
  });
  return { entries, others, counts };
}
