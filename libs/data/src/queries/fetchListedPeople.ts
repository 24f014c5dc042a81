import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { traineeSchema, type TraineeAccess } from '../rows/trainee';

/** Addresses per request, which are part of the URL. */
const AT_ONCE = 100;

/**
 * Which of some addresses are in the institution's own list, with their access by lower-case address. Reveals nothing
 * about accounts and lists of others.
 */
export async function fetchListedPeople(
  client: DataClient,
  emails: readonly string[],
): Promise<ReadonlyMap<string, TraineeAccess>> {
  const wanted = [...new Set(emails.map((email) => email.toLowerCase()))];
  const listed = new Map<string, TraineeAccess>();
  for (let start = 0; start < wanted.length; start += AT_ONCE) {
    const answer = await client
      .from('nemus_trainee_list')
      .select('email, access')
      .in('email', wanted.slice(start, start + AT_ONCE));
    for (const { email, access } of await readRows(
      answer,
      z.array(traineeSchema.pick({ email: true, access: true })),
    )) {
      listed.set(email.toLowerCase(), access);
    }
  }
  return listed;
}

/** Keeps known results while the list is being edited. */
export const listedPeopleQuery = (client: DataClient, emails: readonly string[]) =>
  queryOptions({
    queryKey: ['trainees', 'listed', emails],
    queryFn: () => fetchListedPeople(client, emails),
    enabled: emails.length > 0,
    placeholderData: keepPreviousData,
  });
