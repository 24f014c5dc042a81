import { HOUR_CATEGORIES, HOUR_CATEGORY_LABELS, type HourCategory } from '@nemus/data';

/** Words of other logbooks; the first that matches counts. */
const WORDS: readonly (readonly [HourCategory, RegExp])[] = [
  ['supervision', /supervision|fallbesprechung/i],
  ['self_experience', /selbsterfahrung|lehrtherapie|lehranalyse/i],
  ['elearning', /e-?learning|online-?kurs/i],
  ['theory', /theorie|seminar|vorlesung|kurs/i],
  ['practice', /praxis|praktisch|behandlung|therapie|sitzung|gespräch|diagnostik|erstkontakt|gruppe/i],
];

/** The kind that a word of another program suggests; null for others. The person sees it and can change it. */
export function readCategory(cell: string): HourCategory | null {
  const same = HOUR_CATEGORIES.find((category) => HOUR_CATEGORY_LABELS[category].toLowerCase() === cell.toLowerCase());
  return same ?? WORDS.find(([, pattern]) => pattern.test(cell))?.[0] ?? null;
}
