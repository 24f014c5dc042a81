import type { PDFFont } from 'pdf-lib';

/** The two weights used in documents. */
export interface PdfFonts {
  readonly regular: PDFFont;
  readonly bold: PDFFont;
}

/** The two weights as TrueType files. */
export interface FontFiles {
  readonly regular: ArrayBuffer | Uint8Array;
  readonly bold: ArrayBuffer | Uint8Array;
}
