import { readTogether } from '@nemus/area';
import { fetchOpenPurchases, openPurchasesQuery, type DataClient, type OpenPurchase } from '@nemus/data';
import { queryOptions } from '@tanstack/react-query';
import type { BegunPurchase } from './purchase';

/** A catalogue renders many buttons at once, each in its own root. */
const together = readTogether<OpenPurchase[]>();

/** Running purchases, read once for all simultaneous buttons. */
export const sharedOpenPurchasesQuery = (client: DataClient, userId: string) =>
  queryOptions({
    queryKey: openPurchasesQuery(client, userId).queryKey,
    queryFn: () => together(userId, () => fetchOpenPurchases(client)),
    // Another device may have started or finished it meanwhile.
    refetchOnWindowFocus: 'always',
  });

/** Whether a purchase under way is for the same course and person: the account itself, or one of these trainees. */
export const isSameCourse =
  (courseId: string, traineeIds: readonly string[] | undefined) =>
  ({ kind, course_id: course, trainee_ids: trainees, is_own: own }: OpenPurchase): boolean =>
    kind === 'course' &&
    course === courseId &&
    (traineeIds === undefined ? !own || trainees.length === 0 : trainees.some((id) => traineeIds.includes(id)));

/** The product of a purchase that was started elsewhere, or before a reload. */
export function begunPurchase({ kind, course_id: courseId, trainee_ids: traineeIds }: OpenPurchase): BegunPurchase {
  if (kind !== 'course' || courseId === null) return { kind: 'subscription' };
  return { kind: 'course', courseId, ...(traineeIds.length > 0 && { booking: { traineeIds } }) };
}
