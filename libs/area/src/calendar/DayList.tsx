import type { ReactNode } from 'react';
import { formatLongDate, Stack, Text } from '@nemus/ui';
import type { CalendarItem, ItemsByDay } from './by-day';

/** A week or month on a phone: the days that have items, below each other. */
export function DayList<T extends CalendarItem>({
  first,
  next,
  today,
  days,
  none,
  entry,
}: {
  first: string;
  /** The day after the last one. */
  next: string;
  today: string;
  days: ItemsByDay<T>;
  /** Text without any. */
  none: string;
  /** Draws an item. */
  entry: (item: T) => ReactNode;
}) {
  const shown = [...days].filter(([day]) => day >= first && day < next).toSorted(([a], [b]) => a.localeCompare(b));
  if (shown.length === 0) return <Text tone="muted">{none}</Text>;
  return (
    <Stack as="ol" role="list" gap={2} sx={{ listStyle: 'none', padding: 0 }}>
      {shown.map(([day, items]) => (
        <Stack as="li" key={day} gap={0.75}>
          <Text as="h3" variant="label">
            {formatLongDate(`${day}T12:00:00Z`)}
            {day === today ? ' (heute)' : ''}
          </Text>
          {items.map(entry)}
        </Stack>
      ))}
    </Stack>
  );
}
