import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { movePreviewQuery, type DateTimes } from '@nemus/data';
import { PreviewedDays } from './PreviewedDays';

/** Where a date, or it and what follows of its series, comes to stand, before anything is moved. */
export function MovePreview({ id, following, times }: { id: string; following: boolean; times: DateTimes }) {
  const query = useQuery(movePreviewQuery(useDataClient(), { id, following, times }));
  return <PreviewedDays query={query} label="Termine, die sich verschieben" none="Diese Zeiten gelten schon." />;
}
