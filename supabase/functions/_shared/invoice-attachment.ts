import { z } from 'zod';
import type { Database } from './database.ts';
import { invoiceSchema } from './documents/invoice.ts';
import { base64, type Attachment } from './mail.ts';
import { logError } from './log.ts';

/** Longest attachment, in characters of base64: mail services refuse messages above 10 MB, some above 7. */
const MOST = 5_000_000;

/** A document as the database gives it: with its structured original. */
export const documentSchema = invoiceSchema.extend({
  original: z.object({ profile: z.enum(['en16931', 'xrechnung']), xml: z.string() }).nullable(),
});

/**
 * A document as the portal's download: PDF with its structured original.
 *
 * @throws {Error} when it cannot be drawn, or is too large for a mail
 */
export async function drawAttachment(document: z.infer<typeof documentSchema>): Promise<Attachment> {
  // Drawing reads every letter: what is too large already is not drawn.
  if (((document.original?.xml.length ?? 0) * 4) / 3 > MOST) throw new Error(`${document.number} is too large.`);
  // Loaded with the first invoice: most calls of a function send none.
  const [{ drawInvoice }, { readFigtree }] = await Promise.all([
    import('./documents/invoice-pdf.ts'),
    import('./documents/figtree.ts'),
  ]);
  const content = base64(await drawInvoice(document, document.original, readFigtree()));
  if (content.length > MOST) throw new Error(`The invoice ${document.number} is too large for a mail.`);
  return { filename: `rechnung-${document.number}.pdf`, contentType: 'application/pdf', content };
}

/**
 * The document about a purchase line, as the portal's download: PDF with its structured original. Empty without a
 * document, while its original is not written, and when it cannot be drawn: the mail leaves without it.
 */
export async function attachInvoice(
  database: Pick<Database, 'call'>,
  transactionId: string | null,
): Promise<readonly Attachment[]> {
  if (transactionId === null) return [];
  try {
    const args = { p_transaction: transactionId };
    const document = await database.call('nemus_invoice_document', args, documentSchema.nullable());
    if (document === null) return [];
    return [await drawAttachment(document)];
  } catch (error) {
    logError(error);
    return [];
  }
}
