import type { ReactNode } from 'react';
import { Box, formatLongDate, Stack, Surface, Text } from '@nemus/ui';
import { addDays, weekdayOf } from './berlin';
import type { CalendarItem, ItemsByDay } from './by-day';

const WEEKDAYS = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'] as const;

/** Weeks as a table, from Monday on: a month, or one week. */
export function WeekGrid<T extends CalendarItem>({
  first,
  next,
  today,
  days,
  entry,
}: {
  /** The first day, `yyyy-MM-dd`; days of its week before it are shown as outside. */
  first: string;
  /** The day after the last one. */
  next: string;
  today: string;
  days: ItemsByDay<T>;
  /** Draws an item. */
  entry: (item: T) => ReactNode;
}) {
  const weeks: string[] = [];
  for (let week = mondayOf(first); week < next; week = addDays(week, 7)) weeks.push(week);
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
                <Day key={weekday} day={day} outside={day < first || day >= next} isToday={day === today}>
                  {(days.get(day) ?? []).map(entry)}
                </Day>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

/** The Monday on or before a day. */
export const mondayOf = (day: string): string => addDays(day, -weekdayOf(day));

function Day({
  day,
  outside,
  isToday,
  children,
}: {
  day: string;
  outside: boolean;
  isToday: boolean;
  children: ReactNode;
}) {
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
        {children}
      </Stack>
    </Surface>
  );
}
