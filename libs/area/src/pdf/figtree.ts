import type { PDFDocument } from 'pdf-lib';
import { embedFonts, type FontFiles, type PdfFonts } from '../../../../supabase/functions/_shared/documents/index';
import { readFontFile } from './font-files';

/** The files of Figtree, which covers every Latin script of Europe. */
export async function readFigtree(): Promise<FontFiles> {
  const [regular, bold] = await Promise.all([readFontFile('regular'), readFontFile('bold')]);
  return { regular, bold };
}

/** Embeds Figtree. */
export async function embedFigtree(document: PDFDocument): Promise<PdfFonts> {
  return embedFonts(document, await readFigtree());
}
