import { formatLongDate, Stack, Text } from '@nemus/ui';
import { CalendarEntry } from './CalendarEntry';
import type { DatesByDay } from './dates-by-day';

/** A month on a phone: the days that have dates, below each other. */
export function MonthDays({
  first,
  next,
  today,
  days,
}: {
  first: string;
  /** The first day of the next month. */
  next: string;
  today: string;
  days: DatesByDay;
}) {
  const shown = [...days].filter(([day]) => day >= first && day < next).toSorted(([a], [b]) => a.localeCompare(b));
  if (shown.length === 0) return <Text tone="muted">In diesem Monat ist kein Termin.</Text>;
  return (
    <Stack as="ol" role="list" gap={2} sx={{ listStyle: 'none', padding: 0 }}>
      {shown.map(([day, dates]) => (
        <Stack as="li" key={day} gap={0.75}>
          <Text as="h3" variant="label">
            {formatLongDate(`${day}T12:00:00Z`)}
            {day === today ? ' (heute)' : ''}
          </Text>
          {dates.map((date) => (
            <CalendarEntry key={`${date.id} ${date.starts_at}`} date={date} />
          ))}
        </Stack>
      ))}
    </Stack>
  );
}
