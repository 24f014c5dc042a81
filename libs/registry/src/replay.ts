import type { TrustedKey } from './signature-schema';

const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * How far a signature's time may lie ahead of this machine's clock, in milliseconds: a clock that is slow by two hours
 * (one time zone and a change of summer time; `docs/failures.md` promises the pages as always), and some drift. A thief
 * of a key cannot claim a later time, so none of their signatures stays the newest for longer than this.
 */
export const CLOCK_TOLERANCE = 180 * MINUTE;

/** Longest life of an entry's signature, in days: a stolen key must not sign for ever. */
export const ENTRY_VALIDITY_DAYS = 180;

/** Orders two signed documents. */
export interface SignedStamp {
  readonly keyId: string;
  readonly serial: number;
  readonly issuedAt: string;
}

/** Why the times of a signature are not valid. */
export type TimeProblem = 'issued-in-future' | 'valid-too-long' | 'expired';

/** Checks the times that a signature covers. @param limitDays Longest life, in days. */
export function timeProblem(
  { issuedAt, expiresAt }: { readonly issuedAt: string; readonly expiresAt: string },
  now: Date,
  limitDays: number,
): TimeProblem | null {
  const [from, until] = [new Date(issuedAt).getTime(), new Date(expiresAt).getTime()];
  if (until - from > limitDays * DAY) return 'valid-too-long';
  if (from > now.getTime() + CLOCK_TOLERANCE) return 'issued-in-future';
  return now.getTime() >= until ? 'expired' : null;
}

/**
 * Whether a signed document is older than those that were `seen`, the newest of each key.
 *
 * Serials are compared within one key only: the serial of a stolen key is irrelevant for the next key. A
 * lower serial of the same key is accepted when it was signed later: a recreated store counts from the beginning.
 * Between two keys the time decides, so that documents of the old key do not come back while both are pinned.
 *
 * @param pinned Keys that may sign such a document now. Documents of a removed key do not count.
 * @returns The document that is newer; `null` when there is none.
 */
export function laterThan(
  candidate: SignedStamp,
  seen: readonly SignedStamp[],
  pinned: readonly TrustedKey[],
): SignedStamp | null {
  const at = new Date(candidate.issuedAt);
  const isLater = ({ keyId, serial, issuedAt }: SignedStamp) =>
    keyId === candidate.keyId
      ? candidate.serial < serial && at <= new Date(issuedAt)
      : pinned.some(({ id }) => id === keyId) && at < new Date(issuedAt);
  return seen.find(isLater) ?? null;
}

/** What to remember after a document was accepted: the newest of each key that may still sign. */
export function withSeen(
  { keyId, serial, issuedAt }: SignedStamp,
  seen: readonly SignedStamp[],
  pinned: readonly TrustedKey[],
): SignedStamp[] {
  const others = seen.filter((stamp) => stamp.keyId !== keyId && pinned.some(({ id }) => id === stamp.keyId));
  return [...others, { keyId, serial, issuedAt }];
}
