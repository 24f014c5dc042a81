import { useEffect, useState } from 'react';

/** How long a browser without idle callbacks waits, in ms. */
const IDLE_GUESS = 150;

/** Turns true when the browser has nothing better to do: for parts that may follow after the text of a page. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const done = () => setIdle(true);
    if (typeof requestIdleCallback === 'function') {
      const request = requestIdleCallback(done, { timeout: 1_000 });
      return () => cancelIdleCallback(request);
    }
    const timer = setTimeout(done, IDLE_GUESS);
    return () => clearTimeout(timer);
  }, []);
  return idle;
}
