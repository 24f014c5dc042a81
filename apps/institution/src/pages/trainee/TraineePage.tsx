import { useState } from 'react';
import { useRoles } from '@nemus/area/roles';
import { COMPETENCY_LABELS, type Trainee } from '@nemus/data';
import {
  Breadcrumbs,
  Button,
  ButtonLink,
  Card,
  Chip,
  ConfirmDialog,
  DefinitionList,
  formatDate,
  formatNumber,
  Grid,
  Link as TextLink,
  MISSING,
  NBSP,
  Page,
  ProgressBar,
  Row,
  SampleChip,
  ScreenOnly,
  Stack,
  StatusChip,
  Text,
} from '@nemus/ui';
import { Link, useLocation } from 'react-router-dom';
import { useListSearch } from '../../address/list-state';
import { paths } from '../../paths';
import { accessLabel, fullName, STATUS_LABELS } from '../../trainees/trainee-labels';
import { useTraineeChanges } from '../../trainees/useTraineeChanges';
import { AccessCard } from './AccessCard';
import { BudgetCard } from './BudgetCard';
import { SharedProgress } from './SharedProgress';
import { TraineeBookings } from './TraineeBookings';
import { TraineePart } from './TraineePart';

/** Everything that the institution knows about one trainee. */
export default function TraineePage() {
  return <TraineePart>{(trainee) => <TraineeDetails trainee={trainee} />}</TraineePart>;
}

function TraineeDetails({ trainee }: { trainee: Trainee }) {
  const listSearch = useListSearch();
  const { state } = useLocation();
  const { may } = useRoles();
  const changes = may('booking');
  return (
    <Page
      title={fullName(trainee)}
      above={
        <ScreenOnly>
          <Breadcrumbs
            component={Link}
            items={[{ label: 'PiW Verwaltung', to: paths.trainees + listSearch }, { label: fullName(trainee) }]}
          />
        </ScreenOnly>
      }
      intro={
        <Row as="span" gap={0.75}>
          <StatusChip tone={STATUS_LABELS[trainee.status].tone}>{STATUS_LABELS[trainee.status].text}</StatusChip>
          <StatusChip tone={accessLabel(trainee).tone}>{accessLabel(trainee).text}</StatusChip>
          {trainee.is_sample && <SampleChip />}
        </Row>
      }
      actions={
        <ScreenOnly>
          <Row>
            {trainee.user_id !== null && may('confirming', 'reading') && (
              <ButtonLink component={Link} to={`/logbook/trainees/${trainee.id}`} icon="history">
                Logbuch
              </ButtonLink>
            )}
            <Button icon="print" onClick={() => window.print()}>
              Drucken
            </Button>
            {changes && (
              <ButtonLink
                component={Link}
                to={paths.editTrainee(trainee.id)}
                state={state}
                variant="primary"
                icon="edit"
              >
                Bearbeiten
              </ButtonLink>
            )}
          </Row>
        </ScreenOnly>
      }
    >
      <Grid min="22rem" gap={2}>
        <RecordCard trainee={trainee} />
        <ProgressCard trainee={trainee} />
      </Grid>
      {trainee.user_id !== null && <SharedProgress userId={trainee.user_id} />}
      {may('booking', 'reading') && <TraineeBookings traineeId={trainee.id} />}
      <ScreenOnly>
        <Grid min="22rem" gap={2}>
          {may('booking', 'reading') && <BudgetCard trainee={trainee} />}
          {changes && (
            <>
              <AccessCard trainee={trainee} />
              <StatusCard trainee={trainee} />
            </>
          )}
        </Grid>
      </ScreenOnly>
    </Page>
  );
}

function RecordCard({ trainee }: { trainee: Trainee }) {
  return (
    <Card title="Angaben" level={2} as="section">
      <DefinitionList
        dense
        items={[
          {
            term: trainee.user_id === null ? 'E-Mail' : 'E-Mail des Kontos',
            value: <TextLink href={`mailto:${trainee.email}`}>{trainee.email}</TextLink>,
          },
          {
            term: 'Telefon',
            value:
              trainee.phone === '' ? (
                MISSING
              ) : (
                <TextLink href={`tel:${trainee.phone.replaceAll(/[^+\d]/g, '')}`}>{trainee.phone}</TextLink>
              ),
          },
          { term: 'Registriert am', value: formatDate(trainee.registered_on) },
          { term: 'Status', value: STATUS_LABELS[trainee.status].text },
          { term: 'Portalzugang', value: accessLabel(trainee).text },
        ]}
      />
    </Card>
  );
}

/** Hours of a linked trainee come from the account; those of others from the institution. */
function ProgressCard({ trainee }: { trainee: Trainee }) {
  const { completed_hours: done, total_hours: total, competencies, user_id } = trainee;
  const linked = user_id !== null;
  return (
    <Card title="Weiterbildungsstand" level={2} as="section">
      <ProgressBar
        label="Absolvierte Stunden"
        value={done}
        max={total}
        valueText={`${formatNumber(done)} von ${formatNumber(total)}${NBSP}${linked ? 'UE' : 'Std.'}`}
      />
      <Text variant="small" tone="muted">
        {linked
          ? 'Alle Kategorien zusammen, auch Selbsterfahrung, wie die Gesamtstunden im Konto der Person.'
          : 'Von Ihrer Weiterbildungsstätte eingetragen.'}
      </Text>
      <Stack gap={1}>
        <Text variant="small">Kompetenzen</Text>
        {competencies.length === 0 ? (
          <Text variant="small" tone="muted">
            {linked ? 'Noch in keiner Kompetenz begonnen.' : 'Noch keine Kompetenz eingetragen.'}
          </Text>
        ) : (
          <Row gap={0.75}>
            {competencies.map((key) => (
              <Chip key={key} tone="primary">
                {COMPETENCY_LABELS[key]}
              </Chip>
            ))}
          </Row>
        )}
      </Stack>
    </Card>
  );
}

function StatusCard({ trainee }: { trainee: Trainee }) {
  const { toggle } = useTraineeChanges(trainee);
  const [asking, setAsking] = useState(false);
  const active = trainee.status === 'active';
  return (
    <Card
      title={active ? 'PiW deaktivieren' : 'PiW aktivieren'}
      level={2}
      as="section"
      footer={
        active ? (
          <Button onClick={() => setAsking(true)}>Deaktivieren …</Button>
        ) : (
          <Button loading={toggle.isPending} onClick={() => toggle.mutate()}>
            Wieder aktivieren
          </Button>
        )
      }
    >
      <Text variant="small" tone="muted">
        {active
          ? 'Inaktive PiW bleiben mit allen Angaben in der Liste, stehen aber bei neuen Kursbuchungen nicht zur Wahl.'
          : 'Aktive PiW stehen bei neuen Kursbuchungen wieder zur Wahl.'}
      </Text>
      <ConfirmDialog
        open={asking}
        title={`${fullName(trainee)} deaktivieren?`}
        confirmLabel="PiW deaktivieren"
        busy={toggle.isPending}
        onConfirm={() => toggle.mutate(undefined, { onSettled: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      >
        Bestehende Buchungen bleiben unberührt. Sie können die Person jederzeit wieder aktivieren.
      </ConfirmDialog>
    </Card>
  );
}
