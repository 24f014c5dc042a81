/** Longest wait for an answer about releases and reviews, in milliseconds: an area may be waiting for it. */
const PATIENCE = 5_000;

/** Gives a question up that is not answered soon; it has failed without an answer then. */
export function withTimeout<T>(question: { abortSignal(signal: AbortSignal): T }): T {
  return question.abortSignal(AbortSignal.timeout(PATIENCE));
}
