import { useCallback, useEffect, useRef, useState } from 'react';

/** An action that runs once at a time. */
export interface SingleRun<Args extends readonly unknown[], Result> {
  /** Starts it; while it runs, a further start begins nothing and answers undefined. */
  readonly start: (...args: Args) => Promise<Result | undefined>;
  /** For `loading` of the button. */
  readonly running: boolean;
}

/**
 * Lets an action that writes run once at a time. A disabled button alone does not: the second click of a double click
 * can come before React has drawn the first.
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
