import { writeEuros, type CsvColumn } from '@nemus/area';
import { TRANSFER_STATES, type StaffTransfer, type TransferFilter, type TransferState } from '@nemus/data';
import { formatDate, type Tone } from '@nemus/ui';

/** States of an invoice that is paid by bank transfer. */
export const STATES: Readonly<Record<TransferState, { readonly label: string; readonly tone: Tone }>> = {
  open: { label: 'Offen', tone: 'info' },
  due: { label: 'Fällig', tone: 'error' },
  reminded: { label: 'Erinnert', tone: 'error' },
  paid: { label: 'Bezahlt', tone: 'success' },
  cancelled: { label: 'Storniert', tone: 'neutral' },
};

export const FILTERS = [
  { value: 'all', label: 'Alle' },
  ...TRANSFER_STATES.map((value) => ({ value, label: STATES[value].label })),
];

/** The state that an address names; without one, what is not settled. */
export const filterOf = (value: string | null): TransferFilter =>
  value === 'all' ? null : (TRANSFER_STATES.find((state) => state === value) ?? 'unsettled');

/** Columns of the list as a file. */
export const TRANSFER_COLUMNS: readonly CsvColumn<StaffTransfer>[] = [
  { header: 'Rechnung', value: ({ number }) => number },
  { header: 'Käufer*in', value: ({ buyer }) => buyer },
  { header: 'Rechnungsdatum', value: ({ issued_on: day }) => formatDate(day) },
  { header: 'Fällig am', value: ({ due_on: day }) => formatDate(day) },
  { header: 'Stand', value: ({ state }) => STATES[state].label },
  { header: 'Betrag (EUR)', value: ({ gross_cents: cents }) => writeEuros(cents) },
  { header: 'Storniert (EUR)', value: ({ cancelled_cents: cents }) => writeEuros(cents) },
  { header: 'Eingegangen (EUR)', value: ({ received_cents: cents }) => writeEuros(cents) },
  { header: 'Offen (EUR)', value: ({ open_cents: cents }) => writeEuros(Math.max(0, cents)) },
  { header: 'Zurückzuzahlen (EUR)', value: ({ open_cents: cents }) => writeEuros(Math.max(0, -cents)) },
];
