import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PageSkeleton, QueryPart, reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import {
  categoryLabel,
  chooseRequirements,
  CREDIT_SOURCE_LABELS,
  formatMinutes,
  HOUR_CATEGORY_LABELS,
  requirementPlanQuery,
  TRAINING_AREA_LABELS,
  type RequirementPlan,
  type RequirementSet,
} from '@nemus/data';
import { Alert, Box, Button, ButtonLink, Card, formatCount, formatUnits, Row, Stack, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { usePublishLogbookChange } from '../../frame/usePublishLogbookChange';
import { requirementPaths } from './paths';
import { categoryChanges, creditChanges, entriesWithoutCredit } from './requirement-changes';
import { RequirementFacts, setScope, setVersion } from '@nemus/area/requirements';

/** What choosing a set, or switching to it, changes; and the button that does it. */
export function SetPreview({ next, onChosen }: { next: string; onChosen: () => void }) {
  const { userId } = useSession();
  const plan = useQuery(requirementPlanQuery(useDataClient(), userId, next));
  return (
    <Stack gap={3}>
      <QueryPart query={plan} title="Anforderungen" loading={<PageSkeleton />}>
        {(read) =>
          read.next === null ? (
            <Alert title="Diese Anforderungen haben Sie schon">Es gibt nichts zu ändern.</Alert>
          ) : (
            <Preview plan={read} next={read.next} onChosen={onChosen} />
          )
        }
      </QueryPart>
      <Row gap={1}>
        <ButtonLink component={Link} to={requirementPaths.page} icon="arrow-left">
          Zurück zur Auswahl
        </ButtonLink>
      </Row>
    </Stack>
  );
}

function Preview({ plan, next, onChosen }: { plan: RequirementPlan; next: RequirementSet; onChosen: () => void }) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const publishChange = usePublishLogbookChange();
  const { present } = plan;
  const choose = useAction({
    mutationFn: () => chooseRequirements(client, next.id, present?.id ?? null),
    onSuccess: () => {
      notify({ kind: 'success', title: 'Anforderungen gewählt', description: `${next.name}, Version ${next.version}` });
      publishChange();
      onChosen();
    },
    onError: (error) => {
      notify({ kind: 'error', title: 'Nicht gewählt', description: reasonOf(error) });
      void queries.invalidateQueries({ queryKey: ['logbook', 'requirements'] });
    },
  });
  return (
    <>
      <Card
        level={2}
        title={present === null ? 'Was Sie wählen' : 'Was sich ändert'}
        subtitle={`${next.name} · ${setScope(next)} · ${setVersion(next)}`}
      >
        <Stack gap={2.5}>
          <Hours present={present} next={next} />
          <Targets plan={plan} />
          <CreditWords present={present} next={next} />
          <Lost plan={plan} next={next} />
          <Text>
            Ihre Einträge, Bestätigungen und Zertifikate bleiben, wie sie sind. Sie können später wieder wechseln.
          </Text>
          <Row gap={1}>
            <Button variant="primary" loading={choose.isPending} onClick={() => choose.mutate()}>
              {present === null ? 'Diese Anforderungen wählen' : 'Zu diesen Anforderungen wechseln'}
            </Button>
          </Row>
        </Stack>
      </Card>
      <RequirementFacts set={next} title="Der ganze Satz" />
    </>
  );
}

/** Sentences as a list of lines. */
function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <Stack gap={0.5}>
      <Text as="h3" variant="label">
        {title}
      </Text>
      <Box component="ul" sx={{ margin: 0, paddingInlineStart: '1.25rem' }}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Box>
    </Stack>
  );
}

function Hours({ present, next }: { present: RequirementSet | null; next: RequirementSet }) {
  const lines = categoryChanges(present, next).map(({ label, before, after, isChanged }) =>
    present === null
      ? `${label}: ${after}`
      : isChanged
        ? `${label}: ${after} statt ${before}`
        : `${label}: weiter ${after}`,
  );
  return <Lines title="Stunden" lines={lines} />;
}

function Targets({ plan }: { plan: RequirementPlan }) {
  const lines = plan.targets
    .filter(({ units, next_units }) => units !== next_units)
    .map(
      ({ area, units, next_units }) =>
        `${TRAINING_AREA_LABELS[area]}: ${formatUnits(next_units)} statt ${formatUnits(units)}`,
    );
  return <Lines title="Ihre Weiterbildungsziele auf dem Dashboard" lines={lines} />;
}

function CreditWords({ present, next }: { present: RequirementSet | null; next: RequirementSet }) {
  const lines = creditChanges(present, next).map(({ source, before, after }) => {
    const earlier = before === null ? 'nichts' : categoryLabel(present, before);
    const later = after === null ? 'nichts' : categoryLabel(next, after);
    return `${CREDIT_SOURCE_LABELS[source]}: für ${later} statt für ${earlier}`;
  });
  return <Lines title="Was anders zählt" lines={lines} />;
}

function Lost({ plan, next }: { plan: RequirementPlan; next: RequirementSet }) {
  const lost = entriesWithoutCredit(next, plan.entries);
  if (lost.length === 0) return null;
  return (
    <Alert tone="warning" title="Das zählt dann für nichts">
      <Box component="ul" sx={{ margin: 0, paddingInlineStart: '1.25rem' }}>
        {lost.map(({ category, entries, minutes }) => (
          <li key={category}>
            {HOUR_CATEGORY_LABELS[category]}: {formatCount(entries, 'Eintrag', 'Einträge')} mit {formatMinutes(minutes)}
          </li>
        ))}
      </Box>
      Die Einträge bleiben im Logbuch und zählen wieder, wenn Sie zu einem Satz mit dieser Kategorie wechseln.
    </Alert>
  );
}
