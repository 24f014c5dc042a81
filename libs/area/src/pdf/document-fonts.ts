import type { PDFDocument } from 'pdf-lib';
import { DataError } from '@nemus/data';
import {
  embedFonts as embedFiles,
  missingCharacters,
  type FontFiles,
  type PdfFonts,
} from '../../../../supabase/functions/_shared/documents/index';
import { readFontFile, type FontFamily } from './font-files';

/** Figtree covers the Latin scripts of Europe; Noto Sans also Vietnamese, Greek and Cyrillic, and is larger. */
const FAMILIES: readonly FontFamily[] = ['figtree', 'noto'];

/**
 * The files of the first font that has a glyph for every character of the texts.
 *
 * @param texts all that a document prints
 * @throws {DataError} `text_not_printable` when no font has them all: a document never has holes
 */
export async function readFontsFor(texts: readonly string[]): Promise<FontFiles> {
  let missing: readonly string[] = [];
  for (const family of FAMILIES) {
    const regular = await readFontFile(family, 'regular');
    missing = missingCharacters(regular, texts);
    if (missing.length === 0) return { regular, bold: await readFontFile(family, 'bold') };
  }
  throw new DataError(
    'text_not_printable',
    `Diese Zeichen kann das Portal nicht drucken: ${missing.slice(0, 10).join(' ')}. Bitte schreiben Sie den Namen in lateinischer, griechischer oder kyrillischer Schrift.`,
    422,
  );
}

/** Embeds the font that {@link readFontsFor} finds. */
export const embedFonts = async (document: PDFDocument, texts: readonly string[]): Promise<PdfFonts> =>
  embedFiles(document, await readFontsFor(texts));
