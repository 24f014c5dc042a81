import { COMPETENCY_LABELS } from '@nemus/data';
import {
  ButtonLink,
  Card,
  Chip,
  formatCount,
  formatNumber,
  formatUnits,
  ProgressBar,
  Row,
  SampleChip,
  Stack,
  StatusChip,
  Text,
  VisuallyHidden,
} from '@nemus/ui';
import { Link } from 'react-router-dom';
import { PATHS } from '../../paths';
import { CoursePurchase } from '../course/CoursePurchase';
import { ACTION_LABELS, actionOf, furtherModules, LISTED_MODULES, type CourseState } from './course-state';

/** One course of the list: its facts, its first modules, the progress, and the next action. */
export function CourseCard({ state }: { state: CourseState }) {
  const { course, percent, status, isSample } = state;
  const further = furtherModules(course);
  return (
    <Card
      as="li"
      level={2}
      title={course.title}
      subtitle={COMPETENCY_LABELS[course.competency]}
      aside={
        course.is_premium ? (
          <StatusChip tone="accent">Premium</StatusChip>
        ) : status === 'completed' ? (
          <StatusChip tone="success">Abgeschlossen</StatusChip>
        ) : undefined
      }
      footer={<CourseActions state={state} />}
    >
      <Text variant="small" tone="muted">
        {course.description}
      </Text>
      <CourseFacts course={course} />
      <Stack as="ul" gap={0.25} aria-label="Module" sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {course.modules.slice(0, LISTED_MODULES).map((module) => (
          <Text as="li" variant="small" key={module.id}>
            {module.title}
          </Text>
        ))}
        {further === null ? null : (
          <Text as="li" variant="small" tone="muted">
            {further}
          </Text>
        )}
      </Stack>
      {isSample && (
        <Row>
          <SampleChip />
        </Row>
      )}
      <ProgressBar label="Fortschritt" value={percent} />
    </Card>
  );
}

/** Size, difficulty, duration and rating; unknown facts are left out. */
function CourseFacts({
  course: { units, difficulty, estimated_time, rating, students },
}: {
  course: CourseState['course'];
}) {
  return (
    <Row gap={0.75}>
      <Chip icon="elearning">{formatUnits(units)}</Chip>
      <Chip>{difficulty}</Chip>
      {estimated_time === '' ? null : (
        <Chip icon="clock">
          <VisuallyHidden>Dauer: </VisuallyHidden>
          {estimated_time}
        </Chip>
      )}
      {rating === null ? null : (
        <Chip icon="star">
          <VisuallyHidden>Bewertung: </VisuallyHidden>
          {formatNumber(rating, 1)} von 5
        </Chip>
      )}
      {students === 0 ? null : (
        <Chip icon="trainees">{formatCount(students, 'teilnehmende Person', 'Teilnehmende')}</Chip>
      )}
    </Row>
  );
}

function CourseActions({ state }: { state: CourseState }) {
  const { course } = state;
  const action = actionOf(state);
  if (action === 'buy' && course.seminar) return <CoursePurchase seminar={course.seminar} />;
  const label = action === 'buy' ? ACTION_LABELS.start : ACTION_LABELS[action];
  return (
    <ButtonLink
      component={Link}
      to={PATHS.course(course.id)}
      variant={action === 'repeat' ? 'secondary' : 'primary'}
      iconEnd="arrow-right"
      aria-label={`${label}: ${course.title}`}
    >
      {label}
    </ButtonLink>
  );
}
