import type { ReactNode } from 'react';
import type { SeminarDate } from '@nemus/data';
import { Box, Row, Stack, StatusChip, Surface, Text } from '@nemus/ui';
import { formatPeriod } from '../appointments/parts';
import { DateBlock } from '../appointments/DateBlock';
import { PartList } from '../appointments/PartList';
import { deadlineOf, placesLeft, whereAndWho } from './date-words';

/** One date of a seminar: time, place, capacity and actions. */
export function SeminarDateRow({ date, children }: { date: SeminarDate; children?: ReactNode }) {
  const { starts_at, own_status, own_position, free_places, is_changeable } = date;
  return (
    <Surface as="li" padding="small">
      <Row align="start" gap={2} justify="between">
        <Row align="start" gap={2} wrap={false} sx={{ flex: '1 1 18rem' }}>
          <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
            <DateBlock moment={starts_at} />
          </Box>
          <Stack gap={0.5} sx={{ flex: 1 }}>
            <Text strong numeric>
              {formatPeriod(date)}
            </Text>
            <PartList parts={date.parts} needed={date.parts_needed} />
            <Text variant="small" tone="muted">
              {whereAndWho(date)}
            </Text>
            <Row gap={0.75}>
              {own_status === 'confirmed' && <StatusChip tone="success">Ihr Termin</StatusChip>}
              {own_status === 'waitlist' && (
                <StatusChip tone="warning">{`Warteliste, Platz ${own_position ?? 1}`}</StatusChip>
              )}
              <StatusChip tone={free_places > 0 ? 'neutral' : 'warning'}>{placesLeft(date)}</StatusChip>
            </Row>
            <Text variant="caption" tone="muted" numeric>
              {is_changeable
                ? `Wählbar und änderbar bis ${deadlineOf(date)}`
                : `Die Frist endete am ${deadlineOf(date)}`}
            </Text>
          </Stack>
        </Row>
        {children}
      </Row>
    </Surface>
  );
}
