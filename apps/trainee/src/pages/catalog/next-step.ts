import type { Appointment, Competency, Enrollment, LearningCourse } from '@nemus/data';
import { nextAppointment } from '../../appointments/appointment-state';

/** What somebody does next in a course that they have, in words and with the page that it is done on. */
export type NextStep =
  | { readonly kind: 'learn'; readonly courseId: string; readonly module: string }
  /** Everything that is open is done; the rest is released later. */
  | { readonly kind: 'wait'; readonly courseId: string }
  | { readonly kind: 'repeat'; readonly courseId: string }
  | { readonly kind: 'attend'; readonly appointment: Appointment | null };

/** What the step is made of. */
export interface Standing {
  readonly enrollment: Pick<Enrollment, 'course_id' | 'status'>;
  readonly competency: Competency;
  readonly learning: readonly Pick<LearningCourse, 'id' | 'seminar' | 'blocks' | 'modules'>[];
  readonly completedModules: ReadonlySet<string>;
  readonly appointments: readonly Appointment[];
  readonly now: number;
}

/**
 * The next step: in the e-learning course that comes with the seminar its first open module, after its end the way back
 * into it; without one the next appointment of the same competency.
 */
export function nextStep({
  enrollment,
  competency,
  learning,
  completedModules,
  appointments,
  now,
}: Standing): NextStep {
  const course = learning.find(({ seminar }) => seminar?.id === enrollment.course_id);
  if (!course) {
    const fitting = appointments.filter((appointment) => appointment.competency === competency);
    return { kind: 'attend', appointment: nextAppointment(fitting, now) };
  }
  if (enrollment.status === 'completed') return { kind: 'repeat', courseId: course.id };
  const open = new Set(course.blocks.filter(({ is_open }) => is_open).map(({ id }) => id));
  const module = course.modules.find(({ id, block_id }) => open.has(block_id) && !completedModules.has(id));
  return module ? { kind: 'learn', courseId: course.id, module: module.title } : { kind: 'wait', courseId: course.id };
}
