import { z } from 'zod';

const momentSchema = z.coerce.number().positive();

/** One fact about accounts that this browser remembers, so that the database need not be asked for it again. */
export interface Remembered {
  /** Whether this browser knows the fact of the account. False when it cannot tell: then the database is asked. */
  readonly isKnown: (userId: string) => boolean;
  /** Keeps what the database said of the account. */
  readonly keep: (userId: string, holds: boolean) => void;
}

/**
 * A fact that is remembered for each account by itself. Kept beyond the end of a session: it is no secret, and it is
 * worth most at the next sign-in.
 *
 * @param name under which the browser's storage has it
 * @param validMs how long this browser believes itself; for ever when the fact cannot end
 */
export function remembered(name: string, validMs = Number.POSITIVE_INFINITY): Remembered {
  const keyOf = (userId: string) => `nemus.${name}.${userId}`;
  return {
    isKnown(userId) {
      try {
        const seen = momentSchema.safeParse(window.localStorage.getItem(keyOf(userId)));
        // A clock that was wrong then: what lies ahead counts for nothing.
        return seen.success && seen.data <= Date.now() && Date.now() - seen.data < validMs;
      } catch {
        // A closed storage: then the database is asked.
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
