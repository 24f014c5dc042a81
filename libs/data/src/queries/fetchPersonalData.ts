import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** A row of `nemus_personal_data`. Missing texts are empty, missing dates null. */
export const personalDataSchema = z.object({
  phone: z.string(),
  street: z.string(),
  postal_code: z.string(),
  city: z.string(),
  /** `YYYY-MM-DD`. */
  birth_date: z.string().nullable(),
});
export type PersonalData = z.infer<typeof personalDataSchema>;

/** The account's personal data. Null for accounts that have none, such as institutions. */
export async function fetchPersonalData(client: DataClient, userId: string): Promise<PersonalData | null> {
  return readRows(
    await client
      .from('nemus_personal_data')
      .select('phone, street, postal_code, city, birth_date')
      .eq('user_id', userId)
      .maybeSingle(),
    personalDataSchema.nullable(),
  );
}

export const personalDataQuery = (client: DataClient, userId: string) =>
  queryOptions({
    queryKey: ['profile', 'personal-data', userId],
    queryFn: () => fetchPersonalData(client, userId),
  });
