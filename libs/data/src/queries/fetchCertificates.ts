import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { competencySchema } from '../rows/course';
import { readRows } from '../errors';
import { datePartSchema } from '../rows/date-part';
import { APPOINTMENT_FORMATS, APPOINTMENT_TYPES } from './fetchAppointments';

/** A row of `nemus_certificates`: the facts at the time of issue, independent of later changes to profile or course. */
export const certificateSchema = z.object({
  id: z.string(),
  /** `completion`: something was completed; `attendance`: the person was present, nothing more. */
  kind: z.enum(['completion', 'attendance']),
  /** The appointment that was attended; null for other certificates, and when it was deleted. */
  appointment_id: z.string().nullable(),
  /** The holder, by the account's name at the time. */
  holder: z.string(),
  /** The issuer's number. */
  number: z.string(),
  title: z.string(),
  issuer: z.string(),
  /** Empty on certificates of earlier versions. */
  issuer_address: z.string().default(''),
  competency: competencySchema.nullable(),
  /** Teaching units of 45 minutes; 0 for an attendance without units. */
  units: z.number(),
  /** What was taught; may be empty. */
  content: z.string(),
  /** For an attendance. Times are ISO 8601. */
  session: z
    .object({
      type: z.enum(APPOINTMENT_TYPES),
      format: z.enum(APPOINTMENT_FORMATS),
      starts_at: z.string(),
      ends_at: z.string(),
      instructor: z.string(),
      /** The attended parts of a date in several, with the attended units. */
      parts: z.array(datePartSchema.omit({ id: true })).default([]),
    })
    .nullable(),
  /** `YYYY-MM-DD`. */
  issued_on: z.string(),
  /** Certifies nothing: part of the sample data. */
  is_sample: z.boolean(),
  /** ISO 8601; since when it is no longer valid. */
  revoked_at: z.string().nullable().default(null),
});
export type Certificate = z.infer<typeof certificateSchema>;

/** The account's certificates, newest first. The request issues those that are due. */
export async function fetchCertificates(client: DataClient): Promise<readonly Certificate[]> {
  return readRows(await client.rpc('nemus_my_certificates'), z.array(certificateSchema));
}

/** @param userId whose certificates the cache holds; the database uses the session */
export const certificatesQuery = (client: DataClient, userId: string) =>
  queryOptions({
    queryKey: ['profile', 'certificates', userId],
    queryFn: () => fetchCertificates(client),
  });
