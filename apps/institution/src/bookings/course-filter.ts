import { isFound, type Course } from '@nemus/data';

/** Which courses; an empty text means all. */
export interface CourseFilter {
  readonly search: string;
  readonly competency: string;
  readonly difficulty: string;
}

/** Courses whose title or description has every word that is searched for. */
export function filterCourses(
  courses: readonly Course[],
  { search, competency, difficulty }: CourseFilter,
): readonly Course[] {
  return courses.filter((course) => {
    if (competency !== '' && course.competency !== competency) return false;
    if (difficulty !== '' && course.difficulty !== difficulty) return false;
    return isFound(`${course.title} ${course.description}`, search);
  });
}
