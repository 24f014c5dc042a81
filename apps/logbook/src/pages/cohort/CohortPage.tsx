import { useCallback } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient, useExport, useTypedValue } from '@nemus/area';
import { roleNames, useRoles } from '@nemus/area/roles';
import { COHORT_PAGE, cohortQuery, fetchWholeCohort, type CohortRow } from '@nemus/data';
import {
  Button,
  ButtonLink,
  EmptyState,
  formatNumber,
  NoResults,
  Pagination,
  SearchField,
  Stack,
  Text,
} from '@nemus/ui';
import { Link, useSearchParams } from 'react-router-dom';
import { isBehind } from '../../credit/standing-words';
import { LogbookPage } from '../../frame/LogbookPage';
import { today } from '../../week/week';
import { COHORT_COLUMNS } from './cohort-csv';
import { CohortTable } from './CohortTable';

/** Linked trainees and their progress in each category; delays are also shown in words. */
export default function CohortPage() {
  const client = useDataClient();
  const [params, setParams] = useSearchParams();
  const search = params.get('suche') ?? '';
  const page = Math.max(1, Math.trunc(Number(params.get('seite'))) || 1);
  const show = useCallback(
    (wanted: string, at: number) =>
      setParams(
        { ...(wanted !== '' && { suche: wanted }), ...(at > 1 && { seite: String(at) }) },
        { replace: at === 1 },
      ),
    [setParams],
  );
  const [typed, setTyped] = useTypedValue(
    search,
    useCallback((wanted: string) => show(wanted, 1), [show]),
  );
  const mayInvite = useRoles().may('booking');
  const query = useQuery(cohortQuery(client, search, page));
  const save = useExport<CohortRow>();
  return (
    <LogbookPage
      width="wide"
      title="Stand der Weiterbildung"
      intro="Angerechnete Stunden je Kategorie, verglichen mit der Zeit, die von der Weiterbildung vergangen ist."
      actions={
        <Button
          icon="download"
          loading={save.isPending}
          onClick={() =>
            save.mutate({
              name: `stand-der-weiterbildung-${today()}`,
              columns: COHORT_COLUMNS,
              rows: () => fetchWholeCohort(client, search),
            })
          }
        >
          CSV herunterladen
        </Button>
      }
    >
      <Stack gap={2}>
        <SearchField
          label="Personen suchen"
          placeholder="Name oder E-Mail"
          value={typed}
          maxLength={200}
          onChange={setTyped}
        />
        <QueryPart query={query} title="Stand der Weiterbildung" loading={<CohortTable rows={[]} loading />}>
          {({ rows, total }) => (
            <Stack gap={2} aria-busy={query.isPlaceholderData || undefined}>
              {rows.length > 0 && <Summary rows={rows} />}
              <CohortTable
                rows={rows}
                empty={
                  search === '' ? (
                    <EmptyState
                      icon="trainees"
                      title="Noch niemand verbunden"
                      action={
                        mayInvite && (
                          <ButtonLink component={Link} to="/piw-management/einladen" icon="invite">
                            PiW einladen
                          </ButtonLink>
                        )
                      }
                    >
                      {mayInvite
                        ? 'Laden Sie Ihre PiW ein.'
                        : `PiW lädt ein, wer die Rolle ${roleNames('booking')} hat.`}{' '}
                      Sobald jemand die Einladung angenommen hat, steht der Stand hier.
                    </EmptyState>
                  ) : (
                    <NoResults title="Niemanden gefunden" onClear={() => show('', 1)} />
                  )
                }
              />
              <Pagination
                page={page}
                pageSize={COHORT_PAGE}
                total={total}
                label="Seiten der Personen"
                onChange={(next) => show(search, next)}
              />
            </Stack>
          )}
        </QueryPart>
      </Stack>
    </LogbookPage>
  );
}

/** Trainees on this page who are behind, by name. */
function Summary({ rows }: { rows: readonly CohortRow[] }) {
  const late = rows.filter(({ categories }) => categories.some(({ standing }) => isBehind(standing)));
  return (
    <Text>
      {late.length === 0
        ? 'Auf dieser Seite ist niemand im Rückstand.'
        : `Im Rückstand auf dieser Seite (${formatNumber(late.length)} von ${formatNumber(rows.length)}): ${late
            .map(({ first_name: first, last_name: last }) => `${first} ${last}`)
            .join(', ')}.`}
    </Text>
  );
}
