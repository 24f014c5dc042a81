import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { datePreviewQuery, type DatePlan } from '@nemus/data';
import { isDay, readTime, Text } from '@nemus/ui';
import { canPreview } from './date-form';
import { PreviewedDays } from './PreviewedDays';

/** Preview of a plan's days with their collisions. */
export function PlanPreview({ plan, except }: { plan: DatePlan; except: string | null }) {
  const { day, starts, ends, ends_day, change_until, series, format, room_id, location, teacher_ids, parts } = plan;
  const asked = {
    day,
    starts,
    ends,
    ...(ends_day !== undefined && { ends_day }),
    change_until,
    series,
    format,
    room_id: room_id ?? null,
    location,
    teacher_ids,
    ...(parts && { parts }),
  };
  const isPlanned = (parts ?? [plan]).every((part) => canPreview({ ...part, endsDay: part.ends_day ?? '' }));
  const [untilDay = '', untilTime = ''] = (change_until ?? '').split('T');
  const isLimited = change_until === null || (isDay(untilDay) && readTime(untilTime) === untilTime);
  const ready = isPlanned && isLimited && (series?.until === undefined || isDay(series.until));
  const query = useQuery({ ...datePreviewQuery(useDataClient(), asked, except), enabled: ready });
  if (!ready)
    return (
      <Text variant="small" tone="muted">
        Nach Tag, Beginn und einem späteren Ende sehen Sie hier, welche Termine entstehen.
      </Text>
    );
  return (
    <PreviewedDays
      query={query}
      label={parts ? 'Teile des Termins' : 'Termine, die entstehen'}
      none="So entsteht kein Termin."
      inParts={parts !== undefined}
    />
  );
}
