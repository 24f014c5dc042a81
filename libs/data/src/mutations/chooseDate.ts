import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { sendDateLetters } from './sendDateLetters';

const answerSchema = z.object({
  status: z.enum(['confirmed', 'waitlist']),
  waitlist_position: z.number().nullable(),
});
export type ChosenPlace = z.infer<typeof answerSchema>;

/**
 * Chooses a date for the account's next purchase of a seminar; null takes it back. Fails with `date_not_found`,
 * `date_cancelled` or `date_closed`.
 */
export async function chooseBeforeBuying(client: DataClient, courseId: string, dateId: string | null): Promise<void> {
  const chosen = { p_course: courseId, ...(dateId !== null && { p_date: dateId }) };
  await readRows(await client.rpc('nemus_choose_before_buying', chosen), z.unknown());
}

/** Accepts an offered place and leaves the earlier one. Fails with `offer_over` or `place_fixed`. */
export async function acceptPlace(client: DataClient, dateId: string): Promise<void> {
  await readRows(await client.rpc('nemus_accept_place', { p_appointment: dateId }), z.unknown());
  void sendDateLetters(client, [dateId]);
}

/**
 * Chooses a date of a seminar that the caller is enrolled in, replacing the previous choice. A full one has a waiting
 * list; the earlier place is kept until the move up. Fails with `date_not_found`, `date_cancelled`, `date_closed`,
 * `place_fixed` or `seminar_attended`.
 */
export async function chooseDate(client: DataClient, dateId: string): Promise<ChosenPlace> {
  const chosen = await readRows(await client.rpc('nemus_choose_date', { p_appointment: dateId }), answerSchema);
  // The place is taken, whether or not the mail about it leaves now.
  void sendDateLetters(client, [dateId]);
  return chosen;
}
