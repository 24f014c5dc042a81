import type { PDFFont } from 'pdf-lib';

/** The two weights that a document is written in. */
export interface PdfFonts {
  readonly regular: PDFFont;
  readonly bold: PDFFont;
}
