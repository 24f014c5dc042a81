import { z } from 'zod';

/** How long this browser believes itself: another device may have brought the list back. */
const HOURS_24 = 86_400_000;

const keyOf = (userId: string) => `nemus.first-steps.${userId}`;
const momentSchema = z.coerce.number().positive();

/** Whether this browser has seen within a day that the account put its first steps away. */
export function isPutAway(userId: string): boolean {
  try {
    const seen = momentSchema.safeParse(window.localStorage.getItem(keyOf(userId)));
    // A clock that was wrong then: what lies ahead counts for nothing.
    return seen.success && seen.data <= Date.now() && Date.now() - seen.data < HOURS_24;
  } catch {
    // A closed storage: then the database is asked.
    return false;
  }
}

/** Keeps what the database said about the list of an account. */
export function keepPutAway(userId: string, closed: boolean): void {
  try {
    if (closed) window.localStorage.setItem(keyOf(userId), String(Date.now()));
    else window.localStorage.removeItem(keyOf(userId));
  } catch {
    // The database is asked at every visit.
  }
}
