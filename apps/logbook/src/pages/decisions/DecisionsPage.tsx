import { useCallback, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, reasonOf, useAction, useDataClient, useExport, useTypedValue, type CsvColumn } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import {
  decisionsQuery,
  fetchAllDecisions,
  formatMinutes,
  HOUR_CATEGORY_LABELS,
  undoConfirmations,
  type DecidedEntry,
} from '@nemus/data';
import {
  Alert,
  Button,
  Chip,
  EmptyState,
  formatCount,
  formatDate,
  MISSING,
  Pagination,
  Row,
  SearchField,
  SkeletonRows,
  Stack,
  StatusChip,
  Text,
} from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { LogbookPage } from '../../frame/LogbookPage';
import { usePublishLogbookChange } from '../../frame/usePublishLogbookChange';
import { today } from '../../week/week';
import { STATE_LABELS } from '../entries/EntryFilters';

const PAGE_SIZE = 50;
const nameOf = ({ trainee }: DecidedEntry) => trainee || 'Ohne Namen';

const COLUMNS: readonly Column<DecidedEntry>[] = [
  { key: 'decided', header: 'Entschieden', cell: ({ decided_at: at }) => formatDate(at) },
  { key: 'trainee', header: 'Person', cell: nameOf },
  { key: 'day', header: 'Tag', cell: ({ done_on: day }) => formatDate(day) },
  { key: 'category', header: 'Kategorie', cell: ({ category }) => HOUR_CATEGORY_LABELS[category] },
  { key: 'minutes', header: 'Dauer', align: 'end', cell: ({ minutes }) => formatMinutes(minutes) },
  { key: 'case', header: 'Fall', cell: (entry) => entry.case ?? MISSING },
  { key: 'site', header: 'Stätte', cell: ({ site }) => site ?? MISSING },
  {
    key: 'state',
    header: 'Entscheidung',
    cell: ({ state, as_deputy: asDeputy, confirmer, certificate }) => (
      <Row>
        <StatusChip tone={state === 'confirmed' ? 'success' : 'error'}>{STATE_LABELS[state]}</StatusChip>
        {certificate !== null && <Chip>Zertifikat</Chip>}
        {asDeputy && <Chip>In Vertretung{confirmer === null ? '' : ` für ${confirmer}`}</Chip>}
      </Row>
    ),
  },
];

const CSV: readonly CsvColumn<DecidedEntry>[] = [
  { header: 'Entschieden am', value: ({ decided_at: at }) => formatDate(at) },
  { header: 'Entscheidung', value: ({ state }) => STATE_LABELS[state] },
  { header: 'In Vertretung für', value: ({ as_deputy: asDeputy, confirmer }) => (asDeputy ? (confirmer ?? '') : '') },
  { header: 'Person', value: nameOf },
  { header: 'Weiterbildungsstätte', value: ({ institution }) => institution ?? '' },
  { header: 'Tag', value: ({ done_on: day }) => formatDate(day) },
  { header: 'Kategorie', value: ({ category }) => HOUR_CATEGORY_LABELS[category] },
  { header: 'Minuten', value: ({ minutes }) => String(minutes) },
  { header: 'Zertifikat von', value: ({ certificate }) => certificate?.issuer ?? '' },
  { header: 'Fall', value: (entry) => entry.case ?? '' },
  { header: 'Stätte', value: ({ site }) => site ?? '' },
];

/** What the account has confirmed or returned, by account or link: searched by person, and as a table. */
export default function DecisionsPage() {
  const client = useDataClient();
  const { userId } = useSession();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const commit = useCallback((next: string) => {
    setSearch(next);
    setPage(1);
  }, []);
  const [typed, setTyped] = useTypedValue(search, commit);
  const query = useQuery(decisionsQuery(client, userId, search, page, PAGE_SIZE));
  const save = useExport<DecidedEntry>();
  const undo = useUndo();
  return (
    <LogbookPage
      title="Entschieden"
      intro="Was Sie bestätigt oder zurückgegeben haben, mit Ihrem Konto oder über einen Link."
      actions={
        <Button
          icon="download"
          loading={save.isPending}
          onClick={() =>
            save.mutate({
              name: `bestaetigungen-${today()}`,
              columns: CSV,
              rows: () => fetchAllDecisions(client, search),
            })
          }
        >
          CSV herunterladen
        </Button>
      }
    >
      <Stack gap={2}>
        <SearchField label="Person suchen" value={typed} onChange={setTyped} />
        <QueryPart query={query} title="Ihre Entscheidungen" loading={<SkeletonRows count={4} />}>
          {({ entries, total }) => (
            <Stack gap={2}>
              <UndoNotice entries={entries} undo={undo} />
              <DataTable
                caption="Ihre Entscheidungen"
                columns={COLUMNS}
                rows={entries}
                rowKey={({ id }) => id}
                empty={
                  <EmptyState icon="search" title={search === '' ? 'Noch nichts entschieden' : 'Niemand gefunden'}>
                    <Text>
                      {search === ''
                        ? 'Was Sie bestätigen oder zurückgeben, steht danach hier.'
                        : 'Zu diesem Namen haben Sie nichts entschieden.'}
                    </Text>
                  </EmptyState>
                }
              />
              <Pagination page={page} pageSize={PAGE_SIZE} total={total} onChange={setPage} />
            </Stack>
          )}
        </QueryPart>
      </Stack>
    </LogbookPage>
  );
}

/** Undoes confirmations, with the message. */
function useUndo() {
  const client = useDataClient();
  const publish = usePublishLogbookChange();
  const { notify } = usePorts();
  return useAction({
    mutationFn: (ids: readonly string[]) => undoConfirmations(client, ids),
    onSuccess: (count) =>
      notify({ kind: 'success', title: `${formatCount(count, 'Bestätigung', 'Bestätigungen')} zurückgenommen` }),
    onError: (error) => notify({ kind: 'error', title: 'Nicht zurückgenommen', description: reasonOf(error) }),
    // Also after a refusal: what is shown is outdated then.
    onSettled: publish,
  });
}

/** The confirmations of the last ten minutes that can still be undone. */
function UndoNotice({ entries, undo }: { entries: readonly DecidedEntry[]; undo: ReturnType<typeof useUndo> }) {
  const recent = entries.filter(({ may_undo: mayUndo }) => mayUndo);
  if (recent.length === 0) return null;
  const count = formatCount(recent.length, 'Bestätigung', 'Bestätigungen');
  return (
    <Alert
      tone="info"
      title={`${count} der letzten zehn Minuten`}
      actions={
        <Button size="small" loading={undo.isPending} onClick={() => undo.mutate(recent.map(({ id }) => id))}>
          {recent.length === 1 ? 'Zurücknehmen' : 'Alle zurücknehmen'}
        </Button>
      }
    >
      Solange niemand sie verwendet hat, können Sie sie zurücknehmen. Die Einträge warten dann wieder auf Sie.
    </Alert>
  );
}
