import { z } from 'zod';
import type { Database } from '../database.ts';
import { profileOf, writeCii } from './cii.ts';
import { findGaps, XRECHNUNG_GAPS } from './gaps.ts';
import { snapshotSchema } from './snapshot.ts';

/**
 * Writes the electronic originals of invoices that have none yet, and records which cannot have one. One that fails is set
 * aside with its error. Concurrent calls write the same bytes, and the database keeps the first.
 *
 * @returns how many were written
 */
export async function writeOriginals(database: Pick<Database, 'call'>): Promise<number> {
  const invoices = await database.call('nemus_unwritten_invoices', {}, z.array(z.looseObject({ id: z.uuid() })));
  let written = 0;
  for (const invoice of invoices) {
    let error: string | null = null;
    try {
      if (await writeOriginal(database, invoice)) written += 1;
    } catch (failure) {
      error = failure instanceof Error ? failure.message : String(failure);
    }
    const outcome = { p_job: 'write-invoices', p_item: invoice.id, p_error: error };
    await database.call('nemus_note_outcome', outcome, z.unknown());
  }
  return written;
}

/** Writes one original; false if it has one by now, or cannot have one. */
async function writeOriginal(database: Pick<Database, 'call'>, invoice: unknown): Promise<boolean> {
  const parsed = snapshotSchema.parse(invoice);
  const missing = findGaps(parsed);
  // What XRechnung alone requires costs the invoice that format, not its electronic form.
  const isPossible = missing.every((gap) => XRECHNUNG_GAPS.includes(gap));
  if (!isPossible) {
    await database.call('nemus_note_invoice_gap', { p_invoice: parsed.id, p_missing: missing }, z.unknown());
    return false;
  }
  const snapshot = missing.length > 0 ? { ...parsed, format: 'zugferd' as const } : parsed;
  const file = { p_invoice: snapshot.id, p_profile: profileOf(snapshot), p_xml: writeCii(snapshot) };
  return database.call('nemus_keep_invoice_file', file, z.boolean());
}
