import { z } from 'zod';
import { beginCheckout } from '../_shared/checkout.ts';
import { endpoint } from '../_shared/endpoint.ts';
import { Failure } from '../_shared/failure.ts';
import { shownSchema } from '../_shared/orders.ts';

const bodySchema = z.object({
  courseId: z.string().min(1).max(200),
  /** Only card payments reach this function; credits are spent by the client's insert. */
  paymentMethod: z.literal('stripe').default('stripe'),
  /** The institution's trainees that the course is booked for; none: the account itself. */
  traineeIds: z.array(z.uuid()).max(200).default([]),
  /** First day of a course for trainees, `yyyy-MM-dd`; the database decides which days are allowed. */
  startsOn: z.iso.date().nullable().default(null),
  shownCents: shownSchema,
});

/** Starts the purchase of a course by card: `{ courseId, paymentMethod, traineeIds?, startsOn?, shownCents? }` → `{ url }`. */
export default endpoint(
  bodySchema,
  ({ body, caller, environment }) => {
    // An invalid id names no course.
    if (!z.uuid().safeParse(body.courseId).success) throw new Failure('course_not_found');
    return beginCheckout({
      environment,
      userId: caller.id,
      order: [
        'nemus_order_course',
        {
          p_course_id: body.courseId,
          p_trainee_ids: [...new Set(body.traineeIds)],
          p_start: body.startsOn,
          p_shown_cents: body.shownCents,
        },
      ],
      successPath: '/dashboard?course=success&session_id={CHECKOUT_SESSION_ID}',
      // The course, for the way back to it.
      cancelPath: `/dashboard?course=cancelled&course_id=${body.courseId}&order_id={ORDER_ID}`,
    });
  },
  { demand: 'fresh' },
);
