import { useQuery } from '@tanstack/react-query';
import { PageSkeleton, QueryPart, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import {
  requirementChoicesQuery,
  requirementHeadsQuery,
  requirementPlanQuery,
  type RequirementPlan,
} from '@nemus/data';
import { Alert, Breadcrumbs, ButtonLink, EmptyState, formatDate, Section, SkeletonCard, Stack, Text } from '@nemus/ui';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { LogbookPage } from '../../frame/LogbookPage';
import { NEXT_SET, requirementPaths } from './paths';
import { RequirementFacts } from '@nemus/area/requirements';
import { SetList } from './SetList';
import { SetPreview } from './SetPreview';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The requirements of the account's training: choose, look up, and switch to another version or chamber. */
export default function RequirementsPage() {
  const [params] = useSearchParams();
  const { profile } = useSession();
  const next = params.get(NEXT_SET) ?? '';
  if (profile?.userType === 'institution') return <ForTrainees />;
  return UUID.test(next) ? <PreviewPage next={next} /> : <OverviewPage />;
}

/** An institution has no requirements of its own: those of its trainees are shown with their hours. */
function ForTrainees() {
  return (
    <LogbookPage width="narrow" title="Anforderungen">
      <EmptyState
        title="Diese Seite ist für PiW"
        action={
          <ButtonLink component={Link} to="/logbook">
            Zum Stand der Weiterbildung
          </ButtonLink>
        }
      >
        PiW wählen ihre Anforderungen selbst. Wo sie damit stehen, sehen Sie im Stand der Weiterbildung.
      </EmptyState>
    </LogbookPage>
  );
}

function PreviewPage({ next }: { next: string }) {
  const navigate = useNavigate();
  return (
    <LogbookPage
      width="narrow"
      title="Anforderungen wählen"
      intro="Sehen Sie sich an, was sich ändert. Gewählt wird erst mit der Schaltfläche."
      above={
        <Breadcrumbs
          component={Link}
          items={[{ label: 'Anforderungen', to: requirementPaths.page }, { label: 'Ansehen' }]}
        />
      }
    >
      <SetPreview key={next} next={next} onChosen={() => void navigate(requirementPaths.page, { replace: true })} />
    </LogbookPage>
  );
}

function OverviewPage() {
  const { userId } = useSession();
  const plan = useQuery(requirementPlanQuery(useDataClient(), userId));
  return (
    <LogbookPage
      width="narrow"
      title="Anforderungen"
      intro="Was Ihre Weiterbildung verlangt und was wofür zählt. Danach richten sich Ihre Ziele auf dem Dashboard."
    >
      <QueryPart query={plan} title="Anforderungen" loading={<PageSkeleton />}>
        {(read) => <Overview plan={read} />}
      </QueryPart>
    </LogbookPage>
  );
}

function Overview({ plan: { present } }: { plan: RequirementPlan }) {
  const heads = useQuery(requirementHeadsQuery(useDataClient()));
  return (
    <Stack gap={4}>
      {present === null ? (
        <Alert title="Wählen Sie zuerst Ihre Anforderungen">
          Bis dahin gelten die üblichen Ziele des Portals. Ihr Logbuch können Sie schon führen: Kein Eintrag geht
          verloren, auch wenn Sie später wechseln.
        </Alert>
      ) : (
        <>
          {present.state === 'retired' && (
            <Alert tone="warning" title="Wird nicht mehr angeboten">
              Sie behalten diesen Satz. Andere können ihn nicht mehr wählen, und Sie nach einem Wechsel auch nicht.
            </Alert>
          )}
          <RequirementFacts set={present} title={present.name} />
        </>
      )}
      <Section
        title={present === null ? 'Zur Wahl' : 'Wechseln'}
        description={
          present === null
            ? undefined
            : 'Zu einer anderen Version oder Kammer. Vorher sehen Sie, was sich ändert; Einträge gehen nicht verloren.'
        }
      >
        <QueryPart query={heads} title="Anforderungen zur Wahl" loading={<SkeletonCard lines={6} />}>
          {(rows) => <SetList heads={rows} present={present} />}
        </QueryPart>
      </Section>
      {present !== null && <History />}
    </Stack>
  );
}

function History() {
  const { userId } = useSession();
  const choices = useQuery(requirementChoicesQuery(useDataClient(), userId));
  return (
    <Section title="Verlauf">
      <QueryPart query={choices} title="Verlauf" loading={<SkeletonCard lines={2} />}>
        {(rows) => (
          <Stack as="ol" gap={0.5} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {rows.map(({ id, created_at, ended_at, set }) => (
              <li key={id}>
                <Text as="span" variant="small" sx={{ overflowWrap: 'anywhere' }}>
                  {set.name}, Version {set.version}: seit {formatDate(created_at)}
                  {ended_at === null ? '' : ` bis ${formatDate(ended_at)}`}
                </Text>
              </li>
            ))}
          </Stack>
        )}
      </QueryPart>
    </Section>
  );
}
