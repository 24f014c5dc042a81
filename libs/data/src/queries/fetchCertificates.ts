import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { competencySchema } from '../rows/course';
import { readRows } from '../errors';
import { APPOINTMENT_FORMATS, APPOINTMENT_TYPES } from './fetchAppointments';

/** A row of `nemus_certificates`: what was certified when it was issued, whatever profile or course say now. */
export const certificateSchema = z.object({
  id: z.string(),
  /** `completion`: something was completed; `attendance`: somebody was there, which is all that it says. */
  kind: z.enum(['completion', 'attendance']),
  /** The appointment that was attended; null for other certificates, and when it was deleted since. */
  appointment_id: z.string().nullable(),
  /** Whose it is, as the account was called then. */
  holder: z.string(),
  /** Number that the issuer keeps it under. */
  number: z.string(),
  title: z.string(),
  issuer: z.string(),
  competency: competencySchema.nullable(),
  /** Teaching units of 45 minutes; 0 for an attendance without. */
  units: z.number(),
  /** What was taught; may be empty. */
  content: z.string(),
  /** Of an attendance. Times are ISO 8601. */
  session: z
    .object({
      type: z.enum(APPOINTMENT_TYPES),
      format: z.enum(APPOINTMENT_FORMATS),
      starts_at: z.string(),
      ends_at: z.string(),
      instructor: z.string(),
    })
    .nullable(),
  /** `YYYY-MM-DD`. */
  issued_on: z.string(),
  /** Certifies nothing: stands for what the sample set says that somebody did. */
  is_sample: z.boolean(),
  /** ISO 8601; since when it does not hold any more. */
  revoked_at: z.string().nullable().default(null),
});
export type Certificate = z.infer<typeof certificateSchema>;

/** The account's certificates, the latest first. What is due by now is issued with the question. */
export async function fetchCertificates(client: DataClient): Promise<readonly Certificate[]> {
  return readRows(await client.rpc('nemus_my_certificates'), z.array(certificateSchema));
}

/** @param userId whose certificates the cache holds; the database itself asks the session */
export const certificatesQuery = (client: DataClient, userId: string) =>
  queryOptions({
    queryKey: ['profile', 'certificates', userId],
    queryFn: () => fetchCertificates(client),
  });
