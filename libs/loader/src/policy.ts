import type { FailureKind } from '@nemus/contract';

/** What happens after a failure: the same release again, the next one, or the card. */
export type NextStep = 'retry' | 'next-release' | 'stop';

/** How a kind of failure is answered. */
interface Answer {
  /** How many further attempts with the same release, at most; the number of configured waits limits it as well. */
  readonly retries: number;
  readonly otherwise: Exclude<NextStep, 'retry'>;
}

/**
 * The policy. What may pass by itself is tried again; what cannot pass goes straight to another release; what the
 * code of the area did itself is shown, since another try would run the same code, and choosing an older one is up to
 * the user.
 */
const ANSWERS: Readonly<Record<FailureKind, Answer>> = {
  network: { retries: Number.POSITIVE_INFINITY, otherwise: 'next-release' },
  http: { retries: Number.POSITIVE_INFINITY, otherwise: 'next-release' },
  // Waiting out one more time limit is as much as a reader bears.
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
 * @param retries How many further attempts with this release there were already.
 * @param delaysMs Configured waits before further attempts.
 * @param isCanary The release is one that only some accounts have: nobody chose to test it, so the stable one takes its
 * place whatever went wrong.
 */
export function nextStep(kind: FailureKind, retries: number, delaysMs: readonly number[], isCanary = false): NextStep {
  const answer = ANSWERS[kind];
  if (retries < Math.min(answer.retries, delaysMs.length)) return 'retry';
  return isCanary && !isWithoutRelease(kind) ? 'next-release' : answer.otherwise;
}

/**
 * Whether the release is left alone for the rest of the session: always when it is a property of its bytes, and for a
 * canary also when its code failed.
 */
export function condemnsRelease(kind: FailureKind, isCanary = false): boolean {
  if (kind === 'integrity' || kind === 'contract') return true;
  return isCanary && ANSWERS[kind].otherwise === 'stop' && !isWithoutRelease(kind);
}

/** Failures that are no release's fault: the area is not there, or switched off. */
function isWithoutRelease(kind: FailureKind): boolean {
  return kind === 'missing' || kind === 'disabled';
}
