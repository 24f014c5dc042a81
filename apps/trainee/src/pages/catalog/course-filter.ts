import { isDateFiltered, NO_DATE_FILTER, type DateFilter } from '@nemus/area/catalogue';
import type { CatalogueSelection, Competency, Difficulty } from '@nemus/data';

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

/** The list that a filter asks the database for: enrolled courses after the others, then by title (S-4.3). */
export const selectionOf = ({ dates, ...filter }: CourseFilter): CatalogueSelection => ({
  ...filter,
  ...dates,
  ownLast: true,
});
