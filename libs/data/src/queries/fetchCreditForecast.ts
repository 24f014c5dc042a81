import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const forecastSchema = z.object({
  available: z.int(),
  /** Spent within the last `days`, without refunds. */
  used: z.int(),
  days: z.int(),
  /** Why there is a day, or none: only `pace` has one. */
  basis: z.enum(['pace', 'far', 'too_little', 'no_use', 'empty']),
  /** `yyyy-MM-dd` */
  lasts_until: z.string().nullable(),
});
export type CreditForecast = z.infer<typeof forecastSchema>;

/** How long the institution's credits last at the pace of the last months. */
export async function fetchCreditForecast(client: DataClient): Promise<CreditForecast> {
  return readRows(await client.rpc('nemus_credit_forecast', {}, { get: true }), forecastSchema);
}

export const creditForecastQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['credit-balance', 'forecast', userId], queryFn: () => fetchCreditForecast(client) });
