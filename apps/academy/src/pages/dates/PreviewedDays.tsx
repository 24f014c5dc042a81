import type { UseQueryResult } from '@tanstack/react-query';
import { DataError, type DatePreview } from '@nemus/data';
import { Alert, Chip, formatCount, formatLongDate, Row, SkeletonRows, Stack, Text } from '@nemus/ui';
import { conflictText, holidayText, timesOf } from './date-words';

/** Days of a preview with their collisions; an error message if it fails. */
export function PreviewedDays({
  query,
  label,
  none,
  inParts = false,
}: {
  query: UseQueryResult<readonly (DatePreview[number] & { readonly earlier_start?: string })[]>;
  /** Label of the list. */
  label: string;
  /** Text without any days. */
  none: string;
  /** Parts of one date instead of dates. */
  inParts?: boolean;
}) {
  if (query.isPending) return <SkeletonRows count={2} />;
  if (query.isError)
    return (
      <Text variant="small" tone="error" role="status">
        {query.error instanceof DataError ? query.error.message : 'Die Vorschau ist gerade nicht möglich.'}
      </Text>
    );
  if (query.data.length === 0)
    return (
      <Text variant="small" tone="muted" role="status">
        {none}
      </Text>
    );
  const colliding = query.data.filter(({ conflicts }) => conflicts.length > 0).length;
  const onHolidays = query.data.filter(({ holidays }) => holidays.length > 0).length;
  return (
    <Stack gap={1}>
      <Text variant="small" role="status" strong>
        {inParts
          ? formatCount(query.data.length, 'Teil', 'Teile')
          : formatCount(query.data.length, 'Termin', 'Termine')}
        {colliding === 0 ? ', ohne Konflikt' : `, davon ${formatCount(colliding, 'mit Konflikt', 'mit Konflikten')}`}
        {onHolidays > 0 && `, ${formatCount(onHolidays, 'an einem Feiertag', 'an Feiertagen')}`}
      </Text>
      {colliding > 0 && (
        <Alert tone="warning">So lässt sich nichts speichern: Ort und Lehrende können nur an einem Termin sein.</Alert>
      )}
      <Stack
        as="ol"
        gap={1}
        sx={{ listStyle: 'none', padding: 0, maxHeight: '20rem', overflowY: 'auto' }}
        tabIndex={0}
        aria-label={label}
      >
        {query.data.map((date) => (
          <Stack as="li" gap={0.25} key={date.starts_at}>
            <Row gap={1}>
              <Text as="span" variant="small" numeric>
                {formatLongDate(date.starts_at)}, {timesOf(date).split(', ').slice(1).join(', ')}
              </Text>
              {date.conflicts.length > 0 && (
                <Chip tone="error" icon="warning">
                  Konflikt
                </Chip>
              )}
              {date.holidays.length > 0 && (
                <Chip tone="warning" icon="warning">
                  Feiertag
                </Chip>
              )}
            </Row>
            {date.earlier_start !== undefined && (
              <Text variant="caption" tone="muted" numeric>
                bisher {formatLongDate(date.earlier_start)}
              </Text>
            )}
            {date.holidays.map((holiday) => (
              <Text key={`${holiday.day}${holiday.name}`} variant="caption" tone="muted">
                {holidayText(holiday)}
              </Text>
            ))}
            {date.conflicts.map((conflict) => (
              <Text key={`${conflict.kind}${conflict.date_id}${conflict.name}`} variant="caption" tone="error">
                {conflictText(conflict)}
              </Text>
            ))}
          </Stack>
        ))}
      </Stack>
    </Stack>
  );
}
