import { useEffect } from 'react';
import type { ColorSchemePort } from '@nemus/contract';

/** Keeps the page's background colour, which the boot script set before the first render, in sync with the choice. */
export function usePageScheme({ get, subscribe }: ColorSchemePort): void {
  useEffect(() => {
    const show = () => {
      document.documentElement.dataset.scheme = get();
    };
    show();
    return subscribe(show);
  }, [get, subscribe]);
}
