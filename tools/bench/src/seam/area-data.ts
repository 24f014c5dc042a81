/** Replaces `libs/area`'s `reads/area-data.ts`: one data client and one query cache serve all areas. */
import type { Ports } from '@nemus/contract';
import type { AreaData } from '../../../../libs/area/src/reads/area-data';
import { createQueryClient } from '../../../../libs/area/src/reads/query-client';

let data: AreaData | null = null;

export function createAreaData({ supabase }: Ports): AreaData {
  data ??= {
    dataClient: supabase,
    queryClient: createQueryClient(),
    // The one cache lives as long as the page: nothing has to be handed on.
    askBehind: () => undefined,
    keepReads: () => undefined,
  };
  return data;
}
