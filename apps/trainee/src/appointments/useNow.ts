import { useEffect, useState } from 'react';

/** Longest time that is waited in one go, in ms: a sleeping computer is late, and long timers overflow. */
const LONGEST_WAIT = 60_000;

/**
 * The user's clock in ms, updated when something on the page changes automatically.
 * @param changeAfter when that is next, or null for never; must be stable between renders
 */
export function useNow(changeAfter: (now: number) => number | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const next = changeAfter(now);
    if (next === null) return undefined;
    const tick = () => {
      const time = Date.now();
      setNow((known) => (time >= next ? time : known));
    };
    const timer = setInterval(tick, Math.min(Math.max(next - Date.now(), 0) + 1, LONGEST_WAIT));
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [now, changeAfter]);
  return now;
}
