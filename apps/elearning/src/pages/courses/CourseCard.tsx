import { Slot } from '@nemus/contract/react';
import { COMPETENCY_LABELS } from '@nemus/data';
import { ButtonLink, Card, Chip, formatUnits, ProgressBar, Row, Stack, StatusChip, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { PATHS } from '../../paths';
import { ACTION_LABELS, actionOf, furtherModules, LISTED_MODULES, type CourseState } from './course-state';

/** One course of the list: what it is, its first modules, how far the account is, and the one next action. */
export function CourseCard({ state }: { state: CourseState }) {
  const { course, percent, status } = state;
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
      <Row gap={0.75}>
        <Chip icon="clock">{formatUnits(course.units)}</Chip>
        <Chip>{course.difficulty}</Chip>
      </Row>
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
      <ProgressBar label="Fortschritt" value={percent} />
    </Card>
  );
}

function CourseActions({ state }: { state: CourseState }) {
  const { course, isOpen } = state;
  const action = actionOf(state);
  if (action === 'buy' && course.seminar) {
    const { id, title, price_euros, credit_cost } = course.seminar;
    return (
      <Slot
        name="course-purchase"
        props={{ courseId: id, courseTitle: title, priceEuros: price_euros, creditCost: credit_cost, enrolled: isOpen }}
        fallback={
          <Text variant="small" tone="muted">
            Der Kauf ist gerade nicht möglich. Bitte versuchen Sie es später noch einmal.
          </Text>
        }
      />
    );
  }
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
