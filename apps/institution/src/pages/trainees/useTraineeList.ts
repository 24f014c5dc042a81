import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTypedValue } from '@nemus/area';
import { readTraineeList, writeTraineeList, type TraineeList } from '../../trainees/trainee-address';

/**
 * Search, filters, order, page and columns of the list. They live in the address, so that a link or the back button
 * brings the same list. Another selection begins at its first page.
 */
export function useTraineeList() {
  const [params, setParams] = useSearchParams();
  const list = useMemo(() => readTraineeList(params), [params]);
  const [search, setSearch] = useTypedValue(
    list.search,
    useCallback(
      (typed: string) =>
        setParams((current) => writeTraineeList(current, { ...readTraineeList(current), search: typed, page: 1 }), {
          replace: true,
        }),
      [setParams],
    ),
  );
  const change = (changed: Partial<TraineeList>) => {
    if (changed.search !== undefined) setSearch(changed.search);
    setParams((current) => writeTraineeList(current, { ...readTraineeList(current), search, page: 1, ...changed }), {
      // Columns are a look, not a place to come back to.
      replace: changed.columns !== undefined,
    });
  };
  return { list, search, setSearch, change };
}
