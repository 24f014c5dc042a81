import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { writeOriginals } from '../_shared/e-invoice/originals.ts';
import { publicEndpoint } from '../_shared/endpoint.ts';

/**
 * Writes the electronic originals of invoices that have none yet: `{}` → `{ written }`. A job of the database calls it,
 * without a key, and so does a page that waits for one: which invoices these are, and what stands in them, the database
 * says alone, and asking twice writes nothing twice. Whoever else asks learns a number.
 */
export default publicEndpoint(z.strictObject({}), async ({ environment }) => ({
  written: await writeOriginals(openDatabase(environment)),
}));
