import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** A booking: a course for some of the institution's trainees. */
export interface CourseOrder {
  readonly courseId: string;
  readonly traineeIds: readonly string[];
  /** First day, `yyyy-MM-dd`; in 14 days by default. */
  readonly startsOn?: string;
  /** The total that the page shows; another price is refused. */
  readonly shownCredits?: number;
}

const bookedSchema = z.object({ id: z.string(), credits_spent: z.number() });
export type BookedCourse = z.infer<typeof bookedSchema>;

/**
 * Books a course for trainees and pays with credits: all or nothing. Fails with `insufficient_credits`,
 * `price_changed`, `already_enrolled`, `trainee_not_found`, `trainee_inactive`, `course_not_found`, `start_in_the_past`,
 * `start_too_late`; the message is German.
 */
export async function bookCourse(client: DataClient, order: CourseOrder): Promise<BookedCourse> {
  return readRows(
    await client.rpc('nemus_book_course', {
      p_course: order.courseId,
      p_trainees: [...order.traineeIds],
      ...(order.startsOn !== undefined && { p_start: order.startsOn }),
      ...(order.shownCredits !== undefined && { p_shown_credits: order.shownCredits }),
    }),
    bookedSchema,
  );
}
