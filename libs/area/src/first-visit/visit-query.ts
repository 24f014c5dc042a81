import { fetchFirstVisit, firstVisitQuery, type DataClient } from '@nemus/data';
import { queryOptions } from '@tanstack/react-query';
import { remembered } from '../reads/remembered';

/**
 * Accounts whose first visit is over for this browser. It cannot begin again: once the database answers false for a
 * sign-in, it does so for that and every later one (`nemus_first_visit` in the migration `visits`). The one sign-in for
 * which it may still be true is another browser's.
 */
const visited = remembered('visited');

/**
 * Whether this is the account's first visit, for a dashboard. The query records the visit, so it is never prefetched,
 * and pages do not wait for it: it is not sent again after a final answer.
 */
export const dashboardVisitQuery = (client: DataClient, userId: string) =>
  queryOptions({
    ...firstVisitQuery(client, userId),
    // Available at the first render, even without preparation.
    initialData: () => (visited.isKnown(userId) ? false : undefined),
    queryFn: async () => {
      // A reopened area refetches what it shows, however fresh it is.
      if (visited.isKnown(userId)) return false;
      const isFirst = await fetchFirstVisit(client);
      visited.keep(userId, !isFirst);
      return isFirst;
    },
  });

/**
 * The greeting of the account. Neutral while it is unknown whether it was here before, so that nothing changes for a
 * new account.
 */
export const greetingOf = (isFirst: boolean | undefined): string =>
  isFirst === false ? 'Willkommen zurück' : 'Willkommen';
