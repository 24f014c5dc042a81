import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { publicEndpoint } from '../_shared/endpoint.ts';
import { clearAbandoned } from '../_shared/uploads.ts';

/**
 * Removes unfinished uploads, and certificates that are in no entry: `{}` → `{ removed }`. A job of the database calls it, without a
 * key: the database alone selects the files, and a second call removes nothing more. Other callers learn only a number.
 */
export default publicEndpoint(z.strictObject({}), async ({ environment }) => ({
  removed: await clearAbandoned(environment, openDatabase(environment)),
}));
