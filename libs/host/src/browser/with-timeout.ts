/** Timeout of requests about releases and reviews, in milliseconds: an area may be waiting for it. */
const PATIENCE = 5_000;

/** Aborts a request that is not answered in time, which then fails without an answer. */
export function withTimeout<T>(question: { abortSignal(signal: AbortSignal): T }): T {
  return question.abortSignal(AbortSignal.timeout(PATIENCE));
}
