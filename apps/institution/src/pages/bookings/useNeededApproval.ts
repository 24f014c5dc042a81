import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { useRoles } from '@nemus/area/roles';
import { useSession } from '@nemus/contract/react';
import { budgetsQuery, type Course } from '@nemus/data';
import { neededApproval, type NeededApproval } from './needed-approval';

/**
 * The part of a booking that needs approval. Empty while the limit is unknown: the database refuses, and says why.
 * Bookings by administrators never wait.
 */
export function useNeededApproval(course: Course, places: number): NeededApproval {
  const { userId } = useSession();
  const { held } = useRoles();
  const limit = useQuery(budgetsQuery(useDataClient(), userId, [])).data?.limit ?? null;
  return neededApproval(held.includes('administration') ? null : limit, {
    credits: course.credit_cost * places,
    cents: Math.round(course.price_euros * 100) * places,
  });
}
