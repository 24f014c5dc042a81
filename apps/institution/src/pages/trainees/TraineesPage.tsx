import { useQuery } from '@tanstack/react-query';
import { kept, QueryPart, SampleNotice, useDataClient, useExport } from '@nemus/area';
import { useRoles } from '@nemus/area/roles';
import { fetchTrainees, traineePageQuery, type Trainee } from '@nemus/data';
import {
  Button,
  ButtonLink,
  EmptyState,
  formatCount,
  NoResults,
  Page,
  Pagination,
  Row,
  ScreenOnly,
  Stack,
  Text,
  useMobile,
} from '@nemus/ui';
import { Link } from 'react-router-dom';
import { ApprovalNotice, useApproved } from '../../approval/ApprovalNotice';
import { paths } from '../../paths';
import { traineeCsvColumns } from '../../trainees/trainee-csv';
import { ColumnMenu } from './ColumnMenu';
import { isNarrowed } from '../../trainees/trainee-address';
import { TraineeFilters } from './TraineeFilters';
import { TraineeTable } from './TraineeTable';
import { useTraineeList } from './useTraineeList';

const PAGE_SIZE = 50;

/** The institution's trainees: to find, to look at and to act on. */
export default function TraineesPage() {
  const client = useDataClient();
  const mobile = useMobile();
  const approved = useApproved();
  const { may } = useRoles();
  const { list, search, setSearch, change } = useTraineeList();
  const { page, columns, ...selection } = list;
  const query = useQuery(kept(traineePageQuery(client, selection, page, PAGE_SIZE)));
  const csv = useExport<Trainee>();
  const narrowed = isNarrowed(selection);
  const clear = () => change({ search: '', status: null, access: null, competency: null });
  const loading = <TraineeTable trainees={[]} list={list} loading empty={null} onChange={change} />;
  return (
    <Page
      width="wide"
      title="PiW Verwaltung"
      intro="Psychotherapeut*innen in Weiterbildung einladen, ihren Stand sehen und ihre Angaben pflegen."
      actions={
        may('booking') && (
          <ScreenOnly>
            <ButtonLink component={Link} to={paths.invite} variant="primary" icon="invite">
              PiW einladen
            </ButtonLink>
          </ScreenOnly>
        )
      }
    >
      <Stack gap={2}>
        {approved ? null : <ApprovalNotice />}
        <SampleNotice shown={query.data?.trainees.some(({ is_sample }) => is_sample) === true} />
        <TraineeFilters list={list} search={search} onSearch={setSearch} onChange={change} />
        <QueryPart query={query} title="Ihre PiW" loading={loading}>
          {({ trainees, total, page: shownPage }) => (
            <Stack gap={2} aria-busy={query.isPlaceholderData || undefined}>
              {total > 0 && (
                <Row justify="between">
                  <Text variant="small" tone="muted" role="status" numeric>
                    {formatCount(total, 'PiW', 'PiW')}
                    {narrowed ? ' gefunden' : ''}
                  </Text>
                  <ScreenOnly>
                    <Row>
                      {mobile ? null : (
                        <ColumnMenu columns={columns} onChange={(shown) => change({ columns: shown, page })} />
                      )}
                      <Button
                        size="small"
                        icon="download"
                        loading={csv.isPending}
                        onClick={() =>
                          csv.mutate({
                            name: 'piw',
                            columns: traineeCsvColumns(columns),
                            rows: () => fetchTrainees(client, selection),
                          })
                        }
                      >
                        CSV exportieren
                      </Button>
                    </Row>
                  </ScreenOnly>
                </Row>
              )}
              <TraineeTable
                trainees={trainees}
                list={list}
                loading={false}
                onChange={change}
                empty={
                  narrowed ? (
                    <NoResults title="Keine PiW gefunden" onClear={clear} />
                  ) : (
                    <EmptyState
                      icon="trainees"
                      title="Noch keine PiW"
                      action={
                        may('booking') && (
                          <ButtonLink component={Link} to={paths.invite} variant="primary" icon="invite">
                            Erste PiW einladen
                          </ButtonLink>
                        )
                      }
                    >
                      Laden Sie Ihre Psychotherapeut*innen in Weiterbildung per E-Mail ein. Wer die Einladung annimmt,
                      ist danach mit Ihrer Weiterbildungsstätte verbunden.
                    </EmptyState>
                  )
                }
              />
              <ScreenOnly>
                <Pagination
                  page={shownPage}
                  pageSize={PAGE_SIZE}
                  total={total}
                  onChange={(next) => change({ page: next })}
                  label="Seiten der Liste"
                />
              </ScreenOnly>
            </Stack>
          )}
        </QueryPart>
      </Stack>
    </Page>
  );
}
