import { formatDate } from '@nemus/ui';

/** First and last day, `yyyy-MM-dd`. */
export interface Span {
  readonly from: string;
  readonly until: string;
}

/** The longest export; the database has the same limit. */
const MOST_DAYS = 400;
const days = ({ from, until }: Span) => (Date.parse(until) - Date.parse(from)) / 86_400_000;

/** First day of the financial year of a day. @param starts month in which it begins */
export function yearStart(day: string, starts: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return `${month < starts ? year - 1 : year}-${String(starts).padStart(2, '0')}-01`;
}

/** The same day of the next year. */
const nextYear = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

/** A span in its financial years: DATEV's documents have no year of their own, so a file contains one. */
export function financialYears(span: Span, starts: number): readonly Span[] {
  const parts: Span[] = [];
  for (let { from } = span; from <= span.until; from = nextYear(yearStart(from, starts))) {
    const end = dayBefore(nextYear(yearStart(from, starts)));
    parts.push({ from, until: end < span.until ? end : span.until });
  }
  return parts;
}

/** Why a span cannot be exported; null if it can. */
export function spanProblem(span: Span): string | null {
  if (span.until < span.from) {
    return `Das Ende liegt vor dem Anfang: ${formatDate(span.from)} bis ${formatDate(span.until)}.`;
  }
  return days(span) > MOST_DAYS ? `Bitte wählen Sie höchstens ${MOST_DAYS} Tage.` : null;
}
