import { useEffect } from 'react';
import type { ColorSchemePort } from '@nemus/contract';

/** Keeps the ground of the page itself, which the boot script set before anything was drawn, in step with the choice. */
export function usePageScheme({ get, subscribe }: ColorSchemePort): void {
  useEffect(() => {
    const show = () => {
      document.documentElement.dataset.scheme = get();
    };
    show();
    return subscribe(show);
  }, [get, subscribe]);
}
