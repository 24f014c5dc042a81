/** Documents made in the browser: a font that writes every Latin script, and what makes a file last. */
export { archivable, type ArchiveFacts, type EmbeddedInvoice } from './archivable';
export { embedFigtree } from './figtree';
export type { PdfFonts } from './font-pair';
export { printable } from './printable';
