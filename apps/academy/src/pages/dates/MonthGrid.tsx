import { addDays } from '@nemus/area/calendar';
import { Box, formatLongDate, Stack, Surface, Text } from '@nemus/ui';
import { CalendarEntry } from './CalendarEntry';
import type { DatesByDay } from './dates-by-day';

const WEEKDAYS = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'] as const;

/** A month as a table of weeks, from Monday on. */
export function MonthGrid({
  month,
  gridFirst,
  next,
  today,
  days,
}: {
  /** `yyyy-MM`. */
  month: string;
  /** The Monday on or before the first day. */
  gridFirst: string;
  /** The first day of the next month. */
  next: string;
  today: string;
  days: DatesByDay;
}) {
  const weeks: string[] = [];
  for (let week = gridFirst; week < next; week = addDays(week, 7)) weeks.push(week);
  return (
    <Box component="table" sx={{ width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' }}>
      <thead>
        <tr>
          {WEEKDAYS.map((weekday) => (
            <Text as="th" key={weekday} variant="caption" tone="muted" sx={{ textAlign: 'start', padding: 0.75 }}>
              {weekday}
            </Text>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week}>
            {WEEKDAYS.map((weekday, index) => {
              const day = addDays(week, index);
              return (
                <Day key={weekday} day={day} outside={!day.startsWith(month)} isToday={day === today} days={days} />
              );
            })}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

function Day({ day, outside, isToday, days }: { day: string; outside: boolean; isToday: boolean; days: DatesByDay }) {
  return (
    <Surface
      as="td"
      kind={outside ? 'sunken' : 'raised'}
      padding="none"
      sx={{ verticalAlign: 'top', height: 104, padding: 0.75, borderRadius: 0 }}
      aria-current={isToday ? 'date' : undefined}
    >
      <Stack gap={0.5}>
        <Text variant="caption" numeric strong={isToday} tone={isToday ? 'primary' : 'muted'}>
          <time dateTime={day} aria-label={formatLongDate(`${day}T12:00:00Z`)}>
            {isToday ? `Heute, ${Number(day.slice(8))}.` : `${Number(day.slice(8))}.`}
          </time>
        </Text>
        {(days.get(day) ?? []).map((date) => (
          <CalendarEntry key={`${date.id} ${date.starts_at}`} date={date} />
        ))}
      </Stack>
    </Surface>
  );
}
