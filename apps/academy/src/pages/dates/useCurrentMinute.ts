import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;

const subscribe = (changed: () => void) => {
  const timer = setInterval(changed, MINUTE);
  return () => clearInterval(timer);
};
const current = () => Math.floor(Date.now() / MINUTE) * MINUTE;

/** The current minute, in milliseconds since 1970; renders again when it changes. */
export const useCurrentMinute = (): number => useSyncExternalStore(subscribe, current);
