import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient, reasonOf } from '@nemus/area';
import { decideNameRequest, nameRequestsQuery, type StaffNameRequest } from '@nemus/data';
import {
  Button,
  ConfirmDialog,
  EmptyState,
  formatCount,
  formatDate,
  Link as TextLink,
  Row,
  Stack,
  StatusChip,
  Text,
} from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { Link } from 'react-router-dom';
import { NoteDialog } from '../../dialogs/NoteDialog';
import { useStaffMutation } from '../../dialogs/useStaffMutation';
import { AcademyPage } from '../../frame/AcademyPage';
import { paths } from '../../paths';

interface Asked {
  readonly request: StaffNameRequest;
  readonly accept: boolean;
}
const nameOf = ({ first_name: first, last_name: last }: StaffNameRequest) => `${first} ${last}`;

/** Requests for another name by people whose name is on a proof. */
export default function NamesPage() {
  const client = useDataClient();
  const query = useQuery(nameRequestsQuery(client));
  const [asked, setAsked] = useState<Asked | null>(null);
  const decide = useStaffMutation({
    act: ({ request, accept, answer }: Asked & { readonly answer?: string }) =>
      decideNameRequest(client, { id: request.id, accept, ...(answer === undefined ? {} : { answer }) }),
    done: (_answer, { request, accept }) => ({
      title: accept ? `Geändert: ${nameOf(request)}` : `Abgelehnt: ${nameOf(request)}`,
    }),
    failed: 'Nicht entschieden',
    onDone: () => setAsked(null),
  });
  const table = (rows: readonly StaffNameRequest[], loading: boolean) => (
    <DataTable
      caption="Anträge auf einen anderen Namen"
      columns={columns(setAsked)}
      rows={rows}
      rowKey={({ id }) => id}
      loading={loading}
      empty={
        <EmptyState title="Kein Antrag">
          Wer bestätigte Stunden oder Zertifikate hat, beantragt einen anderen Namen in den Kontoeinstellungen.
        </EmptyState>
      }
    />
  );
  return (
    <AcademyPage
      width="wide"
      title="Namen"
      intro="Frühere Zertifikate und Bestätigungen behalten ihren Namen; die öffentliche Prüfung zeigt, dass er sich geändert hat."
      above={
        <TextLink component={Link} to={paths.people}>
          Alle Konten
        </TextLink>
      }
    >
      <QueryPart query={query} title="Anträge" loading={table([], true)}>
        {(requests) => table(requests, false)}
      </QueryPart>
      <ConfirmDialog
        open={asked?.accept === true}
        title={asked === null ? '' : `${asked.request.old_name} in ${nameOf(asked.request)} ändern?`}
        confirmLabel="Namen ändern"
        busy={decide.isPending}
        onConfirm={() => asked && decide.mutate(asked)}
        onCancel={() => setAsked(null)}
      >
        Neue Dokumente tragen den neuen Namen. Die Person wird benachrichtigt.
      </ConfirmDialog>
      {asked?.accept === false && (
        <NoteDialog
          danger
          title={`Ablehnen: ${nameOf(asked.request)}`}
          label="Antwort an die Person"
          confirmLabel="Ablehnen"
          busy={decide.isPending}
          error={decide.error ? reasonOf(decide.error) : undefined}
          onConfirm={(answer) => decide.mutate({ ...asked, answer })}
          onCancel={() => setAsked(null)}
        >
          Der Name bleibt, wie er ist. Die Person liest Ihre Antwort und kann einen neuen Antrag stellen.
        </NoteDialog>
      )}
    </AcademyPage>
  );
}

const columns = (onAsk: (asked: Asked) => void): readonly Column<StaffNameRequest>[] => [
  {
    key: 'name',
    header: 'Bisher → neu',
    cell: (request) => (
      <Stack gap={0}>
        <TextLink component={Link} to={paths.person(request.user_id)}>
          {request.old_name || request.email}
        </TextLink>
        <Text>→ {nameOf(request)}</Text>
      </Stack>
    ),
  },
  {
    key: 'reason',
    header: 'Grund',
    cell: ({ reason, asked_by: institution }) => (
      <Stack gap={0}>
        <Text>{reason}</Text>
        {institution !== null && (
          <Text variant="caption" tone="muted">
            Beantragt von {institution}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'proofs',
    header: 'Nachweise',
    cell: ({ certificates, hours, papers }) =>
      `${formatCount(certificates, 'Zertifikat', 'Zertifikate')}, ${formatCount(hours, 'bestätigter Eintrag', 'bestätigte Einträge')}, ${formatCount(papers, 'gedrucktes Logbuch', 'gedruckte Logbücher')}`,
  },
  { key: 'since', header: 'Gestellt', cell: ({ created_at: at }) => formatDate(at) },
  {
    key: 'decide',
    header: 'Entscheidung',
    cell: (request) =>
      request.state === 'open' ? (
        <Row gap={1}>
          <Button
            size="small"
            variant="primary"
            aria-label={`Annehmen: ${nameOf(request)}`}
            onClick={() => onAsk({ request, accept: true })}
          >
            Annehmen …
          </Button>
          <Button
            size="small"
            aria-label={`Ablehnen: ${nameOf(request)}`}
            onClick={() => onAsk({ request, accept: false })}
          >
            Ablehnen …
          </Button>
        </Row>
      ) : (
        <Stack gap={0}>
          <StatusChip tone={request.state === 'accepted' ? 'success' : 'neutral'}>
            {request.state === 'accepted' ? 'Angenommen' : 'Abgelehnt'}
          </StatusChip>
          {request.answer !== null && (
            <Text variant="caption" tone="muted">
              {request.answer}
            </Text>
          )}
        </Stack>
      ),
  },
];
