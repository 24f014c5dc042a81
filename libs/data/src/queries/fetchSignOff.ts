import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import {
  confirmingPersonSchema,
  decisionsPageSchema,
  inboxPageSchema,
  signOffLettersSchema,
  signOffPageSchema,
  signOffStatusSchema,
  signOffStepSchema,
  workloadSchema,
  type ConfirmingPerson,
  type DecidedEntry,
  type DecisionsPage,
  type InboxPage,
  type InboxPlace,
  type SignOffLetters,
  type SignOffPage,
  type SignOffStatus,
  type SignOffStep,
  type Workload,
} from '../rows/sign-off';
import { everyPage } from './pages';

/** Most decisions of one request. */
const DECISIONS_AT_ONCE = 500;

/** Entries that wait for the account to confirm, also as a deputy: by trainee and day, 100 at a time. */
export async function fetchSignOffInbox(client: DataClient, after: InboxPlace | null): Promise<InboxPage> {
  return readRows(
    await client.rpc('nemus_sign_off_inbox', after === null ? {} : { p_after: { ...after } }),
    inboxPageSchema,
  );
}

/** The first pages of the inbox as one: each begins where the last one ended. */
async function fetchInboxPages(client: DataClient, count: number): Promise<InboxPage> {
  let whole = await fetchSignOffInbox(client, null);
  for (let page = 1; page < count && whole.next !== null; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- see above
    const { entries, next } = await fetchSignOffInbox(client, whole.next);
    whole = { entries: [...whole.entries, ...entries], next };
  }
  return whole;
}

/**
 * Not an infinite query: the shell does not provide that part of the library to areas.
 *
 * @param userId whose inbox the cache holds; the database uses the session
 * @param pages how many pages are shown
 */
export const signOffInboxQuery = (client: DataClient, userId: string, pages: number) =>
  queryOptions({
    queryKey: ['logbook', userId, 'inbox', pages],
    queryFn: () => fetchInboxPages(client, pages),
    placeholderData: keepPreviousData,
  });

/** Counts of entries that wait for the account. */
export async function fetchSignOffStatus(client: DataClient): Promise<SignOffStatus> {
  return readRows(await client.rpc('nemus_sign_off_status', {}, { get: true }), signOffStatusSchema);
}

/** @param userId whose numbers the cache holds */
export const signOffStatusQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['logbook', userId, 'sign-off'], queryFn: () => fetchSignOffStatus(client) });

/**
 * What the account has confirmed or returned, the latest first.
 *
 * @param page from 1 on
 */
export async function fetchDecisions(
  client: DataClient,
  search: string,
  page: number,
  size: number,
): Promise<DecisionsPage> {
  const given = { p_search: search, p_page: page, p_size: size };
  return readRows(await client.rpc('nemus_my_decisions', given), decisionsPageSchema);
}

/** @param userId whose decisions the cache holds */
export const decisionsQuery = (client: DataClient, userId: string, search: string, page: number, size: number) =>
  queryOptions({
    queryKey: ['logbook', userId, 'decisions', search, page, size],
    queryFn: () => fetchDecisions(client, search, page, size),
    placeholderData: keepPreviousData,
  });

/** Everything that the account has decided, for a table. */
export const fetchAllDecisions = (client: DataClient, search: string): Promise<readonly DecidedEntry[]> =>
  everyPage(async (page) => {
    const { entries: rows, total } = await fetchDecisions(client, search, page, DECISIONS_AT_ONCE);
    return { rows, total };
  });

/** The history of an entry, for those who may read it. */
export async function fetchSignOffHistory(client: DataClient, entryId: string): Promise<SignOffStep[]> {
  return readRows(
    await client.rpc('nemus_sign_off_history', { p_entry: entryId }, { get: true }),
    z.array(signOffStepSchema),
  );
}

export const signOffHistoryQuery = (client: DataClient, entryId: string) =>
  queryOptions({ queryKey: ['logbook', 'history', entryId], queryFn: () => fetchSignOffHistory(client, entryId) });

/** Confirmers of the institution, by name. */
export async function fetchConfirmingPeople(client: DataClient): Promise<ConfirmingPerson[]> {
  return readRows(await client.rpc('nemus_confirming_people', {}, { get: true }), z.array(confirmingPersonSchema));
}

/** @param institutionId whose list the cache holds */
export const confirmingPeopleQuery = (client: DataClient, institutionId: string) =>
  queryOptions({ queryKey: ['logbook', institutionId, 'people'], queryFn: () => fetchConfirmingPeople(client) });

/** Entries that wait for each confirmer at the institution, most first. */
export async function fetchSignOffWorkload(client: DataClient): Promise<Workload[]> {
  return readRows(await client.rpc('nemus_sign_off_workload', {}, { get: true }), z.array(workloadSchema));
}

/** @param institutionId whose people the cache holds */
export const signOffWorkloadQuery = (client: DataClient, institutionId: string) =>
  queryOptions({ queryKey: ['logbook', institutionId, 'workload'], queryFn: () => fetchSignOffWorkload(client) });

/** Mails to a confirmer about entries of the account, or about those of the institution. */
export async function fetchSignOffLetters(client: DataClient, confirmerId: string): Promise<SignOffLetters> {
  const answer = await client.rpc('nemus_sign_off_letters', { p_confirmer: confirmerId }, { get: true });
  return readRows(answer, signOffLettersSchema);
}

/** @param userId whose view of the mails the cache holds */
export const signOffLettersQuery = (client: DataClient, userId: string, confirmerId: string) =>
  queryOptions({
    queryKey: ['logbook', userId, 'letters', confirmerId],
    queryFn: () => fetchSignOffLetters(client, confirmerId),
  });

/**
 * Content of a link for a person without an account; needs no session. The token is in the body, so that no access log
 * has it. Null when the link is no longer valid.
 */
export async function fetchSignOffPage(client: DataClient, token: string): Promise<SignOffPage | null> {
  return readRows(await client.rpc('nemus_sign_off_page', { p_token: token }), signOffPageSchema.nullable());
}

const traineeNameSchema = z.object({ id: z.string(), first_name: z.string(), last_name: z.string() });
/** A person on an institution's list of trainees, name only. */
export type TraineeName = z.infer<typeof traineeNameSchema>;

/** The institution's trainees by their names, the first 1,000. */
export async function fetchTraineeNames(client: DataClient): Promise<TraineeName[]> {
  return readRows(
    await client.from('nemus_trainees').select('id, first_name, last_name').order('sort_name').order('id').limit(1000),
    z.array(traineeNameSchema),
  );
}

/** @param institutionId whose trainees the cache holds */
export const traineeNamesQuery = (client: DataClient, institutionId: string) =>
  queryOptions({ queryKey: ['trainees', institutionId, 'names'], queryFn: () => fetchTraineeNames(client) });
