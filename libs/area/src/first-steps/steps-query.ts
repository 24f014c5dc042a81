import { fetchFirstSteps, firstStepsQuery, type DataClient, type FirstSteps } from '@nemus/data';
import { queryOptions } from '@tanstack/react-query';
import { stepsDismissed } from './dismissed';

const PUT_AWAY: FirstSteps = { closed: true, steps: [] };

/** The first steps for a dashboard: not requested while this browser knows that the account has closed or done them. */
export const dashboardStepsQuery = (client: DataClient, userId: string) =>
  queryOptions({
    ...firstStepsQuery(client, userId),
    queryFn: async () => {
      if (stepsDismissed.isKnown(userId)) return PUT_AWAY;
      const steps = await fetchFirstSteps(client);
      stepsDismissed.keep(userId, steps !== null && (steps.closed || steps.steps.every(({ done }) => done)));
      return steps;
    },
  });
