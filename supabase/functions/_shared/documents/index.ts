/** Documents as PDF, drawn by the browser and, for mails, by the functions. */
export { archivable, type ArchiveFacts, type EmbeddedInvoice } from './archivable.ts';
export { embedFonts, missingCharacters } from './embed-fonts.ts';
export type { FontFiles, PdfFonts } from './font-pair.ts';
export { printable } from './printable.ts';
export { wrapText, type MeasuringFont } from './wrap-text.ts';
