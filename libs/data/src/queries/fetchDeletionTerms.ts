import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

const termsSchema = z.object({
  purchases: z.boolean(),
  keep_until: z.string().nullable(),
  credits: z.number().int(),
  places: z.number().int(),
  trainees: z.number().int(),
  blocked_by: z.string().nullable(),
});

/** What deleting the signed-in account would mean, and what prevents it. */
export interface DeletionTerms {
  /** Whether it has bought something: its orders and invoices are then kept. */
  readonly hasPurchases: boolean;
  /** The last day on which they must be kept, `yyyy-MM-dd`; null without purchases. */
  readonly keepUntil: string | null;
  /** Credits of an institution that are lost. */
  readonly credits: number;
  /** Future course places that are given up. */
  readonly places: number;
  /** Trainees of an institution that are linked with it. */
  readonly trainees: number;
  /** The code of the refusal; null: nothing prevents it. */
  readonly blockedBy: string | null;
}

export async function fetchDeletionTerms(client: DataClient): Promise<DeletionTerms> {
  const terms = await readRows(await client.rpc('nemus_deletion_terms', {}, { get: true }), termsSchema);
  return {
    hasPurchases: terms.purchases,
    keepUntil: terms.keep_until,
    credits: terms.credits,
    places: terms.places,
    trainees: terms.trainees,
    blockedBy: terms.blocked_by,
  };
}

/** @param userId whose terms the cache holds; the database uses the session */
export const deletionTermsQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['deletion-terms', userId], queryFn: () => fetchDeletionTerms(client) });
