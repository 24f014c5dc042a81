import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import type { DatePlan, DateTimes } from '../rows/teaching-date';
import { sendDateLetters } from './sendDateLetters';

const idsSchema = z.array(z.string());

/** Mails are sent after the change, which does not wait for them and never fails because of them. */
function tell(client: DataClient, ids: readonly string[]): readonly string[] {
  if (ids.length > 0) void sendDateLetters(client, ids);
  return ids;
}

/**
 * Creates a date of a seminar, or all dates of a series or none. Invalid fields reject with a {@link DataError} that
 * names the field.
 * @returns the ids in order of their start
 */
export async function createDates(client: DataClient, plan: DatePlan): Promise<readonly string[]> {
  const { series, teacher_ids: teachers, parts, ...rest } = plan;
  const p_plan = {
    ...rest,
    teacher_ids: [...teachers],
    series: series && { ...series },
    ...(parts && { parts: parts.map((part) => ({ ...part })) }),
  };
  return readRows(await client.rpc('nemus_create_dates', { p_plan }), idsSchema);
}

/** The dates that a change applies to. */
export interface DateTarget {
  readonly id: string;
  /** Also the later dates of its series. */
  readonly following: boolean;
}

/**
 * Changes everything of a date but seminar and times. A new place is announced like a move. Returns the changed ids.
 */
export async function changeDate(
  client: DataClient,
  { id, following }: DateTarget,
  plan: DatePlan,
): Promise<readonly string[]> {
  const { series: _series, parts: _parts, teacher_ids: teachers, ...rest } = plan;
  const p_plan = { ...rest, teacher_ids: [...teachers] };
  const answer = await client.rpc('nemus_change_date', { p_date: id, p_plan, p_following: following });
  return tell(client, await readRows(answer, idsSchema));
}

/** Moves a date to other times, and later ones of its series by as many days. Returns the moved ids. */
export async function moveDate(
  client: DataClient,
  { id, following }: DateTarget,
  times: DateTimes,
): Promise<readonly string[]> {
  const answer = await client.rpc('nemus_move_date', { p_date: id, p_times: { ...times }, p_following: following });
  return tell(client, await readRows(answer, idsSchema));
}

/** Cancels a date and its places; participants read the reason. Returns the cancelled ids. */
export async function cancelDate(
  client: DataClient,
  { id, following }: DateTarget,
  reason: string,
): Promise<readonly string[]> {
  const answer = await client.rpc('nemus_cancel_date', { p_date: id, p_reason: reason, p_following: following });
  return tell(client, await readRows(answer, idsSchema));
}
