import { useCallback, useMemo } from 'react';
import { pageReads, QueryPart, SampleNotice, SimilarHits, useSimilarHits, useTypedValue } from '@nemus/area';
import { enrolledCourseIdsQuery, learningCoursesQuery, learningProgressQuery } from '@nemus/data';
import {
  CardGrid,
  EmptyState,
  formatPercent,
  NoResults,
  Page,
  SkeletonCards,
  SkeletonTiles,
  Stack,
  StatTile,
  Tabs,
} from '@nemus/ui';
import { useSearchParams } from 'react-router-dom';
import { COURSE_TABS, coursesInTab, filterCourses, readFilter, writeFilter, type CourseFilter } from './course-filter';
import { CourseCard } from './CourseCard';
import { CourseFilters } from './CourseFilters';
import { courseStates, learningFigures, type CourseState } from './course-state';

export const { reads, usePageReads } = pageReads(({ client, userId }) => ({
  courses: learningCoursesQuery(client),
  record: learningProgressQuery(client, userId),
  enrolled: enrolledCourseIdsQuery(client, userId),
}));

/** The e-learning courses: four figures, tabs, search and filters, and a card for each course. */
export default function CoursesPage() {
  const { courses, record, enrolled } = usePageReads();
  return (
    <Page title="E-Learning" intro="Kurse, die Sie in Ihrem eigenen Tempo am Bildschirm durcharbeiten.">
      <SampleNotice shown={record.data?.progress.some(({ is_sample }) => is_sample) === true} />
      <QueryPart
        query={courses}
        title="Ihre Kurse"
        loading={
          <>
            <SkeletonTiles count={4} />
            <SkeletonCards count={6} />
          </>
        }
      >
        {(list) => (
          <QueryPart query={record} title="Ihr Fortschritt" loading={<SkeletonCards count={6} />}>
            {({ progress }) => (
              // Unknown is not "none": a course that is owned would be offered for sale.
              <QueryPart query={enrolled} title="Ihre gekauften Kurse" loading={<SkeletonCards count={6} />}>
                {(ids) => <Courses states={courseStates(list, progress, new Set(ids))} />}
              </QueryPart>
            )}
          </QueryPart>
        )}
      </QueryPart>
    </Page>
  );
}

/** The filter in the address; current input takes precedence. */
function useFilter() {
  const [params, setParams] = useSearchParams();
  const address = useMemo(() => readFilter(params), [params]);
  const [suche, setSearch] = useTypedValue(
    address.suche,
    useCallback(
      (typed: string) =>
        setParams((current) => writeFilter(current, { ...readFilter(current), suche: typed }), { replace: true }),
      [setParams],
    ),
  );
  const filter = { ...address, suche };
  const change = (part: Partial<CourseFilter>) => {
    const next = { ...filter, ...part };
    setSearch(next.suche);
    setParams((current) => writeFilter(current, next), { replace: true });
  };
  return { filter, rested: address.suche, setSearch, change };
}

function Courses({ states }: { states: readonly CourseState[] }) {
  const { filter, rested, setSearch, change } = useFilter();
  const figures = learningFigures(states);
  const found = filterCourses(states, filter);
  const near = useSimilarHits({
    search: rested,
    find: (id) =>
      filterCourses(states, { ...filter, suche: '' }).find(
        (state) => state.course.id === id && !found.some(({ course }) => course.id === id),
      ),
  });
  const similar = filter.suche === rested ? near : [];
  if (states.length === 0) {
    return (
      <EmptyState icon="elearning" title="Noch keine E-Learning-Kurse">
        Sobald Kurse freigegeben sind, finden Sie sie hier.
      </EmptyState>
    );
  }
  return (
    <Stack gap={3}>
      <CardGrid min="12rem" label="Ihr Stand">
        <StatTile as="li" label="Abgeschlossen" value={figures.completed} hint="E-Learning-Kurse" icon="check-circle" />
        <StatTile as="li" label="In Bearbeitung" value={figures.inProgress} hint="E-Learning-Kurse" icon="elearning" />
        <StatTile
          as="li"
          label="Durchschnittlicher Fortschritt"
          value={formatPercent(figures.averagePercent)}
          hint="Mittel aller Kurse"
          icon="trend"
        />
        <StatTile
          as="li"
          label="Gesamt"
          value={figures.units}
          hint="Unterrichtseinheiten (UE) aller Kurse"
          icon="clock"
        />
      </CardGrid>
      <CourseFilters filter={filter} onSearch={setSearch} onChange={change} />
      <Tabs
        label="Kurse nach Stand"
        items={COURSE_TABS.map((tab) => ({ ...tab, count: coursesInTab(states, tab.value).length }))}
        value={filter.ansicht}
        onChange={(ansicht) => change({ ansicht })}
      >
        {found.length > 0 ? (
          <CardGrid min="20rem" label="Kurse">
            {found.map((state) => (
              <CourseCard key={state.course.id} state={state} />
            ))}
          </CardGrid>
        ) : similar.length > 0 ? null : (
          <NoResults
            title="Keine Kurse gefunden"
            onClear={() => change({ ansicht: 'alle', suche: '', kompetenz: null, niveau: null })}
          />
        )}
        <SimilarHits search={rested} hasExact={found.length > 0} count={similar.length}>
          <CardGrid min="20rem" label="Ähnliche Treffer">
            {similar.map((state) => (
              <CourseCard key={state.course.id} state={state} />
            ))}
          </CardGrid>
        </SimilarHits>
      </Tabs>
    </Stack>
  );
}
