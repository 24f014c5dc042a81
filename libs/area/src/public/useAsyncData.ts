import { useCallback, useEffect, useState } from 'react';

/** State of an asynchronous value. */
export type Answer<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'found'; readonly value: T };

/** The state, and two ways to fetch again. */
export interface AsyncData<T> {
  readonly answer: Answer<T>;
  /** Fetches again and shows the loading state: after a failure. */
  retry(): void;
  /** Fetches again in the background: when the value may have changed. */
  refresh(): void;
}

/**
 * Fetches a value for a page of the shell once. For pages outside of areas, which have no query cache.
 *
 * @param ask Stable by identity (`useCallback`): another one is another request. Late answers of the previous one are
 * dropped.
 */
export function useAsyncData<T>(ask: () => Promise<T>): AsyncData<T> {
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer<T>>({ status: 'loading' });
  useEffect(() => {
    let current = true;
    ask().then(
      (value) => current && setAnswer({ status: 'found', value }),
      () => current && setAnswer({ status: 'failed' }),
    );
    return () => {
      current = false;
    };
  }, [ask, attempt]);
  const refresh = useCallback(() => setAttempt((count) => count + 1), []);
  const retry = useCallback(() => {
    setAnswer({ status: 'loading' });
    refresh();
  }, [refresh]);
  return { answer, retry, refresh };
}
