import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient, useExport } from '@nemus/area';
import { berlinDay } from '@nemus/area/calendar';
import {
  fetchTeachingDates,
  teachingDatesQuery,
  type DataClient,
  type TeachingDate,
  type TeachingDateSelection,
} from '@nemus/data';
import {
  Button,
  ButtonLink,
  Card,
  EmptyState,
  formatCount,
  Link as TextLink,
  NoResults,
  Pagination,
  Row,
  SkeletonCards,
  Stack,
  Text,
} from '@nemus/ui';
import { Link } from 'react-router-dom';
import type { DateList } from './date-address';
import { DATE_COLUMNS } from './date-columns';
import { daysFrom, placeOf, timesOf } from './date-words';
import { DateChips } from './DateChips';
import { datePaths } from './date-paths';

const PAGE_SIZE = 25;
/** The database answers with no more at once. */
const MOST_READ = 500;
const EMPTY: Readonly<Record<DateList['time'], string>> = {
  kommend: 'Keine kommenden Termine',
  demnaechst: 'Keine Termine in den nächsten 14 Tagen',
  vergangen: 'Noch keine vergangenen Termine',
  offen: 'Alle Anwesenheiten sind eingetragen',
};

/** Dates below each other: those to come from the next one on, past ones from the last. */
export function DateListPart({ list, onChange }: { list: DateList; onChange: (changed: Partial<DateList>) => void }) {
  const [now] = useState(() => new Date());
  const isPast = list.time === 'vergangen' || list.time === 'offen';
  const client = useDataClient();
  const selection: TeachingDateSelection = {
    from: isPast ? null : now.toISOString(),
    until: isPast ? now.toISOString() : list.time === 'demnaechst' ? daysFrom(now, 14) : null,
    courseId: list.courseId === '' ? null : list.courseId,
    teacherId: list.teacherId === '' ? null : list.teacherId,
    roomId: list.roomId === '' ? null : list.roomId,
    latestFirst: isPast,
    ...(list.time === 'demnaechst' && { state: 'planned' }),
    ...(list.time === 'offen' && { state: 'unticked' }),
  };
  const query = useQuery(teachingDatesQuery(client, selection, PAGE_SIZE, (list.page - 1) * PAGE_SIZE));
  const save = useExport<TeachingDate>();
  const narrowed = list.courseId !== '' || list.teacherId !== '' || list.roomId !== '' || list.time === 'demnaechst';
  return (
    <QueryPart query={query} title="Die Termine" loading={<SkeletonCards count={3} />}>
      {({ total, dates }) =>
        total === 0 ? (
          narrowed ? (
            <NoResults
              title="Keine Termine gefunden"
              onClear={() => onChange({ courseId: '', teacherId: '', roomId: '', time: 'kommend' })}
            />
          ) : (
            <EmptyState
              icon="appointments"
              title={EMPTY[list.time]}
              action={
                <ButtonLink component={Link} to={datePaths.create} variant="primary" icon="add">
                  Termin anlegen
                </ButtonLink>
              }
            >
              Teilnehmer*innen wählen einen Termin ihres Kurses. Legen Sie hier einzelne Termine oder eine Serie an.
            </EmptyState>
          )
        ) : (
          <Stack gap={2} aria-busy={query.isPlaceholderData || undefined}>
            <Row justify="between">
              <Text variant="small" tone="muted" role="status" numeric>
                {formatCount(total, 'Termin', 'Termine')}
              </Text>
              <Button
                size="small"
                icon="download"
                loading={save.isPending}
                onClick={() =>
                  save.mutate({
                    name: `termine-${berlinDay(now)}`,
                    columns: DATE_COLUMNS,
                    rows: () => allDates(client, selection, total),
                  })
                }
              >
                CSV herunterladen
              </Button>
            </Row>
            <Stack as="ul" role="list" gap={1.5} sx={{ listStyle: 'none', padding: 0 }}>
              {dates.map((date) => (
                <DateCard key={date.id} date={date} />
              ))}
            </Stack>
            <Pagination
              page={list.page}
              pageSize={PAGE_SIZE}
              total={total}
              onChange={(page) => onChange({ page })}
              label="Seiten der Termine"
            />
          </Stack>
        )
      }
    </QueryPart>
  );
}

/** All dates of a selection, a page after the other. */
async function allDates(client: DataClient, selection: TeachingDateSelection, total: number) {
  const found: TeachingDate[] = [];
  for (let from = 0; from < total; from += MOST_READ)
    found.push(...(await fetchTeachingDates(client, selection, MOST_READ, from)).dates);
  return found;
}

function DateCard({ date }: { date: TeachingDate }) {
  const people = date.teachers.map(({ name }) => name).join(', ');
  return (
    <Card
      as="li"
      level={2}
      title={
        <TextLink component={Link} to={datePaths.date(date.id)}>
          {date.title}
        </TextLink>
      }
      subtitle={timesOf(date)}
      aside={<DateChips date={date} />}
    >
      <Text variant="small" tone="muted">
        {[placeOf(date), people, date.series_id === null ? '' : 'Serie'].filter(Boolean).join(' · ')}
      </Text>
    </Card>
  );
}
