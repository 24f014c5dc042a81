import { fetchFirstVisit, firstVisitQuery, type DataClient } from '@nemus/data';
import { queryOptions } from '@tanstack/react-query';
import { remembered } from '../reads/remembered';

/**
 * Accounts whose first visit is over for this browser. It does not begin again: what the database answers with false
 * for a sign-in stays false for it, and for every later one (`nemus_first_visit` in the migration `visits`). The one
 * sign-in for which it may still be true is another browser's.
 */
const visited = remembered('visited');

/**
 * Whether the account is here for the first time, for a dashboard. The question notes the visit, so that nothing asks it
 * early, and a page that waits for its reads would wait for this one alone: it is not asked again once it is answered
 * for good.
 */
export const dashboardVisitQuery = (client: DataClient, userId: string) =>
  queryOptions({
    ...firstVisitQuery(client, userId),
    // There with the first drawing, also where nothing is prepared.
    initialData: () => (visited.isKnown(userId) ? false : undefined),
    queryFn: async () => {
      // What an area that is opened again shows is asked for anew, however fresh it is.
      if (visited.isKnown(userId)) return false;
      const isFirst = await fetchFirstVisit(client);
      visited.keep(userId, !isFirst);
      return isFirst;
    },
  });

/**
 * The first words to the account. Short as long as nobody knows whether it was here before: right for both, and nothing
 * changes for whoever is new.
 */
export const greetingOf = (isFirst: boolean | undefined): string =>
  isFirst === false ? 'Willkommen zurück' : 'Willkommen';
