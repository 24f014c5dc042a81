import { useQuery } from '@tanstack/react-query';
import { PageSkeleton, QueryPart, useDataClient } from '@nemus/area';
import { DataError, seminarQuery, type SeminarDetails } from '@nemus/data';
import {
  Alert,
  Breadcrumbs,
  ButtonLink,
  EmptyState,
  formatCount,
  formatDateTime,
  Row,
  StatusChip,
  Stack,
  Text,
} from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { cataloguePaths } from './paths';
import { STATE_LABELS } from './seminar-labels';
import { SeminarActions } from './SeminarActions';
import { SeminarEditor } from './SeminarEditor';
import { SeminarLearning } from './SeminarLearning';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** One seminar: its state, its form, and its actions. */
export default function SeminarPage() {
  const { courseId = '' } = useParams();
  const client = useDataClient();
  const query = useQuery({ ...seminarQuery(client, courseId), enabled: UUID.test(courseId) });
  const isUnknown =
    !UUID.test(courseId) || (query.error instanceof DataError && query.error.code === 'course_not_found');
  if (isUnknown) return <UnknownSeminar />;
  return (
    <AcademyPage
      width="narrow"
      title={query.data?.course.title ?? 'Seminar'}
      above={
        <Breadcrumbs
          component={Link}
          items={[{ label: 'Katalog', to: cataloguePaths.list }, { label: query.data?.course.title ?? 'Seminar' }]}
        />
      }
    >
      <QueryPart query={query} title="Seminar" loading={<PageSkeleton />}>
        {(details) => (
          <Stack gap={3}>
            <OpenSeminar key={courseId} details={details} />
            {details.course.state !== 'retired' && <SeminarLearning seminarId={courseId} />}
          </Stack>
        )}
      </QueryPart>
    </AcademyPage>
  );
}

function OpenSeminar({ details }: { details: SeminarDetails }) {
  const navigate = useNavigate();
  const { course } = details;
  return (
    <SeminarEditor
      id={course.id}
      draftId={course.id}
      seminar={course}
      isSold={details.is_sold}
      around={details}
      onSaved={() => undefined}
      above={(editor) => (
        <Stack gap={1.5}>
          <Row gap={1}>
            <StatusChip tone={STATE_LABELS[course.state].tone}>{STATE_LABELS[course.state].text}</StatusChip>
            <Text as="span" variant="small" tone="muted">
              Gespeichert am {formatDateTime(course.updated_at)}
              {details.enrolled === 0 ? '' : ` · ${formatCount(details.enrolled, 'Teilnahme', 'Teilnahmen')}`}
            </Text>
          </Row>
          {details.is_withheld && (
            <Alert tone="warning" title="Noch nicht zu sehen">
              Der E-Learning-Kurs, mit dem das Seminar verkauft wird, hat noch keinen Inhalt. So lange zeigt der Katalog
              das Seminar nicht.
            </Alert>
          )}
          <SeminarActions
            details={details}
            editor={editor}
            onDeleted={() => void navigate(cataloguePaths.list, { replace: true })}
          />
        </Stack>
      )}
    />
  );
}

function UnknownSeminar() {
  return (
    <AcademyPage width="narrow" title="Seminar nicht gefunden">
      <EmptyState
        title="Dieses Seminar gibt es nicht"
        action={
          <ButtonLink component={Link} to={cataloguePaths.list}>
            Zum Katalog
          </ButtonLink>
        }
      >
        Vielleicht wurde der Entwurf gelöscht, oder die Adresse ist nicht vollständig.
      </EmptyState>
    </AcademyPage>
  );
}
