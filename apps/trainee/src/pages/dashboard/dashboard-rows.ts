import { json, type Answers } from '@nemus/testing/jest';
import { exampleAppointment } from '../../examples/appointment';
import { exampleEnrollment, exampleOwnLearning, exampleTrainingProgress } from '../../examples/rows';

/** The backend's answers for the dashboard of a trainee with started and completed courses, for tests. */
export const rows: Answers = {
  nemus_course_enrollments: () => [
    exampleEnrollment('a', 'in_progress', 30),
    exampleEnrollment('b', 'completed', 100),
    exampleEnrollment('c', 'in_progress', 80),
    exampleEnrollment('d', 'in_progress', 50),
    exampleEnrollment('e', 'in_progress', 10),
    exampleEnrollment('f', 'not_started'),
  ],
  nemus_my_learning: () => [
    exampleOwnLearning('course-1', 'completed', 100),
    exampleOwnLearning('course-3', 'in_progress', 60),
    // Comes with a seminar that the account has, and was not begun.
    exampleOwnLearning('course-9', 'not_started', 0, { seminar_id: 'f' }),
  ],
  nemus_competency_progress: () => [{ competency: 'beziehungsgestaltung', total_progress_percentage: 65 }],
  nemus_training_progress: () => exampleTrainingProgress,
  'rpc/nemus_first_visit': () => json(200, false),
  nemus_my_appointments: () => [
    exampleAppointment({ starts_at: '2099-03-01T13:00:00Z', ends_at: '2099-03-01T14:30:00Z' }),
  ],
};
