import { useSyncExternalStore } from 'react';
import { sidebar } from '../theme/tokens';

// A sheet of paper is narrower than many screens, but not a phone.
const QUERY = `screen and (max-width: ${sidebar.breakpoint - 0.02}px)`;
const list = () => (typeof window !== 'undefined' && 'matchMedia' in window ? window.matchMedia(QUERY) : null);

function subscribe(listener: () => void) {
  const media = list();
  media?.addEventListener('change', listener);
  return () => media?.removeEventListener('change', listener);
}

/** True below 768 px, where the side navigation is a drawer and tables are cards. */
export function useMobile(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => list()?.matches === true,
    () => false,
  );
}
