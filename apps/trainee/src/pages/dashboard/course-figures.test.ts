import type { EnrollmentStatus, Enrollment, LearningStatus, OwnLearning } from '@nemus/data';
import { countCourses, runningCourses } from './course-figures';

const enrollment = (id: string, status: EnrollmentStatus, progress = 0, hours: number | null = 10): Enrollment => ({
  id,
  user_id: 'u1',
  course_id: `course-${id}`,
  enrollment_type: 'direct_purchase',
  status,
  progress_percentage: progress,
  enrolled_at: '2026-11-01T08:00:00+00:00',
  course:
    hours === null
      ? null
      : {
          title: `Kurs ${id}`,
          competency: 'fachliche_kompetenz',
          duration_hours: hours,
          has_dates: false,
          theory_units: 8,
          practical_units: 4,
        },
});
const learned = (id: string, status: LearningStatus, progress = 0, seminar: string | null = null): OwnLearning => ({
  course_id: id,
  status,
  progress_percentage: progress,
  is_sample: false,
  title: `E-Kurs ${id}`,
  competency: 'personale_kompetenz',
  units: 20,
  seminar_id: seminar,
  is_done: status === 'completed',
  next_module: null,
});

describe('countCourses', () => {
  it('shows zeros for a fresh account', () => {
    const none = { seminars: 0, elearning: 0 };
    expect(countCourses([], [])).toEqual({ enrolled: none, completed: none, running: none });
  });

  it('counts seminars and begun e-learning courses by status', () => {
    const figures = countCourses(
      [
        enrollment('a', 'completed', 100, 16),
        enrollment('b', 'in_progress', 40, 12.5),
        enrollment('c', 'not_started', 0, 8),
        enrollment('d', 'in_progress', 10, null),
      ],
      [learned('x', 'completed', 100), learned('y', 'in_progress', 60), learned('z', 'in_progress', 20)],
    );
    expect(figures).toEqual({
      enrolled: { seminars: 4, elearning: 3 },
      completed: { seminars: 1, elearning: 1 },
      running: { seminars: 2, elearning: 2 },
    });
  });

  it('counts a seminar and the e-learning course that is sold with it once', () => {
    const figures = countCourses(
      [enrollment('a', 'in_progress', 40, 12), enrollment('b', 'not_started', 0, 8)],
      [learned('x', 'in_progress', 40, 'course-a')],
    );
    expect(figures).toEqual({
      enrolled: { seminars: 1, elearning: 1 },
      completed: { seminars: 0, elearning: 0 },
      running: { seminars: 0, elearning: 1 },
    });
  });

  it('counts a seminar with dates by its own state, whatever its e-learning progress', () => {
    const dated = enrollment('a', 'in_progress', 25, 8);
    const figures = countCourses(
      [{ ...dated, course: dated.course && { ...dated.course, has_dates: true } }],
      [learned('x', 'completed', 100, 'course-a')],
    );
    expect(figures).toEqual({
      enrolled: { seminars: 1, elearning: 0 },
      completed: { seminars: 0, elearning: 0 },
      running: { seminars: 1, elearning: 0 },
    });
    const chosen = {
      ...dated,
      status: 'not_started' as const,
      course: dated.course && { ...dated.course, has_dates: true },
    };
    expect(countCourses([chosen], []).running).toEqual({ seminars: 1, elearning: 0 });
  });
});

describe('runningCourses', () => {
  it('lists at most three running courses, nearest to their end first', () => {
    const listed = runningCourses(
      [
        enrollment('a', 'in_progress', 10),
        enrollment('b', 'completed', 100),
        enrollment('c', 'in_progress', 80),
        enrollment('d', 'in_progress', 45),
        enrollment('e', 'in_progress', 60),
        enrollment('f', 'not_started'),
      ],
      [learned('x', 'in_progress', 90)],
    );
    expect(listed.map(({ id }) => id)).toEqual(['c', 'e', 'd']);
  });

  it('links to the catalogue for a seminar, and to its own page for e-learning', () => {
    const listed = runningCourses(
      [enrollment('a', 'in_progress', 10)],
      [learned('x', 'in_progress', 20), learned('y', 'in_progress', 60), learned('z', 'completed', 100)],
    );
    expect(listed.map(({ to }) => to)).toEqual(['/seminar-catalog?kurs=course-a', '/course/y', '/course/x']);
  });

  it('lists a seminar and its e-learning course once', () => {
    const listed = runningCourses([enrollment('a', 'in_progress', 10)], [learned('x', 'in_progress', 10, 'course-a')]);
    expect(listed.map(({ id }) => id)).toEqual(['a']);
  });

  it('keeps the order for equal progress', () => {
    const listed = runningCourses([enrollment('newer', 'in_progress', 30), enrollment('older', 'in_progress', 30)], []);
    expect(listed.map(({ id }) => id)).toEqual(['newer', 'older']);
  });

  it('leaves out a course that may no longer be read', () => {
    expect(runningCourses([enrollment('a', 'in_progress', 10, null)], [])).toEqual([]);
  });
});
