/** Documents made in the browser: fonts for every name, and archivable files. */
export { archivable, type ArchiveFacts, type EmbeddedInvoice } from './archivable';
export { embedFonts } from './document-fonts';
export type { PdfFonts } from './font-pair';
export { printable } from './printable';
