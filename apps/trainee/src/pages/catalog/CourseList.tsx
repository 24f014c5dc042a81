import { SimilarHits, useSimilarHits } from '@nemus/area';
import { fittingDates, type CatalogueDatesView } from '@nemus/area/catalogue';
import type { CatalogueDate } from '@nemus/data';
import { Box, EmptyState, formatCount, NoResults, Stack, Text } from '@nemus/ui';
import { CourseCard } from './CourseCard';
import { isFiltered, type CatalogEntry, type CatalogView, type CourseFilter } from './course-filter';
import { GAP, useVirtualRows } from './useVirtualRows';

/** Least width of a course's card in rem. */
export const CARD_WIDTH = 18;

/** The courses that the filter leaves, with their number, and then those that are written similarly. */
export function CourseList({
  view: { entries, others },
  dates,
  filter,
  rested,
  onClear,
}: {
  view: CatalogView;
  dates: CatalogueDatesView;
  filter: CourseFilter;
  /** The debounced search; similar courses are requested for it. */
  rested: string;
  onClear: () => void;
}) {
  const near = useSimilarHits({ list: 'seminars', search: rested, find: (id) => others.get(id) });
  const similar = filter.search === rested ? near : [];
  const datesOf = (id: string) => fittingDates(dates.of(id), filter.dates);
  return (
    <Stack gap={2}>
      <Text variant="label" tone="muted" role="status">
        {formatCount(entries.length, 'Kurs', 'Kurse')} gefunden
      </Text>
      {entries.length > 0 ? (
        <CourseGrid entries={entries} datesOf={datesOf} label="Kurse" />
      ) : similar.length > 0 ? null : (
        <NoCourses filtered={isFiltered(filter)} onClear={onClear} />
      )}
      <SimilarHits search={rested} hasExact={entries.length > 0} count={similar.length}>
        <CourseGrid entries={similar} datesOf={datesOf} label="Ähnliche Treffer" />
      </SimilarHits>
    </Stack>
  );
}

/** The cards near the window. Before and after is blank space of the same height. */
function CourseGrid({
  entries,
  datesOf,
  label,
}: {
  entries: readonly CatalogEntry[];
  datesOf: (courseId: string) => readonly CatalogueDate[];
  label: string;
}) {
  const { part, list, measureRow } = useVirtualRows(entries.length, CARD_WIDTH);
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
      {entries.slice(part.from, part.to).map((entry, index) => (
        <Box
          component="li"
          key={entry.course.id}
          ref={index % part.columns === 0 ? measureRow : undefined}
          data-index={(part.from + index) / part.columns}
          aria-setsize={entries.length}
          aria-posinset={part.from + index + 1}
        >
          <CourseCard entry={entry} dates={datesOf(entry.course.id)} />
        </Box>
      ))}
    </Box>
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
