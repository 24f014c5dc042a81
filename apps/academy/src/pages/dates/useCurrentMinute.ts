import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;

const subscribe = (changed: () => void) => {
  const timer = setInterval(changed, MINUTE);
  return () => clearInterval(timer);
};
const current = () => Math.floor(Date.now() / MINUTE) * MINUTE;

/** The minute that has begun, in milliseconds since 1970: what is drawn by it is drawn again when it is over. */
export const useCurrentMinute = (): number => useSyncExternalStore(subscribe, current);
