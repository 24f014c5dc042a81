import { useSyncExternalStore } from 'react';

const CHANGES = ['online', 'offline'] as const;

/** Whether the browser has a connection at all; with one, the portal may still be out of reach. */
export function useOnline(): boolean {
  return useSyncExternalStore(follow, () => navigator.onLine);
}

function follow(onChange: () => void) {
  for (const change of CHANGES) window.addEventListener(change, onChange);
  return () => {
    for (const change of CHANGES) window.removeEventListener(change, onChange);
  };
}
