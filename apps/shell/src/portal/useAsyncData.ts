import { useCallback, useEffect, useState } from 'react';

/** What is known by now of something that was asked for. */
export type Answer<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'found'; readonly value: T };

/** An answer, and two ways to ask again. */
export interface AsyncData<T> {
  readonly answer: Answer<T>;
  /** Asks again, and shows meanwhile that it does: after a failure. */
  retry(): void;
  /** Asks again behind what is shown: when it may have changed. */
  refresh(): void;
}

/**
 * Asks once for what a page of the shell shows. For pages outside of areas, which have no cache of reads.
 *
 * @param ask Stable by identity (`useCallback`): another one is another question. An answer that comes after it is
 *   dropped.
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
