import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { setScope, SourceMissing } from '@nemus/area/requirements';
import {
  REQUIREMENT_STATES,
  REQUIREMENTS_PER_PAGE,
  staffRequirementsQuery,
  type ListedRequirements,
  type RequirementsSelection,
} from '@nemus/data';
import {
  ButtonLink,
  EmptyState,
  FilterChip,
  formatCount,
  formatDate,
  formatNumber,
  Link as TextLink,
  NoResults,
  Pagination,
  Row,
  Stack,
  StatusChip,
  Text,
} from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { Link, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { AcademyPage } from '../../frame/AcademyPage';
import { requirementPaths } from './paths';
import { STATE_LABELS } from './requirement-labels';

const stateSchema = z.enum(REQUIREMENT_STATES).nullable().catch(null);
const pageSchema = z.coerce.number().int().min(1).max(100_000).catch(1);

/** Reads the list's state from the address; invalid values are ignored. */
const readSelection = (params: URLSearchParams): RequirementsSelection => ({
  state: stateSchema.parse(params.get('stand')),
  page: pageSchema.parse(params.get('seite') ?? 1),
});

/** Writes it into the address, without defaults. */
function writeSelection({ state, page }: RequirementsSelection): URLSearchParams {
  const params = new URLSearchParams();
  if (state !== null) params.set('stand', state);
  if (page > 1) params.set('seite', String(page));
  return params;
}

/** All requirement sets with their states: to write, to publish, to retire. */
export default function RequirementsPage() {
  const [params, setParams] = useSearchParams();
  const selection = readSelection(params);
  const query = useQuery(staffRequirementsQuery(useDataClient(), selection));
  const change = (changed: Partial<RequirementsSelection>) =>
    setParams((current) => writeSelection({ ...readSelection(current), page: 1, ...changed }));
  const create = (
    <ButtonLink component={Link} to={requirementPaths.fresh} variant="primary" icon="add">
      Neue Anforderungen
    </ButtonLink>
  );
  return (
    <AcademyPage
      width="wide"
      title="Anforderungen"
      intro="Was eine Weiterbildung verlangt, nach Kammer, Gebiet, Verfahren und Version. PiW wählen daraus."
      actions={create}
    >
      <Stack gap={2}>
        <Row gap={1} role="group" aria-label="Nach Stand filtern">
          {REQUIREMENT_STATES.map((state) => (
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
        <QueryPart
          query={query}
          title="Anforderungen"
          loading={
            <DataTable
              caption="Anforderungen"
              columns={COLUMNS}
              rows={[]}
              rowKey={({ id }) => id}
              loading
              empty={null}
            />
          }
        >
          {({ sets, total }) => (
            <Stack gap={2} aria-busy={query.isPlaceholderData || undefined}>
              {total > 0 && (
                <Text variant="small" tone="muted" role="status" numeric>
                  {formatCount(total, 'Satz', 'Sätze')}
                </Text>
              )}
              <DataTable
                caption="Anforderungen"
                columns={COLUMNS}
                rows={sets}
                rowKey={({ id }) => id}
                loading={false}
                empty={
                  selection.state !== null || total > 0 ? (
                    <NoResults title="Keine Anforderungen gefunden" onClear={() => setParams(new URLSearchParams())} />
                  ) : (
                    <EmptyState icon="area" title="Noch keine Anforderungen" action={create}>
                      Neue Anforderungen sind zuerst ein Entwurf, den nur die Akademie sieht.
                    </EmptyState>
                  )
                }
              />
              <Pagination
                page={selection.page}
                pageSize={REQUIREMENTS_PER_PAGE}
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

const COLUMNS: readonly Column<ListedRequirements>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: ({ id, name, version, ...scope }) => (
      <Stack gap={0}>
        <TextLink component={Link} to={requirementPaths.set(id)} style={{ hyphens: 'auto' }}>
          {name}, Version {version}
        </TextLink>
        <Text as="span" variant="caption" tone="muted" sx={{ fontWeight: 400, overflowWrap: 'anywhere' }}>
          {setScope(scope)}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'state',
    header: 'Stand',
    cell: ({ state, source }) => (
      <Stack gap={0.5} align="start">
        <StatusChip tone={STATE_LABELS[state].tone}>{STATE_LABELS[state].text}</StatusChip>
        {source === '' && <SourceMissing />}
      </Stack>
    ),
  },
  { key: 'valid', header: 'Gültig ab', cell: ({ valid_from }) => formatDate(`${valid_from}T12:00:00Z`) },
  { key: 'chosen', header: 'Gewählt von', align: 'end', cell: ({ chosen }) => formatNumber(chosen) },
];
