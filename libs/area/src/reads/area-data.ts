import type { Ports } from '@nemus/contract';
import { DataError, type DataClient } from '@nemus/data';
import type { QueryClient } from '@tanstack/react-query';
import { isUnexpected, supportIdOf } from '../actions/reason';
import { followKeptReads, type FollowedReads } from './kept-reads';
import { createQueryClient } from './query-client';

/** Data access of an area's root: tables and functions, and the query cache. */
export interface AreaData extends FollowedReads {
  readonly dataClient: DataClient;
  readonly queryClient: QueryClient;
}

/** Makes a root's data access from its ports, with the cache of the area's last visit. */
export function createAreaData(ports: Ports): AreaData {
  const queryClient = createQueryClient();
  reportActions(ports, queryClient);
  return { dataClient: ports.supabase, queryClient, ...followKeptReads(ports, queryClient) };
}

/** Reports actions that failed without a reason that users can act on, with the id in their message. */
function reportActions({ telemetry }: Ports, queryClient: QueryClient): void {
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { error } = event.action;
    if (!isUnexpected(error)) return;
    telemetry.report({
      name: 'action-error',
      message: String(error),
      data: {
        supportId: supportIdOf(error),
        ...(error instanceof DataError ? { code: error.code, requestId: error.requestId ?? null } : { code: null }),
      },
    });
  });
}
