import type { PDFFont } from 'pdf-lib';

/** The two weights used in documents. */
export interface PdfFonts {
  readonly regular: PDFFont;
  readonly bold: PDFFont;
}
