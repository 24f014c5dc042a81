import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { competencySchema } from '../rows/course';
import { readPages } from './pages';

/** A row of `nemus_certificates`. */
export const certificateSchema = z.object({
  id: z.string(),
  /** Number that the issuer keeps it under. */
  number: z.string(),
  title: z.string(),
  issuer: z.string(),
  competency: competencySchema.nullable(),
  /** Teaching units of 45 minutes. */
  units: z.number(),
  /** `YYYY-MM-DD`. */
  issued_on: z.string(),
});
export type Certificate = z.infer<typeof certificateSchema>;

/** The account's certificates, the latest first. */
export function fetchCertificates({ rest }: DataClient, userId: string): Promise<Certificate[]> {
  return readPages(
    (from, to) =>
      rest
        .from('nemus_certificates')
        .select('id, number, title, issuer, competency, units, issued_on', { count: 'exact' })
        .eq('user_id', userId)
        .order('issued_on', { ascending: false })
        .order('id')
        .range(from, to),
    z.array(certificateSchema),
  );
}

export const certificatesQuery = (client: DataClient, userId: string) =>
  queryOptions({
    queryKey: ['profile', 'certificates', userId],
    queryFn: () => fetchCertificates(client, userId),
  });
