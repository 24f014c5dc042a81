import type { UseQueryResult } from '@tanstack/react-query';
import { QueryPart } from '@nemus/area';
import { COMPETENCY_LABELS, type Enrollment } from '@nemus/data';
import {
  Box,
  ButtonLink,
  Card,
  EmptyState,
  formatUnits,
  ProgressBar,
  Row,
  Section,
  SkeletonCards,
  Stack,
} from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';
import { runningCourses, RUNNING_COURSES_SHOWN, type RunningCourse } from './course-figures';

/** Up to three courses that were begun, each with the way back into it. */
export function RunningCourses({ enrollments }: { enrollments: UseQueryResult<Enrollment[]> }) {
  return (
    <Section title="Laufende Kurse">
      <QueryPart
        query={enrollments}
        title="Ihre laufenden Kurse"
        loading={<SkeletonCards count={RUNNING_COURSES_SHOWN} min="100%" lines={1} />}
      >
        {(rows) => {
          const courses = runningCourses(rows);
          if (courses.length === 0) return <NoRunningCourses enrolled={rows.length > 0} />;
          return (
            <Stack as="ul" gap={2} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
              {courses.map((enrollment) => (
                <RunningCourseCard key={enrollment.id} enrollment={enrollment} />
              ))}
            </Stack>
          );
        }}
      </QueryPart>
    </Section>
  );
}

function RunningCourseCard({ enrollment: { course, course_id, progress_percentage } }: { enrollment: RunningCourse }) {
  return (
    <Card
      as="li"
      title={course.title}
      subtitle={`${COMPETENCY_LABELS[course.competency]} · ${formatUnits(course.duration_hours)}`}
    >
      <Row gap={2} align="end">
        <Box sx={{ flex: '1 1 14rem' }}>
          <ProgressBar label="Fortschritt" value={progress_percentage} />
        </Box>
        <ButtonLink
          component={Link}
          to={paths.course(course_id)}
          size="small"
          iconEnd="arrow-right"
          aria-label={`Fortsetzen: ${course.title}`}
        >
          Fortsetzen
        </ButtonLink>
      </Row>
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
