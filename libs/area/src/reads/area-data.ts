import type { Ports } from '@nemus/contract';
import type { DataClient } from '@nemus/data';
import type { QueryClient } from '@tanstack/react-query';
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
  return { dataClient: ports.supabase, queryClient, ...followKeptReads(ports, queryClient) };
}
