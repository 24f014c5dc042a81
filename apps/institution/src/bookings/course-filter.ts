import type { Course } from '@nemus/data';

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
  const words = search.toLocaleLowerCase('de').split(/\s+/).filter(Boolean);
  return courses.filter((course) => {
    if (competency !== '' && course.competency !== competency) return false;
    if (difficulty !== '' && course.difficulty !== difficulty) return false;
    const text = `${course.title} ${course.description}`.toLocaleLowerCase('de');
    return words.every((word) => text.includes(word));
  });
}
