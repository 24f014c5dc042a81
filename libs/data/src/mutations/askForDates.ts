import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/**
 * Asks to be told about dates of a seminar that has none, or takes that back; repeating changes nothing. Fails with
 * `course_not_found`, `already_enrolled` or `dates_planned`.
 */
export async function askForDates(client: DataClient, courseId: string, asks: boolean): Promise<void> {
  await readRows(await client.rpc('nemus_ask_for_dates', { p_course: courseId, p_asks: asks }), z.unknown());
}
