import { HOUR_CATEGORIES, HOUR_CATEGORY_LABELS, lettersOf, type HourCategory } from '@nemus/data';

/** Words of other logbooks, as letters only; the first that matches counts. */
const WORDS: readonly (readonly [HourCategory, RegExp])[] = [
  ['supervision', /supervision|fallbesprechung/],
  ['self_experience', /selbsterfahrung|lehrtherapie|lehranalyse/],
  ['elearning', /elearning|onlinekurs/],
  ['theory', /theorie|seminar|vorlesung|kurs/],
  ['practice', /praxis|praktisch|behandlung|therapie|sitzung|gesprae?ch|diagnostik|erstkontakt|gruppe/],
];

/** The kind that a word of another program suggests; null for others. The person sees it and can change it. */
export function readCategory(cell: string): HourCategory | null {
  const letters = lettersOf(cell);
  const same = HOUR_CATEGORIES.find((category) => lettersOf(HOUR_CATEGORY_LABELS[category]) === letters);
  return same ?? WORDS.find(([, pattern]) => pattern.test(letters))?.[0] ?? null;
}
