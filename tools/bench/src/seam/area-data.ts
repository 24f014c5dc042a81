/** Stands in for `libs/area`'s `area-data.ts`: one data client and one query cache serve all areas. */
import type { Ports } from '@nemus/contract';
import { createDataClient } from '@nemus/data';
import type { AreaData } from '../../../../libs/area/src/area-data';
import { createQueryClient } from '../../../../libs/area/src/query-client';

let data: AreaData | null = null;

export function createAreaData({ backend, session, fetch }: Ports): AreaData {
  data ??= {
    dataClient: createDataClient({ ...backend, accessToken: () => session.getAccessToken(), fetch }),
    queryClient: createQueryClient(),
  };
  return data;
}
