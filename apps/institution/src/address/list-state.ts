import { useLocation } from 'react-router-dom';
import { z } from 'zod';

const listStateSchema = z.object({ listSearch: z.string() });

/** State of a link from a list: the way back leads to the same search, filter and page. */
export function listState(search: string) {
  return { listSearch: search };
}

/** Query of the list that led here; empty when somebody came by a link. */
export function useListSearch(): string {
  const { state } = useLocation();
  const parsed = listStateSchema.safeParse(state);
  return parsed.success ? parsed.data.listSearch : '';
}
