/** Documents made in the browser: a font for every Latin script, and archivable files. */
export { archivable, type ArchiveFacts, type EmbeddedInvoice } from './archivable';
export { embedFigtree } from './figtree';
export type { PdfFonts } from './font-pair';
export { printable } from './printable';
