import { useCallback, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, SampleNotice, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import {
  caseName,
  formatMinutes,
  HOUR_CATEGORIES,
  HOUR_CATEGORY_LABELS,
  logbookCasesQuery,
  logbookEntryPageQuery,
  logbookEntryTotalsQuery,
  logbookSitesQuery,
  possibleConfirmersQuery,
  type ListedEntry,
} from '@nemus/data';
import {
  Alert,
  ButtonLink,
  Checkbox,
  Chip,
  EmptyState,
  formatCount,
  formatDate,
  Link as TextLink,
  MISSING,
  Pagination,
  Row,
  Skeleton,
  SkeletonCard,
  Stack,
  StatusChip,
  Text,
  type Tone,
} from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { Link, useSearchParams } from 'react-router-dom';
import { LogbookPage } from '../../frame/LogbookPage';
import { useOutbox } from '../../outbox/useOutbox';
import { mondayOf, weekName } from '../../week/week';
import { WeekSums } from '../week/WeekSums';
import { BulkActions } from './BulkActions';
import { readEntriesAddress, selectionOf, writeEntriesAddress, type EntriesAddress } from './entries-address';
import { EntryFilters, STATE_LABELS } from './EntryFilters';

const PAGE_SIZE = 50;
/** Broken dates make the rows of the list nearly twice as high. */
const ONE_LINE = { whiteSpace: 'nowrap' } as const;
const TONES: Readonly<Record<ListedEntry['state'], Tone>> = {
  draft: 'neutral',
  submitted: 'info',
  returned: 'error',
  confirmed: 'success',
};

/** All entries of a trainee over all time, searched and filtered by the database; the filters are in the address. */
export default function EntriesPage() {
  const client = useDataClient();
  const { userId } = useSession();
  const [params, setParams] = useSearchParams();
  const { kept } = useOutbox();
  const sites = useQuery(logbookSitesQuery(client, userId)).data ?? [];
  const cases = useQuery(logbookCasesQuery(client, userId)).data ?? [];
  const confirmers = useQuery(possibleConfirmersQuery(client, userId)).data ?? [];
  const address = readEntriesAddress(params);
  const selection = selectionOf(address, sites, cases);
  const query = useQuery(logbookEntryPageQuery(client, userId, selection, address.seite, PAGE_SIZE));
  // After the rows: the sums read every entry.
  const totals = useQuery({ ...logbookEntryTotalsQuery(client, userId, selection), enabled: query.isFetched });
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const onChange = useCallback(
    (change: Partial<EntriesAddress>) => {
      setTicked(new Set());
      setParams((now) => writeEntriesAddress({ ...readEntriesAddress(now), seite: 1, ...change }), { replace: true });
    },
    [setParams],
  );

  const choices = { sites, cases, confirmers };
  const local = new Set(kept.map(({ id }) => id));
  const rows = query.data?.entries ?? [];
  const free = rows.filter(({ id }) => !local.has(id));
  const chosen = free.filter(({ id }) => ticked.has(id));
  const refused = kept.filter(({ problem }) => problem !== null);
  const tick = (ids: readonly string[], on: boolean) => {
    const next = new Set(ticked);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setTicked(next);
  };
  const caseOf = ({ case_id: id, case: named }: ListedEntry) => {
    const one = cases.find((known) => known.id === id);
    return one ? caseName(one) : named?.code;
  };
  const nameOf = (id: string | null) => confirmers.find((person) => person.id === id)?.name;
  const columns: Column<ListedEntry>[] = [
    {
      key: 'day',
      header: 'Tag',
      cell: (entry) => (
        <Checkbox
          label={<span style={ONE_LINE}>{formatDate(entry.done_on)}</span>}
          aria-label={`${formatDate(entry.done_on)}, ${HOUR_CATEGORY_LABELS[entry.category]}, ${formatMinutes(entry.minutes)} auswählen`}
          checked={ticked.has(entry.id)}
          onChange={({ target }) => tick([entry.id], target.checked)}
        />
      ),
    },
    { key: 'category', header: 'Kategorie', cell: ({ category }) => HOUR_CATEGORY_LABELS[category] },
    { key: 'minutes', header: 'Dauer', align: 'end', cell: ({ minutes }) => formatMinutes(minutes) },
    { key: 'case', header: 'Fall', cell: (entry) => caseOf(entry) ?? MISSING },
    { key: 'site', header: 'Stätte', cell: ({ site }) => site?.name ?? MISSING },
    {
      key: 'confirmer',
      header: 'Wer bestätigt',
      cell: (entry) => entry.confirmed_by ?? nameOf(entry.confirmer_id) ?? MISSING,
    },
    {
      key: 'state',
      header: 'Zustand',
      cell: ({ id, state, is_imported: isImported, issuer }) =>
        local.has(id) ? (
          <StatusChip tone="warning">Wird gespeichert</StatusChip>
        ) : (
          <Row>
            <StatusChip tone={TONES[state]}>{STATE_LABELS[state]}</StatusChip>
            {issuer !== null && <Chip>Zertifikat</Chip>}
            {isImported && <Chip>Übernommen</Chip>}
          </Row>
        ),
    },
    {
      key: 'week',
      header: 'Woche',
      cell: ({ done_on: day, issuer }) =>
        issuer === null ? (
          <TextLink component={Link} to={`/logbook?woche=${weekName(mondayOf(day))}`}>
            <span style={ONE_LINE}>{weekName(mondayOf(day))}</span>
          </TextLink>
        ) : (
          <TextLink component={Link} to="/logbook/certificates">
            Zertifikate
          </TextLink>
        ),
    },
  ];
  return (
    <LogbookPage
      title="Alle Einträge"
      actions={
        <ButtonLink component={Link} to="/logbook/import" icon="upload">
          Stunden übernehmen
        </ButtonLink>
      }
    >
      <Stack gap={2}>
        <EntryFilters address={address} choices={choices} onChange={onChange} />
        <SampleNotice shown={rows.some(({ is_sample: isSample }) => isSample)} />
        {refused.length > 0 && (
          <Alert tone="error" title={`${formatCount(refused.length, 'Eintrag', 'Einträge')} nicht gespeichert`}>
            <Stack as="ul" gap={0.25} sx={{ margin: 0, paddingInlineStart: 2 }}>
              {refused.map(({ id, form, problem }) => (
                <li key={id}>
                  <Link to={`/logbook?woche=${weekName(mondayOf(form.done_on))}`}>{formatDate(form.done_on)}</Link>:{' '}
                  {problem?.message}
                </li>
              ))}
            </Stack>
          </Alert>
        )}
        {totals.data === undefined ? (
          !totals.isError && <Skeleton height={38} />
        ) : (
          <WeekSums
            label="Summe der gezeigten Einträge"
            sums={HOUR_CATEGORIES.flatMap((category) => {
              const minutes = totals.data[category] ?? 0;
              return minutes > 0 ? [{ category, minutes }] : [];
            })}
          />
        )}
        {chosen.length > 0 && <BulkActions chosen={chosen} choices={choices} onDone={() => setTicked(new Set())} />}
        <QueryPart query={query} title="Einträge" loading={<SkeletonCard lines={6} />}>
          {({ entries, total, page }) => (
            <Stack gap={2}>
              {free.length > 0 && (
                <Checkbox
                  label={`Alle auf dieser Seite auswählen (${formatCount(total, 'Eintrag', 'Einträge')} gefunden)`}
                  checked={chosen.length === free.length}
                  indeterminate={chosen.length > 0 && chosen.length < free.length}
                  onChange={({ target }) =>
                    tick(
                      free.map(({ id }) => id),
                      target.checked,
                    )
                  }
                />
              )}
              <DataTable
                caption="Alle Einträge"
                columns={columns}
                rows={entries}
                rowKey={({ id }) => id}
                empty={
                  <EmptyState icon="search" title="Kein Eintrag">
                    <Text>Es gibt keinen Eintrag mit diesen Angaben.</Text>
                  </EmptyState>
                }
              />
              <Pagination page={page} pageSize={PAGE_SIZE} total={total} onChange={(seite) => onChange({ seite })} />
            </Stack>
          )}
        </QueryPart>
      </Stack>
    </LogbookPage>
  );
}
