import type { FailureKind } from '@nemus/contract';

/** What happens after a failure: the same release again, the next one, or the card. */
export type NextStep = 'retry' | 'next-release' | 'stop';

/** How a kind of failure is handled. */
interface Answer {
  /** How many further attempts with the same release, at most; the number of configured waits limits it as well. */
  readonly retries: number;
  readonly otherwise: Exclude<NextStep, 'retry'>;
}

/** What failed: a release that only some accounts have, or a piece of another area's page. */
export interface Failed {
  /** Its accounts did not choose to test it, so the stable release replaces it after any failure. */
  readonly isCanary?: boolean;
  /** Its host shows a fallback and may itself be the cause: its failures say nothing about the area's page. */
  readonly isSlot?: boolean;
}

/**
 * The policy. Temporary failures are retried; all other failures of a release lead to the previous one. A lost chunk is
 * shown as a card: the connection is more often the cause than the release.
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
  execution: { retries: 0, otherwise: 'next-release' },
  'mount-timeout': { retries: 0, otherwise: 'next-release' },
  render: { retries: 0, otherwise: 'next-release' },
};

/** Failures of the area's own code. */
const CODE_FAILURES: ReadonlySet<FailureKind> = new Set(['execution', 'mount-timeout', 'render']);

/** Whether the area's own code failed. */
export function isCodeFailure(kind: FailureKind): boolean {
  return CODE_FAILURES.has(kind);
}

/**
 * What to do after a failure.
 *
 * @param kind Kind of the failure.
 * @param retries Number of further attempts with this release so far.
 * @param delaysMs Configured waits before further attempts.
 */
export function nextStep(
  kind: FailureKind,
  retries: number,
  delaysMs: readonly number[],
  { isCanary = false, isSlot = false }: Failed = {},
): NextStep {
  const answer = ANSWERS[kind];
  if (retries < Math.min(answer.retries, delaysMs.length)) return 'retry';
  if (isCanary && !isWithoutRelease(kind)) return 'next-release';
  // In development the card names the error, and the next update of the source shows the area again.
  const staysWithIt = isSlot || process.env['NODE_ENV'] === 'development';
  return staysWithIt && isCodeFailure(kind) ? 'stop' : answer.otherwise;
}

/**
 * Whether the release is not used for the rest of the session: always when its bytes are at fault, and when its code
 * failed and another release replaces it.
 */
export function condemnsRelease(kind: FailureKind, failed: Failed = {}): boolean {
  if (kind === 'integrity' || kind === 'contract') return true;
  return (isCodeFailure(kind) || kind === 'chunk') && nextStep(kind, 0, [], failed) === 'next-release';
}

/** Failures that no release causes: the area is missing, or switched off. */
function isWithoutRelease(kind: FailureKind): boolean {
  return kind === 'missing' || kind === 'disabled';
}
