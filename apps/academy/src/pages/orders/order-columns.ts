import { writeEuros, type CsvColumn } from '@nemus/area';
import type { StaffOrderRow } from '@nemus/data';
import { formatDate, formatTime } from '@nemus/ui';
import { KIND, STATUS } from './order-labels';

/** Columns of a list of orders as a file. */
export const ORDER_COLUMNS: readonly CsvColumn<StaffOrderRow>[] = [
  { header: 'Bestellt am', value: ({ created_at: at }) => formatDate(at) },
  { header: 'Uhrzeit', value: ({ created_at: at }) => formatTime(at) },
  { header: 'Bezahlt am', value: ({ paid_at: at }) => (at === null ? '' : formatDate(at)) },
  { header: 'Gekauft von', value: ({ buyer }) => buyer },
  { header: 'E-Mail', value: ({ email }) => email },
  { header: 'Art', value: ({ kind }) => KIND[kind] },
  { header: 'Bezeichnung', value: ({ title }) => title },
  { header: 'Stand', value: ({ status }) => STATUS[status].label },
  { header: 'Betrag (EUR)', value: ({ amount_cents: cents }) => writeEuros(cents) },
  { header: 'Bezahlt (EUR)', value: ({ amount_cents: cents, paid_at: at }) => writeEuros(at === null ? 0 : cents) },
  { header: 'Erstattet (EUR)', value: ({ refunded_cents: cents }) => writeEuros(cents) },
  { header: 'Angefochten (EUR)', value: ({ disputed_cents: cents }) => writeEuros(cents) },
  { header: 'Bestellnummer', value: ({ order_id: id }) => id },
];
