import type { PDFFont } from 'pdf-lib';

/** The two weights of a certificate. */
export interface CertificateFonts {
  readonly regular: PDFFont;
  readonly bold: PDFFont;
}
