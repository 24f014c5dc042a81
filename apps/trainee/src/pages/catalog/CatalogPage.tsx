import { useDeferredValue, useMemo } from 'react';
import { pageReads, QueryPart } from '@nemus/area';
import { NO_DATE_FILTER, useCatalogueDates } from '@nemus/area/catalogue';
import { catalogueDatesQuery, coursesQuery, enrollmentsQuery } from '@nemus/data';
import { Page, SkeletonCards } from '@nemus/ui';
import { CatalogFilters } from './CatalogFilters';
import { createCatalog, filterCatalog, NO_FILTER } from './course-filter';
import { CARD_WIDTH, CourseList } from './CourseList';
import { OpenedCourse } from './OpenedCourse';
import { useCourseFilter } from './useCourseFilter';

export const { reads, usePageReads } = pageReads(({ client, userId }) => ({
  courses: coursesQuery(client),
  enrollments: enrollmentsQuery(client, userId),
  dates: catalogueDatesQuery(client),
}));

/** The seminars that can be bought, searched and filtered; a course's details open above the list. */
export default function CatalogPage() {
  const { courses, enrollments } = usePageReads();
  const dates = useCatalogueDates();
  const { filter, rested, setSearch, setFilter } = useCourseFilter();
  // Typing never waits for the list: the list may follow a moment later.
  const listed = useDeferredValue(filter);
  const catalog = useMemo(
    () => (courses.data && enrollments.data ? createCatalog(courses.data, enrollments.data) : null),
    [courses.data, enrollments.data],
  );
  const view = useMemo(() => {
    if (catalog === null) return null;
    // Without known dates, only the price filters: no course would fit the rest.
    const applied = dates.isKnown ? listed : { ...listed, dates: { ...NO_DATE_FILTER, most: listed.dates.most } };
    return filterCatalog(catalog, applied, dates.of);
  }, [catalog, listed, dates]);
  const loading = <SkeletonCards count={6} lines={3} min={`${CARD_WIDTH}rem`} />;
  return (
    <Page
      title="Seminarkatalog"
      intro="Kurse zu allen sechs Kompetenzen. Was Sie kaufen, steht Ihnen sofort zur Verfügung."
    >
      <CatalogFilters
        filter={filter}
        counts={view?.counts ?? null}
        dates={dates.all}
        onSearch={setSearch}
        onChange={setFilter}
      />
      <QueryPart query={courses} title="Kurse im Katalog" loading={loading}>
        {() => (
          <QueryPart query={enrollments} title="Ihre gekauften Kurse" loading={loading}>
            {() =>
              view && (
                <CourseList
                  view={view}
                  dates={dates}
                  onClear={() => setFilter(NO_FILTER)}
                  filter={listed}
                  rested={rested}
                />
              )
            }
          </QueryPart>
        )}
      </QueryPart>
      {catalog !== null && <OpenedCourse catalog={catalog} enrollments={enrollments.data ?? []} />}
    </Page>
  );
}
