import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { sendDateLetters } from './sendDateLetters';

const answerSchema = z.object({ status: z.literal('cancelled') });

/**
 * Cancels the caller's place in an appointment; the next person on the waiting list gets it. Cancelling again changes
 * nothing. Fails with `appointment_not_found`, or `appointment_over` when it has begun.
 */
export async function cancelAppointment(client: DataClient, appointmentId: string): Promise<void> {
  await readRows(await client.rpc('nemus_cancel_appointment', { p_appointment: appointmentId }), answerSchema);
  // The place is free, whether or not the mails about it leave now.
  void sendDateLetters(client, [appointmentId]);
}
