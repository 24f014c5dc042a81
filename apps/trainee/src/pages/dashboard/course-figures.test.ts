import type { Enrollment, EnrollmentStatus } from '@nemus/data';
import { countCourses, runningCourses } from './course-figures';

const enrollment = (id: string, status: EnrollmentStatus, progress = 0, hours: number | null = 10): Enrollment => ({
  id,
  user_id: 'u1',
  course_id: `course-${id}`,
  enrollment_type: 'direct_purchase',
  status,
  progress_percentage: progress,
  enrolled_at: '2026-11-01T08:00:00+00:00',
  course: hours === null ? null : { title: `Kurs ${id}`, competency: 'fachliche_kompetenz', duration_hours: hours },
});

describe('countCourses', () => {
  it('shows zeros for a fresh account', () => {
    expect(countCourses([])).toEqual({ enrolled: 0, completed: 0, running: 0, totalHours: 0 });
  });

  it('counts by status and adds the hours of every enrolled course', () => {
    const figures = countCourses([
      enrollment('a', 'completed', 100, 16),
      enrollment('b', 'in_progress', 40, 12.5),
      enrollment('c', 'not_started', 0, 8),
      enrollment('d', 'in_progress', 10, null),
    ]);
    expect(figures).toEqual({ enrolled: 4, completed: 1, running: 2, totalHours: 36.5 });
  });
});

describe('runningCourses', () => {
  it('lists at most three running courses, nearest to their end first', () => {
    const listed = runningCourses([
      enrollment('a', 'in_progress', 10),
      enrollment('b', 'completed', 100),
      enrollment('c', 'in_progress', 80),
      enrollment('d', 'in_progress', 45),
      enrollment('e', 'in_progress', 60),
      enrollment('f', 'not_started'),
    ]);
    expect(listed.map(({ id }) => id)).toEqual(['c', 'e', 'd']);
  });

  it('keeps the order in which they came when two are equally far', () => {
    const listed = runningCourses([enrollment('newer', 'in_progress', 30), enrollment('older', 'in_progress', 30)]);
    expect(listed.map(({ id }) => id)).toEqual(['newer', 'older']);
  });

  it('leaves out a course that may no longer be read', () => {
    expect(runningCourses([enrollment('a', 'in_progress', 10, null)])).toEqual([]);
  });
});
