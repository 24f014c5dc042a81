import type { UseQueryResult } from '@tanstack/react-query';
import { QueryPart } from '@nemus/area';
import { COMPETENCY_LABELS, type OwnLearning, type Enrollment } from '@nemus/data';
import {
  Box,
  ButtonLink,
  Card,
  EmptyState,
  formatUnits,
  ProgressBar,
  Row,
  SampleChip,
  Section,
  SkeletonCards,
  Stack,
} from '@nemus/ui';
import { Link } from 'react-router-dom';
import { NextStepLine } from '../../courses/NextStepLine';
import { paths } from '../../paths';
import { runningCourses, RUNNING_COURSES_SHOWN, type RunningCourse } from './course-figures';

/** Up to three courses that were begun, each with the way back into it. */
export function RunningCourses({
  enrollments,
  learning,
}: {
  enrollments: UseQueryResult<Enrollment[]>;
  learning: UseQueryResult<OwnLearning[]>;
}) {
  const part = {
    title: 'Ihre laufenden Kurse',
    loading: <SkeletonCards count={RUNNING_COURSES_SHOWN} min="100%" lines={1} />,
  };
  return (
    <Section title="Laufende Kurse">
      <QueryPart query={enrollments} {...part}>
        {(seminars) => (
          <QueryPart query={learning} {...part}>
            {(begun) => {
              const courses = runningCourses(seminars, begun);
              if (courses.length === 0) return <NoRunningCourses enrolled={seminars.length + begun.length > 0} />;
              return (
                <Stack as="ul" gap={2} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
                  {courses.map((course) => (
                    <RunningCourseCard key={course.id} course={course} />
                  ))}
                </Stack>
              );
            }}
          </QueryPart>
        )}
      </QueryPart>
    </Section>
  );
}

function RunningCourseCard({ course }: { course: RunningCourse }) {
  const { title, competency, units, progress, isSample, enrollment, to } = course;
  return (
    <Card
      as="li"
      title={title}
      subtitle={`${COMPETENCY_LABELS[competency]} · ${formatUnits(units)}`}
      aside={isSample && <SampleChip />}
    >
      <Row gap={2} align="end">
        <Box sx={{ flex: '1 1 14rem' }}>
          <ProgressBar label="Fortschritt" value={progress} />
        </Box>
        <ButtonLink component={Link} to={to} size="small" iconEnd="arrow-right" aria-label={`Fortsetzen: ${title}`}>
          Fortsetzen
        </ButtonLink>
      </Row>
      {enrollment !== null && <NextStepLine enrollment={enrollment} title={title} />}
    </Card>
  );
}

function NoRunningCourses({ enrolled }: { enrolled: boolean }) {
  return (
    <EmptyState
      icon="catalog"
      title={enrolled ? 'Gerade läuft kein Kurs' : 'Noch kein Kurs begonnen'}
      action={
        <ButtonLink component={Link} to={paths.catalog} variant="primary" icon="catalog">
          Seminarkatalog öffnen
        </ButtonLink>
      }
    >
      {enrolled
        ? 'Sobald Sie einen Ihrer Kurse beginnen, finden Sie hier den schnellsten Weg zurück.'
        : 'Im Seminarkatalog finden Sie Kurse zu allen sechs Kompetenzen. Was Sie beginnen, steht dann hier.'}
    </EmptyState>
  );
}
