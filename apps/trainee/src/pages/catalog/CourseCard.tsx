import { COMPETENCY_LABELS, type Course } from '@nemus/data';
import { ButtonLink, Card, Chip, formatUnits, Row, StatusChip, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { useDialogAddress } from '@nemus/area';
import { DIALOGS } from '../../paths';
import type { CatalogEntry } from './course-filter';
import { PurchaseButtons } from './PurchaseButtons';

/** Three lines of the description; the details show all of it. */
const threeLines = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: '3',
  overflow: 'hidden',
  minHeight: '3.9375rem',
} as const;

/** One course in the catalogue. */
export function CourseCard({ entry: { course, enrolled } }: { entry: CatalogEntry }) {
  const { linkTo } = useDialogAddress(DIALOGS.course);
  return (
    <Card
      level={2}
      title={course.title}
      sx={{ height: '100%' }}
      footer={
        <Row align="start">
          {enrolled ? null : <PurchaseButtons course={course} />}
          <ButtonLink
            component={Link}
            {...linkTo(course.id)}
            variant={enrolled ? 'secondary' : 'quiet'}
            aria-label={`Details: ${course.title}`}
          >
            Details
          </ButtonLink>
        </Row>
      }
    >
      <CourseChips course={course} enrolled={enrolled} />
      <Text variant="small" tone="muted" sx={threeLines}>
        {course.description}
      </Text>
      <Text variant="small" tone="muted">
        {formatUnits(course.duration_hours)}
      </Text>
    </Card>
  );
}

/** What a course is about and how it stands, in chips. */
export function CourseChips({ course, enrolled }: { course: Course; enrolled: boolean }) {
  return (
    <Row gap={0.75}>
      {enrolled && <StatusChip tone="success">Eingeschrieben</StatusChip>}
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
