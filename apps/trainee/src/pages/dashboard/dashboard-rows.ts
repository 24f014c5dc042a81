import { json, type Answers } from '@nemus/testing/jest';
import { exampleAppointment } from '../../examples/appointment';
import { exampleBegunLearning, exampleEnrollment, exampleTrainingProgress } from '../../examples/rows';

/** What the backend answers to the dashboard of a trainee who has begun and completed courses, for tests. */
export const rows: Answers = {
  nemus_course_enrollments: () => [
    exampleEnrollment('a', 'in_progress', 30),
    exampleEnrollment('b', 'completed', 100),
    exampleEnrollment('c', 'in_progress', 80),
    exampleEnrollment('d', 'in_progress', 50),
    exampleEnrollment('e', 'in_progress', 10),
    exampleEnrollment('f', 'not_started'),
  ],
  nemus_learning_progress: () => [
    exampleBegunLearning('course-1', 'completed', 100),
    exampleBegunLearning('course-3', 'in_progress', 60),
    exampleBegunLearning('course-9', 'in_progress', 20, null),
  ],
  nemus_competency_progress: () => [{ competency: 'beziehungsgestaltung', total_progress_percentage: 65 }],
  nemus_training_progress: () => exampleTrainingProgress,
  'rpc/nemus_first_visit': () => json(200, false),
  nemus_my_appointments: () => [
    exampleAppointment({ starts_at: '2099-03-01T13:00:00Z', ends_at: '2099-03-01T14:30:00Z' }),
  ],
};
