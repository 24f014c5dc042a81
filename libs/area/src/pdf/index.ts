/** Documents made in the browser: fonts for every name, and archivable files. */
export {
  archivable,
  printable,
  type ArchiveFacts,
  type EmbeddedInvoice,
  type PdfFonts,
} from '../../../../supabase/functions/_shared/documents/index';
export { embedFonts } from './document-fonts';
