import { useCallback } from 'react';
import { useTypedValue } from '@nemus/area';
import type { useAddressValues } from './useAddressValues';

/**
 * The search of a list, in the address.
 *
 * @returns `search` of the address, and the field's value, which is trimmed for the address.
 */
export function useTypedSearch({ params, change }: Pick<ReturnType<typeof useAddressValues>, 'params' | 'change'>) {
  const search = params.get('search') ?? '';
  const [typed, setTyped] = useTypedValue(
    search,
    useCallback((value: string) => change({ search: value.trim() }), [change]),
  );
  return { search, typed, setTyped };
}
