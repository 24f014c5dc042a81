import { useQuery } from '@tanstack/react-query';
import { PageSkeleton, QueryPart, useDataClient } from '@nemus/area';
import { RequirementFacts } from '@nemus/area/requirements';
import { DataError, staffRequirementSetQuery, type StaffRequirementSet } from '@nemus/data';
import {
  Alert,
  Breadcrumbs,
  ButtonLink,
  EmptyState,
  formatCount,
  formatDateTime,
  Row,
  Stack,
  StatusChip,
  Text,
} from '@nemus/ui';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { AcademyPage } from '../../frame/AcademyPage';
import { requirementPaths } from './paths';
import { STATE_LABELS } from './requirement-labels';
import { RequirementActions } from './RequirementActions';
import { RequirementEditor } from './RequirementEditor';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** One requirement set: a draft to write, or a published one to look up. */
export default function RequirementSetPage() {
  const { setId = '' } = useParams();
  const query = useQuery({ ...staffRequirementSetQuery(useDataClient(), setId), enabled: UUID.test(setId) });
  const isUnknown = !UUID.test(setId) || (query.error instanceof DataError && query.error.code === 'set_not_found');
  if (isUnknown) return <UnknownSet />;
  const title = query.data?.set.name ?? 'Anforderungen';
  return (
    <AcademyPage
      width="narrow"
      title={title}
      above={
        <Breadcrumbs
          component={Link}
          items={[{ label: 'Anforderungen', to: requirementPaths.list }, { label: title }]}
        />
      }
    >
      <QueryPart query={query} title="Anforderungen" loading={<PageSkeleton />}>
        {(details) => <OpenSet key={`${setId} ${String(details.set.state === 'draft')}`} details={details} />}
      </QueryPart>
    </AcademyPage>
  );
}

function OpenSet({ details }: { details: StaffRequirementSet }) {
  const navigate = useNavigate();
  const { set } = details;
  const deleted = () => void navigate(requirementPaths.list, { replace: true });
  if (set.state !== 'draft') {
    return (
      <Stack gap={2.5}>
        <State details={details} />
        <RequirementActions
          details={details}
          version={set.updated_at}
          isDirty={false}
          onChanged={() => undefined}
          onDeleted={deleted}
        />
        <Alert>Veröffentlichte Zahlen bleiben, wie sie sind. Für andere legen Sie eine neue Version an.</Alert>
        <RequirementFacts set={set} title="Was dieser Satz verlangt" />
      </Stack>
    );
  }
  return (
    <RequirementEditor
      id={set.id}
      draftId={set.id}
      set={set}
      onSaved={() => undefined}
      above={(editor) => (
        <Stack gap={1.5}>
          <State details={details} />
          <RequirementActions
            details={details}
            version={editor.version ?? set.updated_at}
            isDirty={editor.isDirty}
            onChanged={editor.show}
            onDeleted={deleted}
          />
        </Stack>
      )}
    />
  );
}

function State({ details: { set, chosen } }: { details: StaffRequirementSet }) {
  return (
    <Row gap={1}>
      <StatusChip tone={STATE_LABELS[set.state].tone}>{STATE_LABELS[set.state].text}</StatusChip>
      <Text as="span" variant="small" tone="muted">
        Version {set.version} · gespeichert am {formatDateTime(set.updated_at)}
        {chosen === 0 ? '' : ` · gewählt von ${formatCount(chosen, 'Person', 'Personen')}`}
      </Text>
    </Row>
  );
}

function UnknownSet() {
  return (
    <AcademyPage width="narrow" title="Anforderungen nicht gefunden">
      <EmptyState
        title="Diese Anforderungen gibt es nicht"
        action={
          <ButtonLink component={Link} to={requirementPaths.list}>
            Zu den Anforderungen
          </ButtonLink>
        }
      >
        Vielleicht wurde der Entwurf gelöscht, oder die Adresse ist nicht vollständig.
      </EmptyState>
    </AcademyPage>
  );
}
