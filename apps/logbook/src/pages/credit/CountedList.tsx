import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import {
  categoryTitle,
  COUNTED_SOURCES_PAGE,
  countedSourcesQuery,
  CREDIT_SOURCE_LABELS,
  formatMinutes,
  HOUR_CATEGORY_LABELS,
  type CategoryHours,
  type CountedSource,
} from '@nemus/data';
import {
  EmptyState,
  formatDate,
  Link as TextLink,
  NoResults,
  Pagination,
  Row,
  SampleChip,
  Section,
  Select,
  Stack,
  Text,
} from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { Link, useSearchParams } from 'react-router-dom';
import { mondayOf, weekName } from '../../week/week';

/** Where one sees the source itself. */
const ADDRESS: Readonly<Record<CountedSource['kind'], (source: CountedSource) => string>> = {
  attendance: ({ source_id }) => `/appointments?termin=${source_id}`,
  elearning: ({ source_id }) => `/course/${source_id}`,
  // The portal's sample set has certificates of others.
  certificate: ({ is_sample: isSample }) => (isSample ? '/profile' : '/logbook/certificates'),
  logbook: ({ done_on }) => `/logbook?woche=${weekName(mondayOf(done_on))}`,
};

const columns = (titleOf: (source: CountedSource) => string): readonly Column<CountedSource>[] => [
  {
    key: 'title',
    header: 'Nachweis',
    cell: (source) => (
      <Row gap={1}>
        <TextLink component={Link} to={ADDRESS[source.kind](source)}>
          {source.title === '' ? CREDIT_SOURCE_LABELS[source.source] : source.title}
        </TextLink>
        {source.is_sample && <SampleChip />}
      </Row>
    ),
  },
  {
    key: 'source',
    header: 'Quelle',
    cell: ({ kind, source }) => CREDIT_SOURCE_LABELS[kind === 'certificate' ? kind : source],
  },
  { key: 'date', header: 'Datum', cell: ({ done_on }) => formatDate(done_on) },
  { key: 'counts', header: 'Zählt für', cell: titleOf },
  { key: 'minutes', header: 'Umfang', align: 'end', cell: ({ minutes }) => formatMinutes(minutes) },
];

/** What counted from which source, by category, paginated. Both are in the address. */
export function CountedList({ hasSet, categories }: { hasSet: boolean; categories: readonly CategoryHours[] }) {
  const [params, setParams] = useSearchParams();
  const category = params.get('kategorie');
  const page = Math.max(1, Math.trunc(Number(params.get('seite'))) || 1);
  const client = useDataClient();
  const query = useQuery(countedSourcesQuery(client, category, page));
  const show = (next: { kategorie: string | null; seite: number }) =>
    setParams(
      (before) => {
        const changed = new URLSearchParams(before);
        if (next.kategorie === null || next.kategorie === '') changed.delete('kategorie');
        else changed.set('kategorie', next.kategorie);
        if (next.seite > 1) changed.set('seite', String(next.seite));
        else changed.delete('seite');
        return changed;
      },
      { replace: true },
    );
  const titleOf = ({ counts_for: of }: CountedSource) => {
    if (of === null) return 'Zählt in diesem Satz nicht';
    const named = categories.find((each) => each.category === of);
    return named === undefined ? HOUR_CATEGORY_LABELS[of] : categoryTitle(named);
  };
  const options = [
    ...categories.map((each) => ({ value: each.category, label: categoryTitle(each) })),
    ...(hasSet ? [{ value: 'none', label: 'Zählt in diesem Satz nicht' }] : []),
  ];
  return (
    <Section title="Woher die Stunden kommen" description="Was angerechnet wurde, das Neueste zuerst.">
      <Stack gap={2}>
        <Select
          label="Kategorie"
          placeholder="Alle Kategorien"
          options={options}
          value={category ?? ''}
          onChange={({ target }) => show({ kategorie: target.value, seite: 1 })}
        />
        <QueryPart
          query={query}
          title="Ihre Nachweise"
          loading={<DataTable caption="Nachweise" columns={columns(titleOf)} rows={[]} rowKey={keyOf} loading />}
        >
          {({ rows, total }) => (
            <Stack gap={2} aria-busy={query.isPlaceholderData || undefined}>
              <DataTable
                caption="Nachweise"
                columns={columns(titleOf)}
                rows={rows}
                rowKey={keyOf}
                empty={
                  category === null ? (
                    <EmptyState icon="history" title="Noch nichts angerechnet">
                      <Text as="span">
                        Besuchte Termine, abgeschlossene Kurse und bestätigte Einträge stehen dann hier.
                      </Text>
                    </EmptyState>
                  ) : (
                    <NoResults title="Nichts in dieser Kategorie" onClear={() => show({ kategorie: null, seite: 1 })} />
                  )
                }
              />
              <Pagination
                page={page}
                pageSize={COUNTED_SOURCES_PAGE}
                total={total}
                label="Seiten der Nachweise"
                onChange={(next) => show({ kategorie: category, seite: next })}
              />
            </Stack>
          )}
        </QueryPart>
      </Stack>
    </Section>
  );
}

const keyOf = ({ source, source_id, place = 0 }: CountedSource) => `${source} ${source_id} ${place}`;
