import { useSyncExternalStore } from 'react';

const CHANGES = ['online', 'offline'] as const;

/** Whether the browser is online; even then, the portal may be unreachable. */
export function useOnline(): boolean {
  return useSyncExternalStore(follow, () => navigator.onLine);
}

function follow(onChange: () => void) {
  for (const change of CHANGES) window.addEventListener(change, onChange);
  return () => {
    for (const change of CHANGES) window.removeEventListener(change, onChange);
  };
}
