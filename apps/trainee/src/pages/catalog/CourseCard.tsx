import { CourseDateLine } from '@nemus/area/catalogue';
import { COMPETENCY_LABELS, type CatalogueCard, type Course, type Enrollment } from '@nemus/data';
import { ButtonLink, Card, Chip, formatPercent, formatUnits, Link as TextLink, Row, StatusChip, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { NextStepLine } from '../../courses/NextStepLine';
import { useDialogAddress } from '@nemus/area';
import { DIALOGS, paths } from '../../paths';
import { PurchaseButtons } from '../../courses/PurchaseButtons';

/** Three lines of the description; the details show all of it. */
const threeLines = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: '3',
  overflow: 'hidden',
  minHeight: '3.9375rem',
} as const;

/** One course in the catalogue, with its next date. */
export function CourseCard({ course }: { course: CatalogueCard }) {
  const { enrollment } = course;
  return (
    <Card
      level={2}
      title={
        <TextLink component={Link} to={paths.coursePage(course.id)}>
          {course.title}
        </TextLink>
      }
      sx={{ height: '100%' }}
      footer={
        <Row align="start">
          {enrollment === null && (
            <PurchaseButtons course={course} isBuyable={course.is_buyable} isAsked={course.is_asked} />
          )}
          <DetailsLink course={course} />
        </Row>
      }
    >
      <CourseChips course={course} enrollment={enrollment} />
      <Text variant="small" tone="muted" sx={threeLines}>
        {course.description}
      </Text>
      <Text variant="small" tone="muted">
        {formatUnits(course.duration_hours)}
      </Text>
      {enrollment === null && <CourseDateLine next={course.next_date} more={course.more_dates} />}
      {enrollment !== null && <NextStepLine enrollment={enrollment} title={course.title} />}
    </Card>
  );
}

/** Opens the details above the list. Apart from its card: only this follows the address, as a click changes it. */
function DetailsLink({ course: { id, title, enrollment } }: { course: CatalogueCard }) {
  const { linkTo } = useDialogAddress(DIALOGS.course);
  return (
    <ButtonLink
      component={Link}
      {...linkTo(id)}
      variant={enrollment === null ? 'quiet' : 'secondary'}
      aria-label={`Details: ${title}`}
    >
      Details
    </ButtonLink>
  );
}

/** Topic and state of a course, in chips. */
export function CourseChips({
  course,
  enrollment,
  as = 'div',
}: {
  course: Pick<Course, 'competency' | 'difficulty' | 'is_premium'>;
  enrollment: Enrollment | null;
  as?: 'div' | 'span';
}) {
  return (
    <Row gap={0.75} as={as}>
      {enrollment !== null && (
        <StatusChip tone="success">{enrollment.status === 'completed' ? 'Abgeschlossen' : 'Eingeschrieben'}</StatusChip>
      )}
      {enrollment?.status === 'in_progress' && <Chip>{formatPercent(enrollment.progress_percentage)} bearbeitet</Chip>}
      <Chip tone="primary">{COMPETENCY_LABELS[course.competency]}</Chip>
      <Chip>{course.difficulty}</Chip>
      {course.is_premium && (
        <Chip tone="accent" icon="star">
          Premium
        </Chip>
      )}
    </Row>
  );
}
