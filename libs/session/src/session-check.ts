/**
 * How often the service is asked whether the session still holds, in milliseconds. With the answer a tab is signed out
 * well within the minute that is promised (S-15.20).
 */
export const CHECK_EVERY = 40_000;

/** Coming back to a page asks at once, unless that was just done. */
const JUST_NOW = 5_000;

/**
 * Asks again and again, in hidden tabs as well: somebody may have ended the session on another device. Browsers run
 * timers of a hidden tab that start each other once a minute at most; the next one is therefore started by the answer of
 * a request, which no browser holds back, and even the slow pace would find the end within a minute. Returns the
 * function that stops it.
 *
 * @param ask never rejects
 */
export function checkRegularly(ask: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = Date.now();
  let stopped = false;

  async function check(): Promise<void> {
    clearTimeout(timer);
    // Also when the machine sleeps before the answer comes: the next look does not depend on it.
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
