import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import type { DatePlan, DateTimes } from '../rows/teaching-date';
import { sendDateLetters } from './sendDateLetters';

const idsSchema = z.array(z.string());

/** Mails go on their way beside the change, which is not waited for and never fails because of them. */
function tell(client: DataClient, ids: readonly string[]): readonly string[] {
  if (ids.length > 0) void sendDateLetters(client, ids);
  return ids;
}

/**
 * Makes a date of a seminar, or all dates of a series or none. What is wrong comes as a {@link DataError} with the field.
 * @returns the ids by their start
 */
export async function createDates(client: DataClient, plan: DatePlan): Promise<readonly string[]> {
  const { series, teacher_ids: teachers, ...rest } = plan;
  const p_plan = { ...rest, teacher_ids: [...teachers], series: series && { ...series } };
  return readRows(await client.rpc('nemus_create_dates', { p_plan }), idsSchema);
}

/** Which dates a change is for. */
export interface DateTarget {
  readonly id: string;
  /** Also those of its series that follow. */
  readonly following: boolean;
}

/** Changes everything of a date but seminar and times. Another place is told like a move; the ids that changed. */
export async function changeDate(
  client: DataClient,
  { id, following }: DateTarget,
  plan: DatePlan,
): Promise<readonly string[]> {
  const { series: _series, teacher_ids: teachers, ...rest } = plan;
  const p_plan = { ...rest, teacher_ids: [...teachers] };
  const answer = await client.rpc('nemus_change_date', { p_date: id, p_plan, p_following: following });
  return tell(client, await readRows(answer, idsSchema));
}

/** Moves a date to other times, and those that follow by as many days; the ids that moved. */
export async function moveDate(
  client: DataClient,
  { id, following }: DateTarget,
  times: DateTimes,
): Promise<readonly string[]> {
  const answer = await client.rpc('nemus_move_date', { p_date: id, p_times: { ...times }, p_following: following });
  return tell(client, await readRows(answer, idsSchema));
}

/** Cancels a date and takes its places; everybody who has one reads the reason. The ids that were cancelled. */
export async function cancelDate(
  client: DataClient,
  { id, following }: DateTarget,
  reason: string,
): Promise<readonly string[]> {
  const answer = await client.rpc('nemus_cancel_date', { p_date: id, p_reason: reason, p_following: following });
  return tell(client, await readRows(answer, idsSchema));
}
