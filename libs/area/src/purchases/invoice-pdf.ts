import type { Invoice } from '@nemus/data';
import type { EmbeddedInvoice } from '../../../../supabase/functions/_shared/documents/index';
import { drawInvoice } from '../../../../supabase/functions/_shared/documents/invoice-pdf';
import { readFontsFor } from '../pdf/document-fonts';

/** Draws an invoice as PDF, with its structured original (ZUGFeRD) if there is one. */
export const createInvoicePdf = async (
  invoice: Invoice,
  original: EmbeddedInvoice | null = null,
): Promise<Uint8Array> => drawInvoice(invoice, original, await readFontsFor([JSON.stringify(invoice)]));
