import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient, useExport, type CsvColumn } from '@nemus/area';
import {
  auditFiltersQuery,
  auditLinesQuery,
  fetchAllAuditLines,
  type AuditLine,
  type AuditSelection,
} from '@nemus/data';
import {
  Box,
  Button,
  Card,
  EmptyState,
  formatDateTime,
  NoResults,
  Row,
  Select,
  Skeleton,
  Stack,
  Text,
  TextField,
} from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { z } from 'zod';
import { useAddressValues } from '../../address/useAddressValues';
import { actionText, subjectText } from './audit-labels';
import { differencesOf } from './differences';

const idOf = z.uuid().nullable().catch(null);
const dayOf = z.iso.date().nullable().catch(null);
const numberOf = z.coerce.number().int().positive().nullable().catch(null);

/** Midnight in the reader's zone of a day, `days` later. */
function momentOf(day: string | null, days = 0): string | null {
  if (day === null) return null;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + days).toISOString();
}

const CSV: readonly CsvColumn<AuditLine>[] = [
  { header: 'Nummer', value: ({ id }) => id },
  { header: 'Zeit', value: ({ at }) => formatDateTime(at) },
  { header: 'Wer', value: ({ actor_name: name }) => name },
  { header: 'Konto', value: ({ actor_id: id }) => id },
  { header: 'Was', value: ({ action }) => actionText(action) },
  { header: 'Woran', value: ({ subject }) => subjectText(subject) },
  { header: 'Kennung', value: ({ subject_id: id }) => id },
  { header: 'Vorher', value: ({ before }) => (before ? JSON.stringify(before) : '') },
  { header: 'Nachher', value: ({ after }) => (after ? JSON.stringify(after) : '') },
];

/** The audit log: who of staff did what, when, and how it was before. */
export default function AuditPage() {
  const client = useDataClient();
  const { params, change } = useAddressValues();
  const [from, until] = [dayOf.parse(params.get('from')), dayOf.parse(params.get('until'))];
  const selection: AuditSelection = {
    actor: idOf.parse(params.get('actor')),
    subject: params.get('subject'),
    subjectId: params.get('id'),
    from: momentOf(from),
    until: momentOf(until, 1),
    below: numberOf.parse(params.get('below')),
  };
  const lines = useQuery(auditLinesQuery(client, selection));
  const filters = useQuery(auditFiltersQuery(client));
  const csv = useExport<AuditLine>();
  const narrowed = [...params.keys()].length > 0;
  const set = (values: Readonly<Record<string, string>>) => change({ below: '', ...values });
  const clear = () => set({ actor: '', subject: '', id: '', from: '', until: '' });
  return (
    <AcademyPage
      title="Protokoll"
      intro="Wer im Team wann was getan hat, mit dem Stand davor und danach. Einträge kommen nur hinzu."
      actions={
        <Button
          icon="download"
          loading={csv.isPending}
          onClick={() =>
            csv.mutate({
              name: 'protokoll',
              columns: CSV,
              rows: () => fetchAllAuditLines(client, { ...selection, below: null }),
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
            options={(filters.data?.actors ?? []).map(({ actor_id: value, actor_name: label }) => ({ value, label }))}
            value={selection.actor ?? ''}
            onChange={({ target }) => set({ actor: target.value })}
          />
          <Select
            label="Woran"
            placeholder="Alles"
            options={(filters.data?.subjects ?? []).map((value) => ({ value, label: subjectText(value) }))}
            value={selection.subject ?? ''}
            onChange={({ target }) => set({ subject: target.value, id: '' })}
          />
          <TextField
            type="date"
            label="Von"
            value={from ?? ''}
            onChange={({ target }) => set({ from: target.value })}
          />
          <TextField
            type="date"
            label="Bis"
            value={until ?? ''}
            onChange={({ target }) => set({ until: target.value })}
          />
        </Box>
        <QueryPart query={lines} title="Protokoll" loading={<Skeleton height={320} />}>
          {({ rows, has_more: hasMore }) =>
            rows.length === 0 ? (
              narrowed ? (
                <NoResults title="Kein Eintrag gefunden" onClear={clear} />
              ) : (
                <EmptyState icon="search" title="Noch keine Einträge">
                  Sobald jemand im Team etwas ändert, steht es hier.
                </EmptyState>
              )
            ) : (
              <Stack gap={2} aria-busy={lines.isPlaceholderData || undefined}>
                {rows.map((line) => (
                  <Line key={line.id} line={line} />
                ))}
                <Row justify="between">
                  {selection.below === null ? <span /> : <Button onClick={() => set({})}>Zum neuesten Eintrag</Button>}
                  {hasMore && (
                    <Button onClick={() => change({ below: String(rows.at(-1)?.id ?? ''), page: '' })}>
                      Ältere Einträge
                    </Button>
                  )}
                </Row>
              </Stack>
            )
          }
        </QueryPart>
      </Stack>
    </AcademyPage>
  );
}

function Line({ line }: { line: AuditLine }) {
  const differences = differencesOf(line);
  return (
    <Card
      title={`${actionText(line.action)}: ${subjectText(line.subject)}`}
      level={2}
      subtitle={`${formatDateTime(line.at)}, ${line.actor_name}`}
    >
      <Text variant="caption" tone="muted" sx={{ overflowWrap: 'anywhere' }}>
        {line.subject_id}
      </Text>
      {differences.length > 0 && (
        <Box component="details">
          <Box component="summary" sx={{ cursor: 'pointer', minHeight: 24 }}>
            {differences.length === 1 ? 'Eine Angabe' : `${differences.length} Angaben`}
          </Box>
          <Stack as="ul" gap={0.5} sx={{ paddingInlineStart: 2.5, marginBlock: 1 }}>
            {differences.map(({ name, before, after }) => (
              <Text as="li" key={name} variant="small" sx={{ overflowWrap: 'anywhere' }}>
                <strong>{name}</strong>: {before === undefined ? 'leer' : <del>{before}</del>} →{' '}
                {after === undefined ? 'leer' : <ins>{after}</ins>}
              </Text>
            ))}
          </Stack>
        </Box>
      )}
    </Card>
  );
}
