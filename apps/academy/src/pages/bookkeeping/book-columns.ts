import { writeEuros, type CsvColumn } from '@nemus/area';
import { documentName } from '@nemus/area/purchases';
import type { Bookkeeping } from '@nemus/data';
import { formatDate } from '@nemus/ui';
import { TAX_CASES } from '../../invoices/tax-words';

/** A document's part of one tax treatment. */
export type BookLine = Bookkeeping['lines'][number];

/** Columns of the documents for a tax adviser: net, VAT and gross of each treatment. */
export const BOOK_COLUMNS: readonly CsvColumn<BookLine>[] = [
  { header: 'Belegnummer', value: ({ number }) => number },
  { header: 'Belegdatum', value: ({ issued_on: day }) => formatDate(day) },
  { header: 'Leistung bis', value: ({ service_on: day }) => formatDate(day) },
  { header: 'Art', value: ({ kind, document_code: code }) => documentName({ kind, document_code: code }) },
  { header: 'Berichtigt', value: ({ cancels_number: number }) => number ?? '' },
  { header: 'Gekauft von', value: ({ buyer }) => buyer },
  { header: 'USt-IdNr.', value: ({ vat_id: id }) => id },
  { header: 'Steuerfall', value: ({ category }) => TAX_CASES[category] },
  { header: 'Steuersatz (%)', value: ({ rate }) => rate },
  { header: 'Netto (EUR)', value: ({ net_cents: cents }) => writeEuros(cents) },
  { header: 'Umsatzsteuer (EUR)', value: ({ tax_cents: cents }) => writeEuros(cents) },
  // Of older documents: the gross sum is neither of both.
  {
    header: 'Rundung (EUR)',
    value: ({ gross_cents: gross, net_cents: net, tax_cents: tax }) => writeEuros(gross - net - tax),
  },
  { header: 'Brutto (EUR)', value: ({ gross_cents: cents }) => writeEuros(cents) },
];
