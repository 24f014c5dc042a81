import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const answerSchema = z.object({ rating: z.number(), feedback: z.string().nullable() });

/** The caller's rating of an appointment. */
export interface AppointmentRating {
  readonly appointmentId: string;
  /** 1 to 5. */
  readonly stars: number;
  /** At most 2,000 characters; empty for none. */
  readonly comment: string;
}

/**
 * Rates an appointment that took place; a second rating replaces the first.
 * Fails with `appointment_not_found` or `appointment_not_over`.
 */
export async function rateAppointment(
  client: DataClient,
  { appointmentId, stars, comment }: AppointmentRating,
): Promise<void> {
  const feedback = comment.trim();
  await readRows(
    await client.rpc('nemus_rate_appointment', {
      p_appointment: appointmentId,
      p_rating: stars,
      ...(feedback !== '' && { p_feedback: feedback }),
    }),
    answerSchema,
  );
}
