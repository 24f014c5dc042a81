import { fitsDateFilter, type DateFilter } from '@nemus/area/catalogue';
import { isFound, type CatalogueDate, type Course } from '@nemus/data';

/** Which courses; an empty text means all. */
export interface CourseFilter {
  readonly search: string;
  readonly competency: string;
  readonly difficulty: string;
  readonly dates: DateFilter;
}

/** Courses whose title or description has every word that is searched for, and whose dates and price fit. */
export function filterCourses(
  courses: readonly Course[],
  { search, competency, difficulty, dates }: CourseFilter,
  datesOf: (courseId: string) => readonly CatalogueDate[],
): readonly Course[] {
  return courses.filter((course) => {
    if (competency !== '' && course.competency !== competency) return false;
    if (difficulty !== '' && course.difficulty !== difficulty) return false;
    if (!fitsDateFilter(course, datesOf(course.id), dates)) return false;
    return isFound(`${course.title} ${course.description}`, search);
  });
}
