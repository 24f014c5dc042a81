import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const figuresSchema = z.object({
  remote: z.string(),
  version: z.string(),
  accounts: z.number(),
  failed_accounts: z.number(),
  /** Median in milliseconds. */
  load_ms: z.number().nullable(),
  mount_ms: z.number().nullable(),
});
/** What all browsers reported on one release. */
export type ReleaseFigures = z.infer<typeof figuresSchema>;

/** Reports on the releases of an environment; none for accounts without rights about releases. */
export async function fetchReleaseFigures(client: DataClient, environment: string): Promise<ReleaseFigures[]> {
  const answer = await client.rpc('nemus_release_health_figures', { p_environment: environment }, { get: true });
  return readRows(answer, z.array(figuresSchema));
}

export const releaseFiguresQuery = (client: DataClient, environment: string) =>
  queryOptions({
    queryKey: ['releases', environment, 'figures'],
    queryFn: () => fetchReleaseFigures(client, environment),
  });
