import { fetchInvoice, type DataClient, type Invoice, type ListedInvoice } from '@nemus/data';
import { formatDate } from '@nemus/ui';
import { writeEuros } from '../files/amount';
import type { CsvColumn } from '../files/csv';
import { documentName } from './invoice-words';

/** A document's part of one tax treatment. Money in cents. */
export interface DocumentLine {
  readonly document: Invoice;
  readonly rate: number;
  readonly note: string;
  readonly net: number;
  readonly tax: number;
  /** What a gross price has beside net and rounded VAT; of older documents alone. */
  readonly rounding: number;
}

/** Requests that run at a time. */
const AT_ONCE = 6;

/** The documents of a list, in its order. */
export async function readDocuments(client: DataClient, listed: readonly ListedInvoice[]): Promise<readonly Invoice[]> {
  const documents: Invoice[] = [];
  for (let at = 0; at < listed.length; at += AT_ONCE) {
    const some = listed.slice(at, at + AT_ONCE);
    // oxlint-disable-next-line no-await-in-loop -- a few at a time
    documents.push(...(await Promise.all(some.map(({ id }) => fetchInvoice(client, id)))));
  }
  return documents;
}

/** The lines of a document, one for each treatment: their sums are those of the document. */
export function documentLines(document: Invoice): readonly DocumentLine[] {
  const treatments = document.taxes ?? [
    { rate: document.tax_rate, note: document.tax_note, net_cents: document.net_cents, tax_cents: document.tax_cents },
  ];
  return treatments.map(({ rate, note, net_cents: net, tax_cents: tax }, index) => ({
    document,
    rate,
    note: note ?? '',
    net,
    tax,
    rounding: index === 0 ? document.rounding_cents : 0,
  }));
}

/** Columns for a tax adviser: net, VAT and gross of each treatment. */
export const DOCUMENT_COLUMNS: readonly CsvColumn<DocumentLine>[] = [
  { header: 'Belegnummer', value: ({ document }) => document.number },
  { header: 'Belegdatum', value: ({ document }) => formatDate(document.issued_on) },
  { header: 'Leistung bis', value: ({ document }) => formatDate(document.service_until ?? document.service_on) },
  {
    header: 'Art',
    value: ({ document }) => `${documentName(document)}${document.is_sample ? ' (Muster)' : ''}`,
  },
  { header: 'Berichtigt', value: ({ document }) => document.cancels?.number ?? '' },
  { header: 'Inhalt', value: ({ document }) => document.lines.map(({ description }) => description).join(', ') },
  { header: 'Steuersatz (%)', value: ({ rate }) => rate },
  { header: 'Netto (EUR)', value: ({ net }) => writeEuros(net) },
  { header: 'Umsatzsteuer (EUR)', value: ({ tax }) => writeEuros(tax) },
  { header: 'Rundung (EUR)', value: ({ rounding }) => writeEuros(rounding) },
  { header: 'Brutto (EUR)', value: ({ net, tax, rounding }) => writeEuros(net + tax + rounding) },
  { header: 'Hinweis', value: ({ note }) => note },
];
