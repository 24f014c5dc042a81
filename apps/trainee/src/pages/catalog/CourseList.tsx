import { PartError, SimilarHits } from '@nemus/area';
import type { CatalogueCard, CataloguePage } from '@nemus/data';
import { Box, EmptyState, formatCount, NoResults, Skeleton, Stack, Surface, Text } from '@nemus/ui';
import { CourseCard } from './CourseCard';
import { isFiltered, type CourseFilter } from './course-filter';
import { useCataloguePages } from './useCataloguePages';
import { GAP, ROW_GUESS, useVirtualRows } from './useVirtualRows';

/** Least width of a course's card in rem. */
export const CARD_WIDTH = 18;

/** The courses that the filter leaves, with their number, and then those that are written similarly. */
export function CourseList({
  filter,
  first,
  onClear,
}: {
  /** What the list was found by. */
  filter: CourseFilter;
  /** Its first page. */
  first: CataloguePage;
  onClear: () => void;
}) {
  const { total, similar } = first;
  return (
    <Stack gap={2}>
      <Text variant="label" tone="muted" role="status">
        {formatCount(total, 'Kurs', 'Kurse')} gefunden
      </Text>
      {total > 0 ? (
        <PagedCourses filter={filter} first={first} />
      ) : similar.length > 0 ? null : (
        <NoCourses filtered={isFiltered(filter)} onClear={onClear} />
      )}
      <SimilarHits search={filter.search} hasExact={total > 0} count={similar.length}>
        <SimilarCourses courses={similar} />
      </SimilarHits>
    </Stack>
  );
}

function PagedCourses({ filter, first }: { filter: CourseFilter; first: CataloguePage }) {
  const rows = useVirtualRows(first.total, CARD_WIDTH);
  const { cardAt, failed } = useCataloguePages(filter, first, rows.part);
  return (
    <>
      <CourseGrid {...rows} cardAt={cardAt} total={first.total} label="Kurse" />
      {failed && (
        <PartError
          title="Weitere Kurse"
          error={failed.error}
          onRetry={() => void failed.refetch()}
          retrying={failed.isFetching}
        />
      )}
    </>
  );
}

function SimilarCourses({ courses }: { courses: readonly CatalogueCard[] }) {
  const rows = useVirtualRows(courses.length, CARD_WIDTH);
  return (
    <CourseGrid {...rows} cardAt={(place) => courses[place] ?? null} total={courses.length} label="Ähnliche Treffer" />
  );
}

/** The cards near the window. Before and after is blank space of the same height. */
function CourseGrid({
  part,
  list,
  measureRow,
  cardAt,
  total,
  label,
}: ReturnType<typeof useVirtualRows> & {
  cardAt: (place: number) => CatalogueCard | null;
  total: number;
  label: string;
}) {
  const places = Array.from({ length: Math.min(part.to, total) - part.from }, (_, index) => part.from + index);
  return (
    <Box
      component="ul"
      ref={list}
      aria-label={label}
      style={{ paddingBlockStart: part.before, paddingBlockEnd: part.after }}
      sx={{
        display: 'grid',
        gap: `${GAP}px`,
        // The same computation as `columnsFor`, so that the cards are placed correctly before the measurement.
        gridTemplateColumns: `repeat(auto-fill, minmax(min(${CARD_WIDTH}rem, 100%), 1fr))`,
        listStyle: 'none',
        margin: 0,
        paddingInline: 0,
      }}
    >
      {places.map((place) => {
        const course = cardAt(place);
        return (
          <Box
            component="li"
            key={course?.id ?? place}
            ref={place % part.columns === 0 ? measureRow : undefined}
            data-index={place / part.columns}
            aria-setsize={total}
            aria-posinset={place + 1}
          >
            {course ? <CourseCard course={course} /> : <CardOnItsWay />}
          </Box>
        );
      })}
    </Box>
  );
}

/** As high as a card, until its page has arrived. */
function CardOnItsWay() {
  return (
    <Surface>
      <Box sx={{ minHeight: ROW_GUESS - 48 }}>
        <Skeleton height={20} width="70%" />
      </Box>
    </Surface>
  );
}

function NoCourses({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <NoResults title="Keine Kurse gefunden" onClear={onClear} />
  ) : (
    <EmptyState icon="catalog" title="Keine Kurse gefunden">
      Der Katalog wird gerade gefüllt. Neue Kurse erscheinen hier, sobald sie buchbar sind.
    </EmptyState>
  );
}
