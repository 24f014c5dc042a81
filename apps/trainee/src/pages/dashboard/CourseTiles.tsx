import type { UseQueryResult } from '@tanstack/react-query';
import { QueryPart } from '@nemus/area';
import type { Enrollment } from '@nemus/data';
import { CardGrid, formatNumber, formatUnits, SkeletonTiles, StatTile } from '@nemus/ui';
import { countCourses } from './course-figures';

const TILE_WIDTH = '13rem';

/** The four figures of the account's courses. */
export function CourseTiles({ enrollments }: { enrollments: UseQueryResult<Enrollment[]> }) {
  return (
    <QueryPart query={enrollments} title="Ihre Kurse in Zahlen" loading={<SkeletonTiles count={4} min={TILE_WIDTH} />}>
      {(rows) => {
        const { enrolled, completed, running, totalHours } = countCourses(rows);
        return (
          <CardGrid min={TILE_WIDTH} label="Ihre Kurse in Zahlen">
            <StatTile as="li" icon="bookings" label="Eingeschriebene Kurse" value={formatNumber(enrolled)} />
            <StatTile as="li" icon="check-circle" label="Abgeschlossene Kurse" value={formatNumber(completed)} />
            <StatTile as="li" icon="trend" label="Laufende Kurse" value={formatNumber(running)} />
            <StatTile as="li" icon="clock" label="Gesamtstunden" value={formatUnits(totalHours)} />
          </CardGrid>
        );
      }}
    </QueryPart>
  );
}
