import type { Transaction, TransactionType } from '@nemus/data';
import { formatDate } from '@nemus/ui';
import { writeEuros } from '../files/amount';
import type { CsvColumn } from '../files/csv';
import { METHOD_LABELS, purchaseStatus, TYPE_LABELS } from './purchase-labels';

/** Columns of the exported purchases; without those for what an account cannot buy. */
export const purchaseCsv = (kinds: readonly TransactionType[]): readonly CsvColumn<Transaction>[] =>
  COLUMNS.filter(({ header }) => kinds.length > 1 || !OF_INSTITUTIONS.includes(header));

const OF_INSTITUTIONS: readonly string[] = ['Teilnehmende', 'Credits'];

const COLUMNS: readonly CsvColumn<Transaction>[] = [
  { header: 'Datum', value: ({ occurred_at }) => formatDate(occurred_at) },
  { header: 'Art', value: ({ type }) => TYPE_LABELS[type] },
  { header: 'Bezeichnung', value: ({ item_name, is_sample }) => (is_sample ? `${item_name} (Beispiel)` : item_name) },
  { header: 'Teilnehmende', value: ({ participants }) => participants ?? '' },
  { header: 'Credits', value: ({ credits_amount }) => credits_amount ?? '' },
  { header: 'Betrag (EUR)', value: ({ amount_cents }) => writeEuros(amount_cents) },
  { header: 'Zahlungsart', value: ({ payment_method }) => METHOD_LABELS[payment_method] },
  { header: 'Status', value: (purchase) => purchaseStatus(purchase).text },
  { header: 'Rechnungsnummer', value: ({ invoice }) => invoice?.number ?? '' },
];
