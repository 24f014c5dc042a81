import { useCallback } from 'react';
import { useTypedValue } from '@nemus/area';
import type { useAddressValues } from './useAddressValues';

/**
 * The search of a list that stands in the address.
 *
 * @returns `search` of the address, and what stands in the field, which goes into the address trimmed.
 */
export function useTypedSearch({ params, change }: Pick<ReturnType<typeof useAddressValues>, 'params' | 'change'>) {
  const search = params.get('search') ?? '';
  const [typed, setTyped] = useTypedValue(
    search,
    useCallback((value: string) => change({ search: value.trim() }), [change]),
  );
  return { search, typed, setTyped };
}
