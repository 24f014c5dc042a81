import { useCallback, useMemo } from 'react';
import { useTypedValue } from '@nemus/area';
import { useSearchParams } from 'react-router-dom';
import { readFilter, writeFilter } from './catalog-address';
import type { CourseFilter } from './course-filter';

/**
 * The filter of the catalogue. In the address, so that a link or the back button restores the list; current input is
 * written to the address with a debounce, without a history entry. `rested` is the filter of the address.
 */
export function useCourseFilter() {
  const [params, setParams] = useSearchParams();
  // The same filter keeps its identity when another part of the address changes.
  const filtered = writeFilter(new URLSearchParams(), readFilter(params)).toString();
  const address = useMemo(() => readFilter(new URLSearchParams(filtered)), [filtered]);
  const [search, setSearch] = useTypedValue(
    address.search,
    useCallback(
      (typed: string) =>
        setParams((current) => writeFilter(current, { ...readFilter(current), search: typed }), { replace: true }),
      [setParams],
    ),
  );

  const filter = useMemo<CourseFilter>(() => ({ ...address, search }), [address, search]);
  const setFilter = (change: Partial<CourseFilter>) => {
    const next = { ...filter, ...change };
    setSearch(next.search);
    setParams((current) => writeFilter(current, next));
  };
  return { filter, rested: address, setSearch, setFilter };
}
