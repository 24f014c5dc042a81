import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { movePreviewQuery, type DateTimes } from '@nemus/data';
import { PreviewedDays } from './PreviewedDays';

/** Preview of the new times of a date, or of it and the later ones of its series. */
export function MovePreview({ id, following, times }: { id: string; following: boolean; times: DateTimes }) {
  const query = useQuery(movePreviewQuery(useDataClient(), { id, following, times }));
  return <PreviewedDays query={query} label="Termine, die sich verschieben" none="Diese Zeiten gelten schon." />;
}
