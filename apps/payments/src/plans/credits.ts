/** Least number of credits of one purchase, and the step (S-10.1). */
export const LEAST_CREDITS = 100;
export const CREDIT_STEP = 50;
/** The function sells no more at once: a slip of the finger shall not reach the card. */
export const MOST_CREDITS = 100_000;

/** The input as a number; null if invalid. */
export function readCredits(typed: string): number | null {
  const text = typed.trim();
  return /^\d+$/.test(text) ? Number(text) : null;
}

/** Whether so many credits can be bought. */
export const isBuyable = (credits: number | null): credits is number =>
  credits !== null && credits >= LEAST_CREDITS && credits <= MOST_CREDITS && credits % CREDIT_STEP === 0;

/**
 * Rounds the input: less than 100, or not a number, becomes 100 (S-8.3); between two steps the next one. Amounts above
 * the maximum stay, for the user to decide.
 */
export function raiseCredits(typed: string): number {
  const credits = readCredits(typed.replace(/[.,]\d*$/, '')) ?? LEAST_CREDITS;
  return credits > MOST_CREDITS ? credits : Math.max(LEAST_CREDITS, Math.ceil(credits / CREDIT_STEP) * CREDIT_STEP);
}
