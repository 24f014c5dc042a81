import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { bookedTraineeIdsQuery, openPurchasesQuery, traineePageQuery, type Trainee } from '@nemus/data';
import {
  Button,
  ButtonLink,
  Checkbox,
  EmptyState,
  NoResults,
  Pagination,
  Row,
  SearchField,
  SkeletonRows,
  Stack,
} from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';
import { fullName } from '../../trainees/trainee-labels';

const PAGE_SIZE = 20;
/** Most participants of one booking. */
const MOST_PARTICIPANTS = 200;

/** Chosen trainees: id to name, in the order in which they were chosen. */
export type Participants = ReadonlyMap<string, string>;

/** Selects active trainees, except those who already have the course. */
export function ParticipantPicker({
  courseId,
  chosen,
  onChange,
}: {
  courseId: string;
  chosen: Participants;
  onChange: (chosen: Participants) => void;
}) {
  const client = useDataClient();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const selection = {
    search,
    status: 'active',
    access: null,
    competency: null,
    sort: 'name',
    descending: false,
  } as const;
  const query = useQuery(traineePageQuery(client, selection, page, PAGE_SIZE));
  // Unknown is not empty: people who may already have the course must not be offered.
  const bookedQuery = useQuery(bookedTraineeIdsQuery(client, courseId));
  const booked = bookedQuery.data;
  const { userId } = useSession();
  const underWay = useQuery(openPurchasesQuery(client, userId));
  const ordered = new Set(
    (underWay.data ?? [])
      .filter(({ course_id: course, state }) => course === courseId && state !== 'failed')
      .flatMap(({ trainee_ids: ids }) => ids),
  );

  const toggle = (trainees: readonly Trainee[], on: boolean) => {
    const next = new Map(chosen);
    for (const trainee of trainees) {
      if (on && next.size < MOST_PARTICIPANTS) next.set(trainee.id, fullName(trainee));
      else if (!on) next.delete(trainee.id);
    }
    onChange(next);
  };

  return (
    <Stack gap={1.5}>
      <SearchField
        label="Teilnehmende suchen"
        placeholder="Name oder E-Mail"
        value={search}
        onChange={(typed) => {
          setSearch(typed);
          setPage(1);
        }}
      />
      <QueryPart query={query} title="Ihre aktiven PiW" loading={<SkeletonRows count={6} />}>
        {({ trainees, total, page: shownPage }) => {
          if (booked === undefined)
            return (
              <QueryPart query={bookedQuery} title="Ihre aktiven PiW" loading={<SkeletonRows count={6} />}>
                {() => null}
              </QueryPart>
            );
          if (total === 0)
            return search === '' ? (
              <NoTrainees />
            ) : (
              <NoResults title="Keine PiW gefunden" onClear={() => setSearch('')} clearLabel="Suche leeren" />
            );
          const free = trainees.filter(({ id }) => booked?.has(id) !== true && !ordered.has(id));
          const all = free.length > 0 && free.every(({ id }) => chosen.has(id));
          return (
            <>
              <Row>
                <Button size="small" disabled={free.length === 0} onClick={() => toggle(free, !all)}>
                  {all ? 'Auswahl dieser Seite aufheben' : 'Alle auf dieser Seite auswählen'}
                </Button>
              </Row>
              <Stack as="ul" role="list" gap={0} sx={{ listStyle: 'none', padding: 0 }}>
                {trainees.map((trainee) => {
                  const taken = booked?.has(trainee.id) === true;
                  return (
                    <li key={trainee.id}>
                      <Checkbox
                        label={`${fullName(trainee)} (${trainee.email})`}
                        hint={hintOf(trainee, taken, ordered.has(trainee.id))}
                        checked={chosen.has(trainee.id)}
                        disabled={
                          taken ||
                          (!chosen.has(trainee.id) && (ordered.has(trainee.id) || chosen.size >= MOST_PARTICIPANTS))
                        }
                        onChange={({ target }) => toggle([trainee], target.checked)}
                      />
                    </li>
                  );
                })}
              </Stack>
              <Pagination
                page={shownPage}
                pageSize={PAGE_SIZE}
                total={total}
                onChange={setPage}
                label="Seiten der PiW"
              />
            </>
          );
        }}
      </QueryPart>
    </Stack>
  );
}

function hintOf({ is_sample }: Trainee, taken: boolean, ordered: boolean): string | undefined {
  const hints = [
    is_sample && 'Beispiel: erfundene Person',
    taken && 'Hat diesen Kurs bereits',
    ordered && !taken && 'Ist schon bestellt, die Zahlung steht noch aus',
  ].filter(Boolean);
  return hints.length === 0 ? undefined : hints.join(' · ');
}

function NoTrainees() {
  return (
    <EmptyState
      icon="trainees"
      title="Keine aktiven PiW"
      action={
        <ButtonLink component={Link} to={paths.invite} icon="invite">
          PiW einladen
        </ButtonLink>
      }
    >
      Kurse werden für aktive PiW Ihrer Weiterbildungsstätte gebucht.
    </EmptyState>
  );
}
