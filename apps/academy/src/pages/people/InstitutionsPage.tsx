import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { approveInstitution, institutionReviewsQuery, withdrawApproval, type StaffInstitution } from '@nemus/data';
import {
  Button,
  ConfirmDialog,
  EmptyState,
  FilterChip,
  formatDate,
  NoResults,
  Row,
  Link as TextLink,
  MISSING,
  Stack,
  StatusChip,
  Text,
  type Tone,
} from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { DataTable, type Column } from '@nemus/ui/data';
import { Link } from 'react-router-dom';
import { useAddressValues } from '../../address/useAddressValues';
import { useStaffMutation } from '../../dialogs/useStaffMutation';
import { paths } from '../../paths';

const STATES: Readonly<Record<StaffInstitution['state'], { label: string; tone: Tone }>> = {
  waiting: { label: 'Wartet', tone: 'warning' },
  renamed: { label: 'Anderer Name', tone: 'warning' },
  approved: { label: 'Freigegeben', tone: 'success' },
  withdrawn: { label: 'Zurückgezogen', tone: 'neutral' },
};

/** Which institutions may invite people and book for them. */
export default function InstitutionsPage() {
  const client = useDataClient();
  const query = useQuery(institutionReviewsQuery(client));
  const { params, change } = useAddressValues();
  const waiting = params.get('stand') === 'wartet';
  const [asking, setAsking] = useState<StaffInstitution | null>(null);
  const approve = useStaffMutation({
    act: ({ institution_id: id, name }: StaffInstitution) => approveInstitution(client, id, name),
    done: (_answer, { name }) => ({ title: `${name} ist freigegeben` }),
    failed: 'Nicht freigegeben',
  });
  const withdraw = useStaffMutation({
    act: ({ institution_id: id }: StaffInstitution) => withdrawApproval(client, id),
    done: (_answer, { name }) => ({ title: `Freigabe zurückgezogen: ${name}` }),
    failed: 'Freigabe nicht zurückgezogen',
    onDone: () => setAsking(null),
  });
  const columns: readonly Column<StaffInstitution>[] = [
    {
      key: 'name',
      header: 'Weiterbildungsstätte',
      cell: ({ institution_id: id, name, approved_name: approved, email }) => (
        <Stack gap={0}>
          <TextLink component={Link} to={paths.person(id)}>
            {name || MISSING}
          </TextLink>
          {approved !== null && approved !== name ? (
            <Text variant="caption" tone="muted">
              freigegeben als {approved}
            </Text>
          ) : null}
          <Text variant="caption" tone="muted">
            {email}
          </Text>
        </Stack>
      ),
    },
    // As text: do not link what a stranger has written.
    {
      key: 'place',
      header: 'Angaben',
      cell: ({ address, website }) => [address, website].filter(Boolean).join(', ') || MISSING,
    },
    { key: 'registered', header: 'Registriert', cell: ({ registered_at: since }) => formatDate(since) },
    {
      key: 'state',
      header: 'Stand',
      cell: ({ state }) => <StatusChip tone={STATES[state].tone}>{STATES[state].label}</StatusChip>,
    },
    {
      key: 'decide',
      header: 'Entscheidung',
      cell: (institution) =>
        institution.state === 'approved' ? (
          <Button
            size="small"
            aria-label={`Freigabe zurückziehen: ${institution.name}`}
            onClick={() => setAsking(institution)}
          >
            Zurückziehen …
          </Button>
        ) : (
          <Button
            size="small"
            variant="primary"
            aria-label={`Freigeben: ${institution.name}`}
            disabled={institution.name === '' || approve.isPending}
            onClick={() => approve.mutate(institution)}
          >
            Freigeben
          </Button>
        ),
    },
  ];
  const table = (rows: readonly StaffInstitution[], loading: boolean) => (
    <DataTable
      caption="Weiterbildungsstätten"
      columns={columns}
      rows={rows}
      rowKey={({ institution_id: id }) => id}
      loading={loading}
      empty={
        waiting ? (
          <NoResults title="Keine Weiterbildungsstätte wartet" onClear={() => change({ stand: '' })} />
        ) : (
          <EmptyState icon="building" title="Keine Weiterbildungsstätte">
            Wer sich registriert und die E-Mail-Adresse bestätigt, steht hier.
          </EmptyState>
        )
      }
    />
  );
  return (
    <AcademyPage
      width="wide"
      title="Weiterbildungsstätten"
      intro="Erst nach der Freigabe lädt eine Weiterbildungsstätte Personen ein und bucht für sie."
      above={
        <TextLink component={Link} to={paths.people}>
          Alle Konten
        </TextLink>
      }
    >
      <Row role="group" aria-label="Nach Stand filtern">
        <FilterChip selected={waiting} onToggle={(selected) => change({ stand: selected ? 'wartet' : '' })}>
          {STATES.waiting.label}
        </FilterChip>
      </Row>
      <QueryPart query={query} title="Weiterbildungsstätten" loading={table([], true)}>
        {(institutions) =>
          table(waiting ? institutions.filter(({ state }) => state === 'waiting') : institutions, false)
        }
      </QueryPart>
      <ConfirmDialog
        open={asking !== null}
        danger
        title="Freigabe zurückziehen?"
        confirmLabel="Freigabe zurückziehen"
        busy={withdraw.isPending}
        onConfirm={() => asking && withdraw.mutate(asking)}
        onCancel={() => setAsking(null)}
      >
        Die Weiterbildungsstätte kann niemanden mehr einladen und für niemanden buchen. Offene Einladungen gelten nicht
        mehr; bestehende Verbindungen und Buchungen bleiben.
      </ConfirmDialog>
    </AcademyPage>
  );
}
