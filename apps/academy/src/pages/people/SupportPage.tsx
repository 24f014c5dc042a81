import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, reasonOf, useDataClient } from '@nemus/area';
import { answerSupport, staffSupportQuery, type StaffSupportRequest } from '@nemus/data';
import {
  Button,
  EmptyState,
  FilterChip,
  formatDateTime,
  Link as TextLink,
  Row,
  Stack,
  StatusChip,
  Text,
} from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { Link } from 'react-router-dom';
import { useAddressValues } from '../../address/useAddressValues';
import { NoteDialog } from '../../dialogs/NoteDialog';
import { useStaffMutation } from '../../dialogs/useStaffMutation';
import { AcademyPage } from '../../frame/AcademyPage';
import { paths } from '../../paths';

/** Requests of institutions to the support: those with priority first. */
export default function SupportPage() {
  const client = useDataClient();
  const { params, change } = useAddressValues();
  const answered = params.get('stand') === 'beantwortet';
  const query = useQuery(staffSupportQuery(client, answered));
  const [opened, setOpened] = useState<StaffSupportRequest | null>(null);
  const reply = useStaffMutation({
    act: ({ id, answer }: { readonly id: string; readonly answer: string }) => answerSupport(client, id, answer),
    done: () => ({ title: 'Anfrage beantwortet' }),
    failed: 'Nicht beantwortet',
    onDone: () => setOpened(null),
  });
  const table = (rows: readonly StaffSupportRequest[], loading: boolean) => (
    <DataTable
      caption="Anfragen an den Support"
      columns={columns(setOpened)}
      rows={rows}
      rowKey={({ id }) => id}
      loading={loading}
      empty={
        <EmptyState title={answered ? 'Noch keine Antwort' : 'Keine offene Anfrage'}>
          Weiterbildungsstätten mit Abonnement fragen unter „Abonnement“.
        </EmptyState>
      }
    />
  );
  return (
    <AcademyPage
      width="wide"
      title="Anfragen an den Support"
      intro="Anfragen von Weiterbildungsstätten, deren Jahresabonnement läuft, stehen zuerst; danach die ältesten."
      above={
        <TextLink component={Link} to={paths.people}>
          Alle Konten
        </TextLink>
      }
    >
      <Stack gap={2}>
        <Row>
          <FilterChip selected={answered} onToggle={(selected) => change({ stand: selected ? 'beantwortet' : '' })}>
            Beantwortete
          </FilterChip>
        </Row>
        <QueryPart query={query} title="Die Anfragen" loading={table([], true)}>
          {(rows) => table(rows, false)}
        </QueryPart>
      </Stack>
      {opened !== null && (
        <NoteDialog
          title={`Antworten: ${opened.subject}`}
          label="Antwort"
          confirmLabel="Antworten"
          most={4_000}
          busy={reply.isPending}
          error={reply.error ? reasonOf(reply.error) : undefined}
          onConfirm={(answer) => reply.mutate({ id: opened.id, answer })}
          onCancel={() => setOpened(null)}
        >
          {opened.institution_name} liest die Antwort unter „Abonnement“ und wird benachrichtigt. Sie lässt sich nicht
          mehr ändern.
        </NoteDialog>
      )}
    </AcademyPage>
  );
}

const columns = (onAnswer: (request: StaffSupportRequest) => void): readonly Column<StaffSupportRequest>[] => [
  {
    key: 'institution',
    header: 'Weiterbildungsstätte',
    cell: ({ institution_id: id, institution_name: name, is_priority: first, created_at: asked }) => (
      <Stack gap={0.5} align="start">
        <TextLink component={Link} to={paths.person(id)}>
          {name}
        </TextLink>
        {first && <StatusChip tone="warning">Vorrang</StatusChip>}
        <Text variant="caption" tone="muted" numeric>
          {formatDateTime(asked)} Uhr
        </Text>
      </Stack>
    ),
  },
  {
    key: 'message',
    header: 'Anfrage',
    cell: ({ subject, message, answer }) => (
      <Stack gap={0.5}>
        <Text strong>{subject}</Text>
        <Text sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message}</Text>
        {answer !== null && (
          <Text tone="muted" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            Antwort: {answer}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'act',
    header: 'Aktion',
    cell: (request) =>
      request.answer === null ? (
        <Button size="small" aria-label={`Antworten: ${request.subject}`} onClick={() => onAnswer(request)}>
          Antworten
        </Button>
      ) : null,
  },
];
