import { useLocation } from 'react-router-dom';
import { z } from 'zod';

const listStateSchema = z.object({ listSearch: z.string() });

/** State of a link from a list: going back restores its search, filter and page. */
export function listState(search: string) {
  return { listSearch: search };
}

/** Query of the list that led here; empty after a direct link. */
export function useListSearch(): string {
  const { state } = useLocation();
  const parsed = listStateSchema.safeParse(state);
  return parsed.success ? parsed.data.listSearch : '';
}
