import type { DataClient } from '../client';
import { DataError, readRows } from '../errors';
import { z } from 'zod';

/**
 * Buys a course with the institution's credits (S-12.10): on insert the database debits the balance in the same
 * transaction (S-4.8), so nothing is written when it fails.
 *
 * @param shownCredits the price that the page shows; another one is refused
 * @throws {DataError} `insufficient_credits`, `already_enrolled`, `price_changed` (409), `course_not_found` (404),
 *   `institution_required` (403), `network`; the message of the database's own refusals is German
 */
export async function enrollWithCredits(
  client: DataClient,
  userId: string,
  courseId: string,
  shownCredits?: number,
): Promise<void> {
  const row = {
    user_id: userId,
    course_id: courseId,
    enrollment_type: 'institution_credits',
    status: 'not_started',
    ...(shownCredits !== undefined && { shown_credits: shownCredits }),
  };
  const written = await readRows(
    await client.from('nemus_course_enrollments').insert(row).select('id'),
    z.array(z.object({ id: z.string() })),
  );
  if (written.length !== 1) throw new DataError('malformed', 'Die Antwort des Servers war unvollständig.', 200);
}
