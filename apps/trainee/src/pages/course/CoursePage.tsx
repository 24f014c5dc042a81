import { useQuery } from '@tanstack/react-query';
import { pageReads, QueryPart, useDataClient } from '@nemus/area';
import { Agenda, AskForDates, DateBeforeBuying, useDatesToFollow, WithSavedDate } from '@nemus/area/catalogue';
import { courseQuery, enrollmentsQuery, type Course, type Enrollment, type WholeCourse } from '@nemus/data';
import { ButtonLink, Card, EmptyState, Page, SkeletonCards, Stack, Text } from '@nemus/ui';
import { Link, useParams } from 'react-router-dom';
import { CourseCredit } from '../../courses/CourseCredit';
import { OwnCourse } from '../../courses/OwnCourse';
import { PurchaseButtons } from '../../courses/PurchaseButtons';
import { DateChoice } from '../../dates/DateChoice';
import { paths } from '../../paths';
import { CourseChips } from '../catalog/CourseCard';
import { AfterBuying } from './AfterBuying';
import { CourseDates } from './CourseDates';
import { CourseFacts } from './CourseFacts';
import { CourseOnline } from './CourseOnline';

export const { reads, usePageReads } = pageReads(({ client, userId }) => ({
  enrollments: enrollmentsQuery(client, userId),
}));

/** Everything about one course and its dates, before it is bought and after. */
export default function CoursePage() {
  const { courseId = '' } = useParams();
  const { enrollments } = usePageReads();
  const course = useQuery(courseQuery(useDataClient(), courseId));
  if (course.data === undefined || enrollments.data === undefined) {
    const loading = <SkeletonCards count={3} min="100%" lines={4} />;
    return (
      <Page title="Kurs" above={<ToCatalog />}>
        <QueryPart query={course} title="Dieser Kurs" loading={loading}>
          {() => (
            <QueryPart query={enrollments} title="Ihre gekauften Kurse" loading={loading}>
              {() => null}
            </QueryPart>
          )}
        </QueryPart>
      </Page>
    );
  }
  if (course.data === null) return <CourseNotFound />;
  const enrollment = enrollments.data.find(({ course_id }) => course_id === courseId) ?? null;
  return (
    <>
      <CourseDetails course={course.data} enrollment={enrollment} />
      <DateChoice enrollments={enrollments.data} />
    </>
  );
}

function CourseDetails({ course, enrollment }: { course: WholeCourse; enrollment: Enrollment | null }) {
  return (
    <Page
      title={course.title}
      intro={<CourseChips course={course} enrollment={enrollment} as="span" />}
      above={<ToCatalog />}
    >
      {enrollment === null ? (
        course.is_active && (
          <Card as="div" level={2} title="Kurs kaufen">
            <Stack gap={2}>
              <CourseCredit courseId={course.id} />
              <DateBeforeBuying courseId={course.id} later="Nach dem Kauf wählen" />
              <Purchase course={course} />
            </Stack>
          </Card>
        )
      ) : (
        <Card as="div" level={2} title="Ihr Kurs">
          <OwnCourse enrollment={enrollment} />
          {!course.is_active && (
            <Text tone="muted">Dieser Kurs wird im Katalog nicht mehr angeboten. Ihr Zugang bleibt.</Text>
          )}
        </Card>
      )}
      <Card as="div" level={2} title="Darum geht es">
        <Stack gap={2.5}>
          {course.description !== '' && <Text sx={{ whiteSpace: 'pre-line' }}>{course.description}</Text>}
          <CourseFacts course={course} />
        </Stack>
      </Card>
      {course.agenda !== '' && (
        <Card as="div" level={2} title="Ablauf">
          <Agenda text={course.agenda} />
        </Card>
      )}
      <CourseOnline course={course} />
      {course.has_dates && <CourseDates course={course} />}
      {enrollment === null && <AfterBuying course={course} />}
    </Page>
  );
}

/** The purchase, and interest in dates that the account asked for before the course could be bought. */
function Purchase({ course }: { course: Course }) {
  const interest = useDatesToFollow(course.id);
  return (
    <>
      <WithSavedDate courseId={course.id}>
        <PurchaseButtons course={course} {...interest} />
      </WithSavedDate>
      {interest.isBuyable && (
        <AskForDates courseId={course.id} courseTitle={course.title} isAsked={interest.isAsked} canAsk={false} />
      )}
    </>
  );
}

function ToCatalog() {
  return (
    <Text as="span">
      <ButtonLink component={Link} to={paths.catalog} variant="quiet" size="small" icon="arrow-left">
        Zum Seminarkatalog
      </ButtonLink>
    </Text>
  );
}

function CourseNotFound() {
  return (
    <Page title="Kurs nicht gefunden" above={<ToCatalog />}>
      <EmptyState
        icon="catalog"
        title="Diesen Kurs gibt es nicht"
        action={
          <ButtonLink component={Link} to={paths.catalog} variant="primary" icon="catalog">
            Seminarkatalog öffnen
          </ButtonLink>
        }
      >
        Er ist nicht oder nicht mehr im Katalog, oder die Adresse ist nicht vollständig.
      </EmptyState>
    </Page>
  );
}
