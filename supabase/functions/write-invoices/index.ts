import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { writeOriginals } from '../_shared/e-invoice/originals.ts';
import { publicEndpoint } from '../_shared/endpoint.ts';

/**
 * Writes the electronic originals of invoices that have none yet: `{}` → `{ written }`. A job of the database calls it,
 * without a key, and so does a page that needs one: the database alone decides invoices and content, and a second call
 * writes nothing twice. Other callers learn only a number.
 */
export default publicEndpoint(z.strictObject({}), async ({ environment }) => ({
  written: await writeOriginals(openDatabase(environment)),
}));
