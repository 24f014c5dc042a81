import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { DataError, datePreviewQuery, type DatePlan } from '@nemus/data';
import { Alert, Chip, formatCount, formatLongDate, Row, SkeletonRows, Stack, Text } from '@nemus/ui';
import { conflictText, timesOf } from './date-words';

/** The days that a plan makes, and what each would collide with, before anything is saved. */
export function PlanPreview({ plan, except }: { plan: DatePlan; except: string | null }) {
  const { day, starts, ends, ends_day, change_until, series, format, location, teacher_ids } = plan;
  const asked = {
    day,
    starts,
    ends,
    ...(ends_day !== undefined && { ends_day }),
    change_until,
    series,
    format,
    location,
    teacher_ids,
  };
  const ready = day !== '' && starts !== '' && ends !== '' && (series === null || series.until !== '');
  const query = useQuery({ ...datePreviewQuery(useDataClient(), asked, except), enabled: ready });
  if (!ready)
    return (
      <Text variant="small" tone="muted">
        Nach Tag, Beginn und Ende sehen Sie hier, welche Termine entstehen.
      </Text>
    );
  if (query.isPending) return <SkeletonRows count={2} />;
  if (query.isError)
    return (
      <Text variant="small" tone="error" role="status">
        {query.error instanceof DataError ? query.error.message : 'Die Vorschau ist gerade nicht möglich.'}
      </Text>
    );
  const colliding = query.data.filter(({ conflicts }) => conflicts.length > 0).length;
  return (
    <Stack gap={1}>
      <Text variant="small" role="status" strong>
        {formatCount(query.data.length, 'Termin', 'Termine')}
        {colliding === 0 ? ', ohne Konflikt' : `, davon ${formatCount(colliding, 'mit Konflikt', 'mit Konflikten')}`}
      </Text>
      {colliding > 0 && (
        <Alert tone="warning">So lässt sich nichts speichern: Ort und Lehrende können nur an einem Termin sein.</Alert>
      )}
      <Stack
        as="ol"
        gap={1}
        sx={{ listStyle: 'none', padding: 0, maxHeight: '20rem', overflowY: 'auto' }}
        tabIndex={0}
        aria-label="Termine, die entstehen"
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
            </Row>
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
