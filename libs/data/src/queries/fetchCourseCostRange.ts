import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const rowsSchema = z.array(z.object({ credit_cost: z.number() }));

/** Cheapest and dearest active course, in credits. */
export interface CourseCostRange {
  readonly least: number;
  readonly most: number;
}

/** Costs of courses in credits, from the catalogue (S-4.7). Null without courses. */
export async function fetchCourseCostRange(client: DataClient): Promise<CourseCostRange | null> {
  const first = (ascending: boolean) =>
    client
      .from('nemus_courses')
      .select('credit_cost')
      .eq('is_active', true)
      .order('credit_cost', { ascending })
      .limit(1);
  const [least, most] = await Promise.all([first(true), first(false)]);
  const [cheapest] = await readRows(least, rowsSchema);
  const [dearest] = await readRows(most, rowsSchema);
  return cheapest && dearest ? { least: cheapest.credit_cost, most: dearest.credit_cost } : null;
}

export const courseCostRangeQuery = (client: DataClient) =>
  queryOptions({
    queryKey: ['courses', 'credit-cost-range'],
    queryFn: () => fetchCourseCostRange(client),
    staleTime: 60_000,
  });
