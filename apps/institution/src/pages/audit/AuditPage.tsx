import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient, useExport, type CsvColumn } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { fetchAllOrganisationLines, membersQuery, organisationLinesQuery, type OrganisationLine } from '@nemus/data';
import { Box, Button, EmptyState, formatDateTime, NoResults, Row, Select, Skeleton, Stack, TextField } from '@nemus/ui';
import { useSearchParams } from 'react-router-dom';
import { SettingsFrame } from '../../frame/SettingsFrame';
import { actionText, actorText, SUBJECTS, subjectText } from './line-words';
import { LogLine } from './LogLine';
import { readLogAddress } from './log-address';

const TITLE = 'Protokoll';

const CSV: readonly CsvColumn<OrganisationLine>[] = [
  { header: 'Nummer', value: ({ id }) => id },
  { header: 'Zeit', value: ({ at }) => formatDateTime(at) },
  { header: 'Wer', value: actorText },
  { header: 'Was', value: ({ action }) => actionText(action) },
  { header: 'Woran', value: ({ subject }) => subjectText(subject) },
  { header: 'Kennung', value: ({ subject_id: id }) => id },
  { header: 'Vorher', value: ({ before }) => (before ? JSON.stringify(before) : '') },
  { header: 'Nachher', value: ({ after }) => (after ? JSON.stringify(after) : '') },
];

/** The institution's log: who did what, when, and how it was before; for administration. */
export default function AuditPage() {
  const client = useDataClient();
  const { userId } = useSession();
  const [params, setParams] = useSearchParams();
  const { selection, from, until } = readLogAddress(params);
  const lines = useQuery(organisationLinesQuery(client, userId, selection));
  const members = useQuery(membersQuery(client, userId)).data?.members ?? [];
  const csv = useExport<OrganisationLine>();
  /** Sets values of the address; an empty one goes. Another selection begins at its newest line. */
  const set = (values: Readonly<Record<string, string>>, replace = true) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('vor');
        for (const [name, value] of Object.entries(values)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace },
    );
  return (
    <SettingsFrame
      title={TITLE}
      intro="Wer für Ihre Weiterbildungsstätte wann was getan hat, mit dem Stand davor und danach. Einträge kommen nur hinzu."
      actions={
        <Button
          icon="download"
          loading={csv.isPending}
          onClick={() =>
            csv.mutate({
              name: 'protokoll',
              columns: CSV,
              rows: () => fetchAllOrganisationLines(client, { ...selection, before: null }),
            })
          }
        >
          CSV exportieren
        </Button>
      }
    >
      <Stack gap={2}>
        <Box
          component="search"
          sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '1fr 1fr 1fr 1fr' } }}
        >
          <Select
            label="Wer"
            placeholder="Alle"
            options={members.map(({ user_id: value, name: label }) => ({ value, label }))}
            value={selection.actor ?? ''}
            onChange={({ target }) => set({ wer: target.value })}
          />
          <Select
            label="Woran"
            placeholder="Alles"
            options={Object.entries(SUBJECTS).map(([value, label]) => ({ value, label }))}
            value={selection.subject ?? ''}
            onChange={({ target }) => set({ was: target.value })}
          />
          <TextField type="date" label="Von" value={from ?? ''} onChange={({ target }) => set({ von: target.value })} />
          <TextField
            type="date"
            label="Bis"
            value={until ?? ''}
            onChange={({ target }) => set({ bis: target.value })}
          />
        </Box>
        <QueryPart query={lines} title={TITLE} loading={<Skeleton height={320} />}>
          {({ lines: shown, next }) =>
            shown.length === 0 ? (
              params.size > 0 ? (
                <NoResults title="Kein Eintrag gefunden" onClear={() => set({ wer: '', was: '', von: '', bis: '' })} />
              ) : (
                <EmptyState icon="history" title="Noch keine Einträge">
                  Sobald ein Mitglied etwas ändert, bucht oder einlädt, steht es hier.
                </EmptyState>
              )
            ) : (
              <Stack gap={2} aria-busy={lines.isPlaceholderData || undefined}>
                {shown.map((line) => (
                  <LogLine key={line.id} line={line} />
                ))}
                <Row justify="between">
                  {selection.before === null ? <span /> : <Button onClick={() => set({})}>Zum neuesten Eintrag</Button>}
                  {next !== null && <Button onClick={() => set({ vor: String(next) }, false)}>Ältere Einträge</Button>}
                </Row>
              </Stack>
            )
          }
        </QueryPart>
      </Stack>
    </SettingsFrame>
  );
}
