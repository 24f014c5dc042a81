import { useCallback, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient, useExport, useTypedValue } from '@nemus/area';
import { MessageDialog } from '@nemus/area/messages';
import { roleNames, useRoles } from '@nemus/area/roles';
import { COHORT_PAGE, cohortQuery, fetchWholeCohort, messageTrainees, type CohortRow } from '@nemus/data';
import {
  Button,
  ButtonLink,
  Checkbox,
  EmptyState,
  FormRow,
  formatCount,
  formatNumber,
  NoResults,
  Pagination,
  Row,
  SearchField,
  Select,
  Stack,
  Text,
} from '@nemus/ui';
import { Link, useSearchParams } from 'react-router-dom';
import { isBehind } from '../../credit/standing-words';
import { LogbookPage } from '../../frame/LogbookPage';
import { today } from '../../week/week';
import { cohortAddressSchema, writeCohortAddress, type CohortAddress } from './cohort-address';
import { COHORT_COLUMNS } from './cohort-csv';
import { CohortTable } from './CohortTable';

const FILTERS: Readonly<Record<CohortAddress['stand'], string>> = {
  '': 'Alle',
  behind: 'Im Rückstand',
  far_behind: 'Weit im Rückstand',
  open: 'Ohne Vergleich',
};
const SORTS: Readonly<Record<CohortAddress['folge'], string>> = {
  name: 'Name (A–Z)',
  lag: 'Größter Rückstand',
  elapsed: 'Am weitesten in der Zeit',
};
const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Linked trainees and their progress in each category; delays are also shown in words. */
export default function CohortPage() {
  const client = useDataClient();
  const [params, setParams] = useSearchParams();
  const address = cohortAddressSchema.parse(Object.fromEntries(params));
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isWriting, setWriting] = useState(false);
  const show = useCallback(
    (change: Partial<CohortAddress>) => {
      setTicked(new Set());
      setParams(
        (now) => writeCohortAddress({ ...cohortAddressSchema.parse(Object.fromEntries(now)), seite: 1, ...change }),
        { replace: change.seite === undefined },
      );
    },
    [setParams, setTicked],
  );
  const [typed, setTyped] = useTypedValue(
    address.suche,
    useCallback((suche: string) => show({ suche }), [show]),
  );
  const { may } = useRoles();
  const mayInvite = may('booking');
  const mayWrite = may('confirming');
  const selection = { search: address.suche, filter: address.stand, sort: address.folge };
  const query = useQuery(cohortQuery(client, selection, address.seite));
  const shown = query.data?.rows ?? [];
  const chosen = shown.filter(({ trainee_id: id }) => ticked.has(id));
  const tick = (ids: readonly string[], on: boolean) =>
    setTicked((now) => new Set(on ? [...now, ...ids] : [...now].filter((id) => !ids.includes(id))));
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
              rows: () => fetchWholeCohort(client, selection),
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
        <FormRow>
          <Select
            label="Stand"
            options={optionsOf(FILTERS)}
            value={address.stand}
            onChange={({ target }) => show({ stand: cohortAddressSchema.shape.stand.parse(target.value) })}
          />
          <Select
            label="Sortieren nach"
            options={optionsOf(SORTS)}
            value={address.folge}
            onChange={({ target }) => show({ folge: cohortAddressSchema.shape.folge.parse(target.value) })}
          />
        </FormRow>
        <QueryPart query={query} title="Stand der Weiterbildung" loading={<CohortTable rows={[]} loading />}>
          {({ rows, total }) => (
            <Stack gap={2} aria-busy={query.isPlaceholderData || undefined}>
              {rows.length > 0 && <Summary rows={rows} />}
              {rows.length > 0 && mayWrite && (
                <Row>
                  <Checkbox
                    label="Alle auf dieser Seite auswählen"
                    checked={chosen.length === rows.length}
                    indeterminate={chosen.length > 0 && chosen.length < rows.length}
                    onChange={({ target }) =>
                      tick(
                        rows.map(({ trainee_id: id }) => id),
                        target.checked,
                      )
                    }
                  />
                  <Button size="small" icon="mail" disabled={chosen.length === 0} onClick={() => setWriting(true)}>
                    {chosen.length === 0
                      ? 'Nachricht: erst Personen auswählen'
                      : `Nachricht an ${formatCount(chosen.length, 'Person', 'Personen')}`}
                  </Button>
                </Row>
              )}
              <CohortTable
                rows={rows}
                ticks={mayWrite ? { ids: ticked, onTick: (id, on) => tick([id], on) } : null}
                empty={
                  address.suche === '' && address.stand === '' ? (
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
                    <NoResults title="Niemanden gefunden" onClear={() => show({ suche: '', stand: '' })} />
                  )
                }
              />
              <Pagination
                page={address.seite}
                pageSize={COHORT_PAGE}
                total={total}
                label="Seiten der Personen"
                onChange={(seite) => show({ seite })}
              />
            </Stack>
          )}
        </QueryPart>
      </Stack>
      {isWriting && chosen.length > 0 && (
        <MessageDialog
          names={chosen.map(({ first_name: first, last_name: last }) => `${first} ${last}`)}
          send={(text, id) =>
            messageTrainees(
              client,
              chosen.map(({ trainee_id: trainee }) => trainee),
              text,
              id,
            )
          }
          skipped="nicht mehr verbunden"
          record="Text und Empfänger*innen stehen im Protokoll Ihrer Weiterbildungsstätte."
          onClose={() => setWriting(false)}
          onSent={() => {
            setWriting(false);
            setTicked(new Set());
          }}
        />
      )}
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
