import { TRANSACTION_TYPES, type Transaction, type TransactionType } from '@nemus/data';
import { berlinDay } from '../calendar/berlin';

/** Year and month (1 to 12) of a moment in Berlin: a purchase on New Year's Eve counts for the displayed year. */
export function monthOf(moment: string | Date): { readonly year: number; readonly month: number } {
  const [year = Number.NaN, month = Number.NaN] = berlinDay(moment).split('-').map(Number);
  return { year, month };
}

/** Years with purchases, and the current one; latest first. */
export function yearsOf(transactions: readonly Transaction[], now: Date): readonly number[] {
  const years = transactions.map(({ occurred_at }) => monthOf(occurred_at).year);
  return [...new Set([monthOf(now).year, ...years])].toSorted((one, other) => other - one);
}

export function ofYear(transactions: readonly Transaction[], year: number): readonly Transaction[] {
  return transactions.filter(({ occurred_at }) => monthOf(occurred_at).year === year);
}

/** Spending of a year, in cents. Only paid purchases count; refunds are subtracted. */
export interface YearSummary {
  readonly total: number;
  readonly byType: Readonly<Record<TransactionType, number>>;
  /** January to December. */
  readonly byMonth: readonly number[];
}

export function summarizeYear(transactions: readonly Transaction[]): YearSummary {
  const paid = transactions.filter(({ status }) => status === 'completed');
  const sum = (some: readonly Transaction[]) => some.reduce((total, { amount_cents }) => total + amount_cents, 0);
  const ofType = (type: TransactionType) => sum(paid.filter((one) => one.type === type));
  const [course, credits, subscription] = TRANSACTION_TYPES;
  const dated = paid.map((one) => ({ one, month: monthOf(one.occurred_at).month }));
  return {
    total: sum(paid),
    byType: { [course]: ofType(course), [credits]: ofType(credits), [subscription]: ofType(subscription) },
    byMonth: Array.from({ length: 12 }, (_, index) =>
      sum(dated.filter(({ month }) => month === index + 1).map(({ one }) => one)),
    ),
  };
}

/** "Jan", …, "Dez". */
export const SHORT_MONTHS = ['Jan', 'Feb', 'Mär', 'Apr', 'Mai', 'Jun', 'Jul', 'Aug', 'Sep', 'Okt', 'Nov', 'Dez'];
/** "Januar", …, "Dezember". */
export const MONTHS = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
];
