import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { datePreviewQuery, type DatePlan } from '@nemus/data';
import { Text } from '@nemus/ui';
import { PreviewedDays } from './PreviewedDays';

/** Preview of a plan's days with their collisions. */
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
  return <PreviewedDays query={query} label="Termine, die entstehen" none="So entsteht kein Termin." />;
}
