import type { Ports } from '@nemus/contract';
import type { DataClient } from '@nemus/data';
import type { QueryClient } from '@tanstack/react-query';
import { followKeptReads, type FollowedReads } from './kept-reads';
import { createQueryClient } from './query-client';

/** What a root of an area reads with: tables and functions, and the cache of what was read. */
export interface AreaData extends FollowedReads {
  readonly dataClient: DataClient;
  readonly queryClient: QueryClient;
}

/** Makes what one root reads with, from its ports: its cache has what the area had read when it was open last. */
export function createAreaData(ports: Ports): AreaData {
  const queryClient = createQueryClient();
  return { dataClient: ports.supabase, queryClient, ...followKeptReads(ports, queryClient) };
}
