import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import {
  addDays,
  addMonths,
  berlinDay,
  berlinMidnight,
  byDay,
  DayList,
  mondayOf,
  WeekGrid,
} from '@nemus/area/calendar';
import { teachingDatesQuery, type TeachingDate } from '@nemus/data';
import { Button, formatCount, formatMonth, Row, SkeletonRows, Stack, Text, useMobile } from '@nemus/ui';
import { CalendarEntry } from './CalendarEntry';
import type { DateList } from './date-address';
import { useCurrentMinute } from './useCurrentMinute';

/** Maximum number of dates of a month on one page; beyond it the calendar shows a hint. */
const MOST = 500;

/** All dates of a month: a grid of weeks, on phones the days below each other. Conflicts are marked in words. */
export function DateCalendar({ list, onChange }: { list: DateList; onChange: (changed: Partial<DateList>) => void }) {
  const mobile = useMobile();
  const today = berlinDay(new Date(useCurrentMinute()));
  const month = list.month === '' ? today.slice(0, 7) : list.month;
  const first = `${month}-01`;
  const next = `${addMonths(month, 1)}-01`;
  // Dates of several days that began before the month, too.
  const from = addDays(mondayOf(first), -14);
  const until = addDays(next, 7);
  const query = useQuery(
    teachingDatesQuery(
      useDataClient(),
      {
        from: berlinMidnight(from),
        until: berlinMidnight(until),
        courseId: list.courseId === '' ? null : list.courseId,
        teacherId: list.teacherId === '' ? null : list.teacherId,
        roomId: list.roomId === '' ? null : list.roomId,
        latestFirst: false,
      },
      MOST,
    ),
  );
  const show = (shown: string) => onChange({ month: shown === today.slice(0, 7) ? '' : shown });
  return (
    <Stack gap={2}>
      <Row justify="between">
        <Text as="h2" variant="heading" aria-live="polite">
          {formatMonth(`${first}T12:00:00Z`)}
        </Text>
        <Row gap={0.5}>
          <Button size="small" icon="chevron-left" onClick={() => show(addMonths(month, -1))}>
            Vorheriger Monat
          </Button>
          <Button size="small" disabled={list.month === ''} onClick={() => onChange({ month: '' })}>
            Heute
          </Button>
          <Button size="small" iconEnd="chevron-right" onClick={() => show(addMonths(month, 1))}>
            Nächster Monat
          </Button>
        </Row>
      </Row>
      <QueryPart query={query} title="Der Kalender" loading={<SkeletonRows count={5} height={96} />}>
        {({ dates, total }) => {
          const inMonth = dates.filter(
            ({ starts_at, ends_at }) => berlinDay(starts_at) < next && berlinDay(ends_at) >= first,
          );
          const colliding = inMonth.filter(({ conflicts }) => conflicts.length > 0).length;
          const days = byDay(dates);
          return (
            <Stack gap={1.5} aria-busy={query.isPlaceholderData || undefined}>
              <Text variant="small" tone={colliding > 0 ? 'error' : 'muted'} role="status">
                {formatCount(inMonth.length, 'Termin', 'Termine')}
                {colliding > 0
                  ? `, davon ${formatCount(colliding, 'mit Konflikt', 'mit Konflikten')}`
                  : ', ohne Konflikt'}
                {total > MOST ? '. Es gibt mehr, als hier stehen: Bitte wählen Sie Kurs oder Person.' : ''}
              </Text>
              {mobile ? (
                <DayList
                  {...{ first, next, today, days }}
                  none="In diesem Monat ist kein Termin."
                  entry={(date: TeachingDate) => <CalendarEntry key={`${date.id} ${date.starts_at}`} date={date} />}
                />
              ) : (
                <WeekGrid
                  {...{ first, next, today, days }}
                  entry={(date: TeachingDate) => <CalendarEntry key={`${date.id} ${date.starts_at}`} date={date} />}
                />
              )}
            </Stack>
          );
        }}
      </QueryPart>
    </Stack>
  );
}
