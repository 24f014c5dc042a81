import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { publicEndpoint } from '../_shared/endpoint.ts';
import { clearAbandoned } from '../_shared/uploads.ts';

/**
 * Takes away files that somebody began to send for an e-learning course and never finished: `{}` → `{ removed }`. A job of
 * the database calls it, without a key: which files these are, the database says alone, and asking twice removes nothing
 * more. Whoever else asks learns a number.
 */
export default publicEndpoint(z.strictObject({}), async ({ environment }) => ({
  removed: await clearAbandoned(environment, openDatabase(environment)),
}));
