/** Documents made in the browser: a font for every Latin script, and archivable files. */
export {
  archivable,
  printable,
  type ArchiveFacts,
  type EmbeddedInvoice,
  type PdfFonts,
} from '../../../../supabase/functions/_shared/documents/index';
export { embedFigtree } from './figtree';
