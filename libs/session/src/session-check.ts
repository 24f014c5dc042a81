/**
 * How often the service is asked whether the session is valid, in milliseconds. The answer signs a tab out well within
 * the promised minute (S-15.20).
 */
export const CHECK_EVERY = 40_000;

/** Returning to a page checks at once, unless it was just done. */
const JUST_NOW = 5_000;

/**
 * Checks repeatedly, in hidden tabs as well: the session may have been ended on another device. Browsers throttle
 * chained timers of a hidden tab to one per minute, so the next one is started by the answer of a request, which no
 * browser throttles. Returns the function that stops it.
 *
 * @param ask never rejects
 */
export function checkRegularly(ask: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = Date.now();
  let stopped = false;

  async function check(): Promise<void> {
    clearTimeout(timer);
    // The next check does not depend on the answer, since the machine may sleep before it arrives.
    timer = setTimeout(() => void check(), CHECK_EVERY);
    asked = Date.now();
    await ask();
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => void check(), Math.max(CHECK_EVERY - (Date.now() - asked), JUST_NOW));
  }
  const onReturn = () => {
    if (document.visibilityState === 'visible' && Date.now() - asked >= JUST_NOW) void check();
  };
  timer = setTimeout(() => void check(), CHECK_EVERY);
  document.addEventListener('visibilitychange', onReturn);
  window.addEventListener('pageshow', onReturn);
  window.addEventListener('online', onReturn);
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onReturn);
    window.removeEventListener('pageshow', onReturn);
    window.removeEventListener('online', onReturn);
  };
}
