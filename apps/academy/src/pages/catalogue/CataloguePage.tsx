import { useCallback, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient, useTypedValue } from '@nemus/area';
import {
  COMPETENCIES,
  COMPETENCY_LABELS,
  SEMINAR_STATES,
  SEMINARS_PER_PAGE,
  seminarsQuery,
  type SeminarSelection,
} from '@nemus/data';
import {
  Alert,
  Box,
  ButtonLink,
  EmptyState,
  FilterChip,
  formatCount,
  NoResults,
  Pagination,
  Row,
  SearchField,
  Select,
  Stack,
  Text,
} from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { Link, useSearchParams } from 'react-router-dom';
import { readSelection, writeSelection } from './catalogue-address';
import { cataloguePaths } from './paths';
import { STATE_LABELS } from './seminar-labels';
import { SelectedSeminars } from './SelectedSeminars';
import { SeminarTable } from './SeminarTable';
import { useSeminarSelection } from './useSeminarSelection';

/** All seminars with their states: to find, to write and to publish. */
export default function CataloguePage() {
  const client = useDataClient();
  const [params, setParams] = useSearchParams();
  const selection = useMemo(() => readSelection(params), [params]);
  const [search, setSearch] = useTypedValue(
    selection.search,
    useCallback(
      (typed: string) =>
        setParams((current) => writeSelection({ ...readSelection(current), search: typed, page: 1 }), {
          replace: true,
        }),
      [setParams],
    ),
  );
  const query = useQuery(seminarsQuery(client, selection));
  const selected = useSeminarSelection();
  const change = (changed: Partial<SeminarSelection>) =>
    setParams((current) => writeSelection({ ...readSelection(current), search, page: 1, ...changed }));
  const narrowed = selection.search !== '' || selection.state !== null || (selection.competency ?? null) !== null;
  const create = (
    <ButtonLink component={Link} to={cataloguePaths.fresh} variant="primary" icon="add">
      Neues Seminar
    </ButtonLink>
  );
  return (
    <AcademyPage
      width="wide"
      title="Katalog"
      intro="Seminare schreiben, ansehen, veröffentlichen und zurückziehen."
      actions={
        <>
          <ButtonLink component={Link} to={cataloguePaths.import} icon="upload">
            Aus einer Liste
          </ButtonLink>
          {create}
        </>
      }
    >
      <Stack gap={2}>
        <Box component="search" sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr' } }}>
          <SearchField label="Titel suchen (ab drei Zeichen)" value={search} onChange={setSearch} maxLength={100} />
          <Select
            label="Kompetenz"
            hideLabel
            placeholder="Alle Kompetenzen"
            options={COMPETENCIES.map((value) => ({ value, label: COMPETENCY_LABELS[value] }))}
            value={selection.competency ?? ''}
            onChange={({ target }) =>
              change({ competency: COMPETENCIES.find((each) => each === target.value) ?? null })
            }
          />
        </Box>
        <Row gap={1} role="group" aria-label="Nach Stand filtern">
          {SEMINAR_STATES.map((state) => (
            <FilterChip
              key={state}
              selected={selection.state === state}
              count={query.data?.states[state]}
              onToggle={(selected) => change({ state: selected ? state : null })}
            >
              {STATE_LABELS[state].text}
            </FilterChip>
          ))}
        </Row>
        <QueryPart query={query} title="Seminare" loading={<SeminarTable seminars={[]} loading empty={null} />}>
          {({ courses, total, is_capped }) => (
            <Stack gap={2} aria-busy={query.isPlaceholderData || undefined}>
              {is_capped && (
                <Alert>Es gibt sehr viele Treffer; gezeigt werden 200 davon. Bitte suchen Sie genauer.</Alert>
              )}
              {total > 0 && (
                <Text variant="small" tone="muted" role="status" numeric>
                  {formatCount(total, 'Seminar', 'Seminare')}
                  {narrowed ? ' gefunden' : ''}
                </Text>
              )}
              <SelectedSeminars seminars={courses} selection={selected} />
              <SeminarTable
                seminars={courses}
                selection={selected}
                loading={false}
                empty={
                  narrowed || total > 0 ? (
                    <NoResults
                      title="Keine Seminare gefunden"
                      onClear={() => {
                        setSearch('');
                        setParams(new URLSearchParams());
                      }}
                    />
                  ) : (
                    <EmptyState icon="area" title="Noch keine Seminare" action={create}>
                      Ein neues Seminar ist zuerst ein Entwurf, den nur die Akademie sieht. Im Katalog steht es, sobald
                      Sie es veröffentlichen.
                    </EmptyState>
                  )
                }
              />
              <Pagination
                page={selection.page}
                pageSize={SEMINARS_PER_PAGE}
                total={total}
                onChange={(page) => change({ page })}
                label="Seiten der Liste"
              />
            </Stack>
          )}
        </QueryPart>
      </Stack>
    </AcademyPage>
  );
}
