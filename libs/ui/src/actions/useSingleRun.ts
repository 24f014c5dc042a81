import { useCallback, useEffect, useRef, useState } from 'react';

/** An action that runs once at a time. */
export interface SingleRun<Args extends readonly unknown[], Result> {
  /** Starts it; while it is running, a further call does nothing and returns undefined. */
  readonly start: (...args: Args) => Promise<Result | undefined>;
  /** For `loading` of the button. */
  readonly running: boolean;
}

/**
 * Makes sure that a writing action runs once at a time. A disabled button is not enough: the second click of a double
 * click can arrive before React has rendered the first.
 *
 * @example
 * const save = useSingleRun(async () => { await send(); notify(…); });
 * <Button loading={save.running} onClick={() => void save.start()}>
 */
export function useSingleRun<Args extends readonly unknown[], Result>(
  action: (...args: Args) => Promise<Result>,
): SingleRun<Args, Result> {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  const busy = useRef(false);
  const [running, setRunning] = useState(false);
  const start = useCallback(async (...args: Args) => {
    if (busy.current) return undefined;
    busy.current = true;
    setRunning(true);
    try {
      return await latest.current(...args);
    } finally {
      busy.current = false;
      setRunning(false);
    }
  }, []);
  return { start, running };
}
