import { z } from 'zod';
import { readRows, type DataClient } from '@nemus/data';
import { withTimeout } from '../browser/with-timeout';

const rightsSchema = z.object({ operator: z.boolean(), remotes: z.array(z.string()) });
/** What the account may do about releases: an operator everything, a team for its own areas. */
export type ReleaseRights = z.infer<typeof rightsSchema>;

/** Reads the account's rights from the database. Rejects without an answer. */
export async function readRights(client: DataClient): Promise<ReleaseRights> {
  return readRows(await withTimeout(client.rpc('nemus_release_rights')), rightsSchema);
}

/** Whether the account has any rights about releases. */
export function isReleaser({ operator, remotes }: ReleaseRights): boolean {
  return operator || remotes.length > 0;
}

const figuresSchema = z.array(
  z.object({
    remote: z.string(),
    version: z.string(),
    accounts: z.number(),
    failed_accounts: z.number(),
    load_ms: z.number().nullable(),
    mount_ms: z.number().nullable(),
  }),
);
/** Figures of a release over all browsers. */
export type ReleaseFigures = z.infer<typeof figuresSchema>[number];

/** What browsers reported on the releases of an environment. */
export async function readFigures(client: DataClient, environment: string): Promise<ReleaseFigures[]> {
  const answer = await withTimeout(client.rpc('nemus_release_health_figures', { p_environment: environment }));
  return readRows(answer, figuresSchema);
}
