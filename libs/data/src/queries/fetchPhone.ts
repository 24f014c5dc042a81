import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const rowSchema = z.object({
  /** E.164. */
  number: z.string(),
  /** ISO 8601; null until its code is entered. */
  checked_at: z.string().nullable(),
  consented_at: z.string(),
});

/** The mobile number of an account. */
export interface Phone {
  /** The number that gets SMS; null without one. */
  readonly current: { readonly number: string; readonly checkedAt: string } | null;
  /** Waits for its code, and then replaces the current one. */
  readonly waiting: { readonly number: string; readonly askedAt: string } | null;
}

/** The account's own number, and a pending one. */
export async function fetchPhone(client: DataClient, userId: string): Promise<Phone> {
  const rows = await readRows(
    await client
      .from('nemus_phones')
      .select('number, checked_at, consented_at')
      .eq('user_id', userId)
      .is('ended_at', null),
    z.array(rowSchema),
  );
  const phone: { -readonly [Part in keyof Phone]: Phone[Part] } = { current: null, waiting: null };
  for (const { number, checked_at: checkedAt, consented_at: askedAt } of rows) {
    if (checkedAt === null) phone.waiting = { number, askedAt };
    else phone.current = { number, checkedAt };
  }
  return phone;
}

export const phoneQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['phone', userId], queryFn: () => fetchPhone(client, userId) });
