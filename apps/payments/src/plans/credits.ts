import { numberOf, readNumber } from '@nemus/ui';

/** Least number of credits of one purchase, and the step (S-10.1). */
export const LEAST_CREDITS = 100;
export const CREDIT_STEP = 50;
/** The function sells no more at once: a slip of the finger shall not reach the card. */
export const MOST_CREDITS = 100_000;

/** The input as a number; null if invalid. */
export const readCredits = (typed: string): number | null => numberOf(typed);

/** Whether so many credits can be bought. */
export const isBuyable = (credits: number | null): credits is number =>
  credits !== null && credits >= LEAST_CREDITS && credits <= MOST_CREDITS && credits % CREDIT_STEP === 0;

/**
 * Rounds the input: less than 100, or not a number, becomes 100 (S-8.3); between two steps the next one. Amounts above
 * the maximum stay, for the user to decide; null for one that cannot be read, such as `1,000`.
 */
export function raiseCredits(typed: string): number | null {
  const read = readNumber(typed, { digits: 2 });
  if (read === null && /\d/.test(typed)) return null;
  const credits = Number(read ?? 0);
  return credits > MOST_CREDITS ? credits : Math.max(LEAST_CREDITS, Math.ceil(credits / CREDIT_STEP) * CREDIT_STEP);
}
