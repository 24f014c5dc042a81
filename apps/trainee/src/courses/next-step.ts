import type { Appointment, Enrollment, OwnLearning } from '@nemus/data';
import { isOver, nextAppointment } from '../appointments/appointment-state';
import { hasWholeParts, isMarked } from '../appointments/parts';

/** The next step in a course of the account. */
export type NextStep =
  /** A date of the course is to be chosen; `after` is the one that was missed, attended in part or cancelled. */
  | { readonly kind: 'choose'; readonly courseId: string; readonly after: Appointment | null }
  /** Waits for a full date; `kept` is the place held meanwhile. */
  | { readonly kind: 'queue'; readonly appointment: Appointment; readonly kept: Appointment | null }
  /** Has a place. Null: the course has no date yet. */
  | { readonly kind: 'attend'; readonly appointment: Appointment | null }
  /** The date is past, and attendance is not ticked yet. */
  | { readonly kind: 'unmarked'; readonly appointment: Appointment }
  | { readonly kind: 'learn'; readonly courseId: string; readonly module: string }
  /** Everything that is open is done; the rest is released later. */
  | { readonly kind: 'wait'; readonly courseId: string }
  | { readonly kind: 'repeat'; readonly courseId: string };

/** Input of the steps. */
export interface Standing {
  readonly enrollment: Pick<Enrollment, 'course_id' | 'status' | 'course'>;
  readonly learning: readonly Pick<OwnLearning, 'course_id' | 'seminar_id' | 'is_done' | 'next_module'>[];
  readonly appointments: readonly Appointment[];
  readonly now: number;
}

/**
 * The next steps in a course, most urgent first: its date, and the rest of its e-learning. For a completed one the link
 * back into its e-learning; empty without any.
 */
export function nextSteps(standing: Standing): readonly NextStep[] {
  const { enrollment, learning, appointments, now } = standing;
  const online = learning.find(({ seminar_id }) => seminar_id === enrollment.course_id);
  if (enrollment.status === 'completed') return online ? [{ kind: 'repeat', courseId: online.course_id }] : [];
  const date = enrollment.course?.has_dates === true ? dateStep(enrollment, appointments, now) : null;
  const learn = online ? learningStep(online) : null;
  if (date !== null || learn !== null) return [date, learn].filter((step) => step !== null);
  if (enrollment.course?.has_dates === true) return [];
  const own = appointments.filter(({ course_id: of }) => of === enrollment.course_id);
  return [{ kind: 'attend', appointment: nextAppointment(own, now) }];
}

/** The account's step about the date of a course; null once all of its units, or enough of its parts, were attended. */
export function dateStep(
  { course_id, course }: Pick<Enrollment, 'course_id' | 'course'>,
  appointments: readonly Appointment[],
  now: number,
): NextStep | null {
  const own = appointments.filter((appointment) => appointment.course_id === course_id);
  const ahead = own.filter((appointment) => !isOver(appointment, now));
  const place = ahead.find(({ status }) => status === 'confirmed') ?? null;
  const waiting = ahead.find(({ status }) => status === 'waitlist');
  if (waiting) return { kind: 'queue', appointment: waiting, kept: place };
  if (place) return { kind: 'attend', appointment: place };
  const attended = own.reduce((sum, { attended_units }) => sum + (attended_units ?? 0), 0);
  const needed = (course?.theory_units ?? 0) + (course?.practical_units ?? 0);
  const came = own.some(({ attendance }) => attendance === 'present' || attendance === 'partial');
  const whole = own.some((appointment) => appointment.units >= needed && hasWholeParts(appointment));
  if (came && (attended >= needed || whole)) return null;
  const last = own
    .filter(
      ({ status, cancelled_by_academy }) => status !== 'waitlist' && (status !== 'cancelled' || cancelled_by_academy),
    )
    .toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
    .at(-1);
  if (last && last.status !== 'cancelled' && !isMarked(last)) return { kind: 'unmarked', appointment: last };
  return { kind: 'choose', courseId: course_id, after: last ?? null };
}

/** The rest of an e-learning course, from the database; null once it is done. */
function learningStep({
  course_id: courseId,
  is_done: isDone,
  next_module: module,
}: Standing['learning'][number]): NextStep | null {
  if (isDone) return null;
  return module === null ? { kind: 'wait', courseId } : { kind: 'learn', courseId, module };
}
