import { z } from 'zod';

const momentSchema = z.coerce.number().positive();

/** A fact about accounts that this browser remembers, to save requests. */
export interface Remembered {
  /** Whether this browser knows the fact for the account. False when unsure: then the database is asked. */
  readonly isKnown: (userId: string) => boolean;
  /** Remembers the database's answer for the account. */
  readonly keep: (userId: string, holds: boolean) => void;
}

/**
 * A fact that is remembered for each account. Kept after the session: it is not secret, and most useful at the next
 * sign-in.
 *
 * @param name its key in the browser's storage
 * @param validMs how long it is valid; for ever when the fact is permanent
 */
export function remembered(name: string, validMs = Number.POSITIVE_INFINITY): Remembered {
  const keyOf = (userId: string) => `nemus.${name}.${userId}`;
  return {
    isKnown(userId) {
      try {
        const seen = momentSchema.safeParse(window.localStorage.getItem(keyOf(userId)));
        // The clock was wrong then: ignore times in the future.
        return seen.success && seen.data <= Date.now() && Date.now() - seen.data < validMs;
      } catch {
        // A blocked storage: the database is asked.
        return false;
      }
    },
    keep(userId, holds) {
      try {
        if (holds) window.localStorage.setItem(keyOf(userId), String(Date.now()));
        else window.localStorage.removeItem(keyOf(userId));
      } catch {
        // The database is asked at every visit.
      }
    },
  };
}
