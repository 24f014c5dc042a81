import { z } from 'zod';
import type { Database } from '../database.ts';
import { profileOf, writeCii } from './cii.ts';
import { findGaps, XRECHNUNG_GAPS } from './gaps.ts';
import { snapshotSchema } from './snapshot.ts';

/**
 * Writes the electronic originals of invoices that have none yet, and records which cannot have one. Concurrent calls
 * write the same bytes, and the database keeps the first.
 *
 * @returns how many were written
 */
export async function writeOriginals(database: Pick<Database, 'call'>): Promise<number> {
  const invoices = await database.call('nemus_unwritten_invoices', {}, z.array(z.unknown()));
  let written = 0;
  for (const invoice of invoices) {
    const parsed = snapshotSchema.parse(invoice);
    const missing = findGaps(parsed);
    // What XRechnung alone requires costs the invoice that format, not its electronic form.
    const isPossible = missing.every((gap) => XRECHNUNG_GAPS.includes(gap));
    const snapshot = isPossible && missing.length > 0 ? { ...parsed, format: 'zugferd' as const } : parsed;
    if (!isPossible) {
      await database.call('nemus_note_invoice_gap', { p_invoice: snapshot.id, p_missing: missing }, z.unknown());
      continue;
    }
    const file = { p_invoice: snapshot.id, p_profile: profileOf(snapshot), p_xml: writeCii(snapshot) };
    if (await database.call('nemus_keep_invoice_file', file, z.boolean())) written += 1;
  }
  return written;
}
