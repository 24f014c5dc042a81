import { TRANSACTION_TYPES, type Transaction, type TransactionType } from '@nemus/data';
import { TIME_ZONE } from '@nemus/ui';

const yearAndMonth = new Intl.DateTimeFormat('de-DE', { timeZone: TIME_ZONE, year: 'numeric', month: 'numeric' });

/** Year and month (1 to 12) of a moment in Berlin: a purchase on New Year's Eve belongs to the year it shows. */
export function monthOf(moment: string | Date): { readonly year: number; readonly month: number } {
  const parts = yearAndMonth.formatToParts(new Date(moment));
  const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value);
  return { year: part('year'), month: part('month') };
}

/** Years that have purchases, and the one at hand; the latest first. */
export function yearsOf(transactions: readonly Transaction[], now: Date): readonly number[] {
  const years = transactions.map(({ occurred_at }) => monthOf(occurred_at).year);
  return [...new Set([monthOf(now).year, ...years])].toSorted((one, other) => other - one);
}

export function ofYear(transactions: readonly Transaction[], year: number): readonly Transaction[] {
  return transactions.filter(({ occurred_at }) => monthOf(occurred_at).year === year);
}

/** What was spent in a year, in cents. Only what is paid counts; refunds count against it. */
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
  return {
    total: sum(paid),
    byType: { [course]: ofType(course), [credits]: ofType(credits), [subscription]: ofType(subscription) },
    byMonth: Array.from({ length: 12 }, (_, index) =>
      sum(paid.filter(({ occurred_at }) => monthOf(occurred_at).month === index + 1)),
    ),
  };
}

const shortMonth = new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', month: 'short' });
const longMonth = new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', month: 'long' });
const months = Array.from({ length: 12 }, (_, index) => new Date(Date.UTC(2000, index, 15)));
/** "Jan", …, "Dez". */
export const SHORT_MONTHS = months.map((month) => shortMonth.format(month).replace('.', ''));
/** "Januar", …, "Dezember". */
export const MONTHS = months.map((month) => longMonth.format(month));
