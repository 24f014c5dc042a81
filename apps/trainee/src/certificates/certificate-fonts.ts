import type { PdfFonts } from '@nemus/area/pdf';
import { StandardFonts, type PDFDocument } from 'pdf-lib';

/** Characters beyond Latin-1 that the fonts of every PDF reader can write (code page 1252). */
const WINDOWS_EXTRAS = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** True when the fonts of every PDF reader can write the text; German always can. */
export function isStandardText(text: string): boolean {
  return Array.from(text).every((character) => {
    const code = character.codePointAt(0) ?? 0;
    return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || WINDOWS_EXTRAS.has(character);
  });
}

/**
 * Fonts that cover all of the texts. A name such as "Łukasz Yıldız" needs another font in the file: it is only loaded
 * then.
 */
export async function embedFonts(document: PDFDocument, texts: readonly string[]): Promise<PdfFonts> {
  if (texts.every(isStandardText)) {
    return {
      regular: await document.embedFont(StandardFonts.Helvetica),
      bold: await document.embedFont(StandardFonts.HelveticaBold),
    };
  }
  const archive = await import('@nemus/area/pdf');
  return archive.embedFonts(document, texts);
}
