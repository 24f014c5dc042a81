import { useMemo, useState } from 'react';
import { pageReads, QueryPart } from '@nemus/area';
import { cataloguePageQuery, type CataloguePage } from '@nemus/data';
import { Page, SkeletonCards } from '@nemus/ui';
import { readFilter } from './catalog-address';
import { CatalogFilters } from './CatalogFilters';
import { NO_FILTER, selectionOf, type CourseFilter } from './course-filter';
import { CARD_WIDTH, CourseList } from './CourseList';
import { OpenedCourse } from './OpenedCourse';
import { useCourseFilter } from './useCourseFilter';

export const { reads, usePageReads } = pageReads(({ client, search }) => ({
  first: cataloguePageQuery(client, selectionOf(readFilter(new URLSearchParams(search))), 1),
}));

/** The seminars that can be bought, searched and filtered; a course's details open above the list. */
export default function CatalogPage() {
  const { first } = usePageReads();
  const { filter, rested, setSearch, setFilter } = useCourseFilter();
  const shown = useShown(rested, first.data);
  // Typing must not render the list again.
  const list = useMemo(
    () => shown && <CourseList {...shown} onClear={() => setFilter(NO_FILTER)} />,
    [shown, setFilter],
  );
  return (
    <Page
      title="Seminarkatalog"
      intro="Kurse zu allen sechs Kompetenzen. Was Sie kaufen, steht Ihnen sofort zur Verfügung."
    >
      <CatalogFilters filter={filter} shown={shown?.first ?? null} onSearch={setSearch} onChange={setFilter} />
      <QueryPart
        query={first}
        title="Kurse im Katalog"
        // The earlier result stays until the new one is there.
        loading={list ?? <SkeletonCards count={6} lines={3} min={`${CARD_WIDTH}rem`} />}
      >
        {() => list}
      </QueryPart>
      <OpenedCourse />
    </Page>
  );
}

/** The latest answered list; null before the first answer. An answer to an earlier filter never replaces it. */
function useShown(filter: CourseFilter, first: CataloguePage | undefined) {
  const [shown, setShown] = useState<{ filter: CourseFilter; first: CataloguePage } | null>(null);
  if (first === undefined || (shown?.first === first && shown.filter === filter)) return shown;
  const next = { filter, first };
  setShown(next);
  return next;
}
