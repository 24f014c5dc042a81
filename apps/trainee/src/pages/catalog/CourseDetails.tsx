import { DateBeforeBuying } from '@nemus/area/catalogue';
import type { Course, CourseOffer } from '@nemus/data';
import { Box, formatUnits, Link as TextLink, Stack, Surface, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';
import { CourseChips } from './CourseCard';
import { OwnCourse } from '../../courses/OwnCourse';

/** All details of a course, or for the account's own one its progress and next step. */
export function CourseDetails({ offer: { course, enrollment } }: { offer: CourseOffer }) {
  return (
    <Stack gap={2.5}>
      <CourseChips course={course} enrollment={enrollment} />
      {enrollment !== null && <OwnCourse enrollment={enrollment} />}
      <Text sx={{ whiteSpace: 'pre-line' }}>{course.description}</Text>
      {enrollment === null && <DateBeforeBuying courseId={course.id} later="Nach dem Kauf wählen" />}
      <Facts course={course} />
      <TextLink component={Link} to={paths.coursePage(course.id)}>
        Alle Angaben und Termine
      </TextLink>
    </Stack>
  );
}

function Facts({ course }: { course: Course }) {
  const facts = [
    ['Umfang', formatUnits(course.duration_hours)],
    ['Theorie', formatUnits(course.theory_units)],
    ['Praxis', formatUnits(course.practical_units)],
    ['E-Learning', formatUnits(course.elearning_units)],
  ] as const;
  return (
    <Surface kind="sunken" padding="small">
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(6.5rem, 1fr))', gap: 1.5, margin: 0 }}
      >
        {facts.map(([term, value]) => (
          <div key={term}>
            <Text as="dt" variant="caption" tone="muted">
              {term}
            </Text>
            <Text as="dd" strong numeric>
              {value}
            </Text>
          </div>
        ))}
      </Box>
    </Surface>
  );
}
