import type { FailureKind } from '@nemus/contract';

/** What happens after a failure: the same release again, the next one, or the card. */
export type NextStep = 'retry' | 'next-release' | 'stop';

/** How a kind of failure is handled. */
interface Answer {
  /** How many further attempts with the same release, at most; the number of configured waits limits it as well. */
  readonly retries: number;
  readonly otherwise: Exclude<NextStep, 'retry'>;
}

/**
 * The policy. Temporary failures are retried; permanent ones go straight to another release. A failure of the area's
 * own code is shown: a retry would run the same code, and choosing an older release is up to the user.
 */
const ANSWERS: Readonly<Record<FailureKind, Answer>> = {
  network: { retries: Number.POSITIVE_INFINITY, otherwise: 'next-release' },
  http: { retries: Number.POSITIVE_INFINITY, otherwise: 'next-release' },
  // A reader waits for one more time limit at most.
  timeout: { retries: 1, otherwise: 'next-release' },
  integrity: { retries: 0, otherwise: 'next-release' },
  contract: { retries: 0, otherwise: 'next-release' },
  disabled: { retries: 0, otherwise: 'stop' },
  missing: { retries: 0, otherwise: 'stop' },
  chunk: { retries: 0, otherwise: 'stop' },
  execution: { retries: 0, otherwise: 'stop' },
  'mount-timeout': { retries: 0, otherwise: 'stop' },
  render: { retries: 0, otherwise: 'stop' },
};

/**
 * What to do after a failure.
 *
 * @param kind Kind of the failure.
 * @param retries Number of further attempts with this release so far.
 * @param delaysMs Configured waits before further attempts.
 * @param isCanary Whether only some accounts have the release. They did not choose to test it, so the stable one
 * replaces it after any failure.
 */
export function nextStep(kind: FailureKind, retries: number, delaysMs: readonly number[], isCanary = false): NextStep {
  const answer = ANSWERS[kind];
  if (retries < Math.min(answer.retries, delaysMs.length)) return 'retry';
  return isCanary && !isWithoutRelease(kind) ? 'next-release' : answer.otherwise;
}

/**
 * Whether the release is not used for the rest of the session: always when its bytes are at fault, and for a canary
 * also when its code failed.
 */
export function condemnsRelease(kind: FailureKind, isCanary = false): boolean {
  if (kind === 'integrity' || kind === 'contract') return true;
  return isCanary && ANSWERS[kind].otherwise === 'stop' && !isWithoutRelease(kind);
}

/** Failures that no release causes: the area is missing, or switched off. */
function isWithoutRelease(kind: FailureKind): boolean {
  return kind === 'missing' || kind === 'disabled';
}
