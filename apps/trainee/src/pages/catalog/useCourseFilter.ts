import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTypedValue } from '@nemus/area';
import { useSearchParams } from 'react-router-dom';
import { readFilter, writeFilter } from './catalog-address';
import type { CourseFilter } from './course-filter';

/**
 * The filter of the catalogue. In the address, so that a link or the back button restores the list; current input is
 * written to the address with a debounce, without a history entry. `rested` is the filter of the address.
 * Both setters keep their identity.
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
  const set = (change: Partial<CourseFilter>) => {
    const next = { ...filter, ...change };
    setSearch(next.search);
    setParams((current) => writeFilter(current, next));
  };
  // The newest: an older one would restore the address that it was made for.
  const newest = useRef(set);
  useEffect(() => {
    newest.current = set;
  });
  const setFilter = useCallback((change: Partial<CourseFilter>) => newest.current(change), []);
  return { filter, rested: address, setSearch, setFilter };
}
