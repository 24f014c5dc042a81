import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Filters in the address: a link shows the same list, and the back button restores it. */
export function useAddressValues() {
  const [params, setParams] = useSearchParams();
  /** Sets values; empty ones are removed. A changed filter returns to the first page. */
  const change = useCallback(
    (values: Readonly<Record<string, string>>) => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (!('page' in values)) next.delete('page');
          for (const [name, value] of Object.entries(values)) {
            if (value === '') next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: !('page' in values) },
      );
    },
    [setParams],
  );
  const page = Math.min(200, Math.max(1, Math.trunc(Number(params.get('page'))) || 1));
  return { params, page, change };
}
