import type { Figures } from './figures.ts';

/** A mail leaves within minutes; one that waits longer waits for a service that is down. */
const LATE_MAIL_SECONDS = 900;
const DAY_MS = 86_400_000;
/** Before the end of a signature, as `nemus-release expiring` has it: of entries, and of the stop list. */
const DAYS_LEFT = { entry: 30, stops: 3 };

type State = 'ok' | 'failing' | 'late' | 'unknown';

/** Whether the portal can serve users, and what an operator has to look at. */
export interface Readiness {
  /** Database and store answer. What is late hinders no user yet. */
  readonly ready: boolean;
  readonly checks: Readonly<Record<'database' | 'store' | 'mails' | 'jobs' | 'signatures', State>>;
}

/** Days until a signature expires. */
const daysLeft = (expiresAt: string, now: Date): number => (Date.parse(expiresAt) - now.getTime()) / DAY_MS;

export function readinessOf({ database, store, signatures }: Figures, now: Date): Readiness {
  const late = (found: boolean | undefined): State => (found === undefined ? 'unknown' : found ? 'late' : 'ok');
  const checks = {
    database: database ? 'ok' : 'failing',
    store: store === undefined ? 'unknown' : store ? 'ok' : 'failing',
    mails: late(database?.queues.some(({ oldest_seconds }) => oldest_seconds > LATE_MAIL_SECONDS)),
    jobs: late(database?.jobs.some(({ late_seconds }) => late_seconds > 0)),
    signatures: late(
      signatures.some(
        ({ remote, expires_at }) => daysLeft(expires_at, now) < (remote === '*' ? DAYS_LEFT.stops : DAYS_LEFT.entry),
      ),
    ),
  } as const;
  return { ready: checks.database === 'ok' && checks.store !== 'failing', checks };
}
