import { writeEuros, type CsvColumn } from '@nemus/area';
import type { Turnover } from '@nemus/data';
import { formatNumber } from '@nemus/ui';
import { TAX_CASES } from '../../invoices/tax-words';

/** One sum of a month, a product and a tax. */
export type TurnoverRow = Turnover['rows'][number];

const KINDS = { course: 'Seminar', credits: 'Credits', subscription: 'Abonnement' } as const;

/** `2026-11` → "11/2026" */
export const monthText = ({ month }: TurnoverRow): string => `${month.slice(5)}/${month.slice(0, 4)}`;
/** What was sold. */
export const productText = ({ kind, title }: TurnoverRow): string => title ?? KINDS[kind];
/** How it was taxed. */
export const taxText = ({ category, rate }: TurnoverRow): string =>
  category === 'S' ? `${formatNumber(rate)} % Umsatzsteuer` : TAX_CASES[category];

/** Columns of the turnover as a file. */
export const TURNOVER_COLUMNS: readonly CsvColumn<TurnoverRow>[] = [
  { header: 'Monat', value: ({ month }) => `01.${month.slice(5)}.${month.slice(0, 4)}` },
  { header: 'Art', value: ({ kind }) => KINDS[kind] },
  { header: 'Produkt', value: productText },
  { header: 'Steuerfall', value: ({ category }) => TAX_CASES[category] },
  { header: 'Steuersatz (%)', value: ({ rate }) => rate },
  { header: 'Netto (EUR)', value: ({ net_cents: cents }) => writeEuros(cents) },
  { header: 'Umsatzsteuer (EUR)', value: ({ tax_cents: cents }) => writeEuros(cents) },
  { header: 'Brutto (EUR)', value: ({ gross_cents: cents }) => writeEuros(cents) },
  { header: 'Belege', value: ({ documents }) => documents },
];
