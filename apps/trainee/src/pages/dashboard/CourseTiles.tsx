import type { UseQueryResult } from '@tanstack/react-query';
import { QueryPart } from '@nemus/area';
import type { OwnLearning, Enrollment, TrainingProgress } from '@nemus/data';
import { CardGrid, formatCount, formatNumber, formatUnits, SkeletonTiles, StatTile, type IconName } from '@nemus/ui';
import { countCourses, type CourseCount } from './course-figures';

const TILE_WIDTH = '13rem';
/** For a figure that includes sample data. */
const SAMPLES = ', mit Beispielen';

/** The four figures of the account's courses, each with its meaning. */
export function CourseTiles({
  enrollments,
  learning,
  training,
}: {
  enrollments: UseQueryResult<Enrollment[]>;
  learning: UseQueryResult<OwnLearning[]>;
  training: UseQueryResult<TrainingProgress[]>;
}) {
  const part = { title: 'Ihre Kurse in Zahlen', loading: <SkeletonTiles count={4} min={TILE_WIDTH} height={122} /> };
  return (
    <QueryPart query={enrollments} {...part}>
      {(seminars) => (
        <QueryPart query={learning} {...part}>
          {(courses) => (
            <QueryPart query={training} {...part}>
              {(progress) => {
                const { enrolled, completed, running } = countCourses(seminars, courses);
                const isSample = courses.some(({ is_sample }) => is_sample);
                const isSampleTime = progress.some(({ sample_units }) => sample_units > 0);
                return (
                  <CardGrid min={TILE_WIDTH} label="Ihre Kurse in Zahlen">
                    <CountTile icon="bookings" label="Eingeschriebene Kurse" count={enrolled} isSample={isSample} />
                    <CountTile icon="check-circle" label="Abgeschlossene Kurse" count={completed} isSample={isSample} />
                    <CountTile icon="trend" label="Laufende Kurse" count={running} isSample={isSample} />
                    <StatTile
                      as="li"
                      icon="clock"
                      label="Gesamtstunden"
                      value={formatUnits(progress[0]?.total_completed_units ?? 0)}
                      hint={`absolviert, geplant: ${formatUnits(progress[0]?.planned_units ?? 0)}${isSampleTime ? SAMPLES : ''}`}
                    />
                  </CardGrid>
                );
              }}
            </QueryPart>
          )}
        </QueryPart>
      )}
    </QueryPart>
  );
}

function CountTile({
  icon,
  label,
  count,
  isSample,
}: {
  icon: IconName;
  label: string;
  count: CourseCount;
  isSample: boolean;
}) {
  const { seminars, elearning } = count;
  return (
    <StatTile
      as="li"
      icon={icon}
      label={label}
      value={formatNumber(seminars + elearning)}
      hint={`${formatCount(seminars, 'Seminar', 'Seminare')}, ${formatNumber(elearning)} E-Learning${isSample && elearning > 0 ? SAMPLES : ''}`}
    />
  );
}
