import { useEffect } from 'react';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { kept, useDataClient } from '@nemus/area';
import { cataloguePageQuery, COURSES_PER_PAGE, type CatalogueCard, type CataloguePage } from '@nemus/data';
import { selectionOf, type CourseFilter } from './course-filter';

/** A list of the catalogue of which only the pages near the window are loaded. */
export interface LoadedCatalogue {
  /** Null while the card is on its way. */
  readonly cardAt: (place: number) => CatalogueCard | null;
  /** The read of a page that failed; null without one. */
  readonly failed: UseQueryResult<CataloguePage> | null;
}

/**
 * Loads the pages that have a part of the list, besides the first one, and joins them. If the list changed between two
 * pages, the older ones are read again: otherwise a course could be missing, or be there twice.
 *
 * @param from first place of the part; the part ends before `to`
 */
export function useCataloguePages(
  filter: CourseFilter,
  first: CataloguePage,
  { from, to }: { readonly from: number; readonly to: number },
): LoadedCatalogue {
  const client = useDataClient();
  const last = Math.ceil(Math.min(to, first.total) / COURSES_PER_PAGE);
  const start = Math.max(2, Math.floor(from / COURSES_PER_PAGE) + 1);
  const numbers = Array.from({ length: Math.max(0, last - start + 1) }, (_, index) => start + index);
  const [head, ...rest] = useQueries({
    queries: [1, ...numbers].map((page) => kept(cataloguePageQuery(client, selectionOf(filter), page))),
  });
  const all = head ? [head, ...rest] : rest;
  const newest = all.reduce<UseQueryResult<CataloguePage> | undefined>(
    (latest, page) => (page.data && page.dataUpdatedAt > (latest?.dataUpdatedAt ?? 0) ? page : latest),
    undefined,
  )?.data?.edition;
  useEffect(() => {
    for (const page of all) {
      if (page.data && page.data.edition !== newest && !page.isFetching && !page.isError) void page.refetch();
    }
  });

  const pages = new Map<number, readonly CatalogueCard[]>([[1, head?.data?.courses ?? first.courses]]);
  const shown = new Set(pages.get(1)?.map(({ id }) => id));
  rest.forEach((page, index) => {
    // Until all pages are of one edition, a course stands where it came first.
    const cards = page.data?.courses.filter(({ id }) => !shown.has(id));
    for (const { id } of cards ?? []) shown.add(id);
    if (cards) pages.set(numbers[index] ?? 0, cards);
  });
  return {
    cardAt: (place) => pages.get(Math.floor(place / COURSES_PER_PAGE) + 1)?.[place % COURSES_PER_PAGE] ?? null,
    // Also a page of the earlier list that could not be read again: its cards may be missing elsewhere.
    failed: all.find((page) => page.isError && page.data?.edition !== newest) ?? null,
  };
}
