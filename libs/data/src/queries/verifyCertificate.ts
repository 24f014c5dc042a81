import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { APPOINTMENT_FORMATS, APPOINTMENT_TYPES } from './fetchAppointments';

const verdictSchema = z.object({
  /** `sample`: of the sample data, certifies nothing. */
  status: z.enum(['genuine', 'revoked', 'sample', 'unknown']),
  /** As it is written on the paper; null for one that is unknown. */
  number: z.string().nullable(),
  /** ISO 8601; since when it does not hold any more. */
  revoked_at: z.string().nullable(),
  /** What the paper shows; null also for a revoked one whose account is gone. */
  certificate: z
    .object({
      kind: z.enum(['completion', 'attendance', 'logbook']),
      holder: z.string(),
      title: z.string(),
      issuer: z.string(),
      units: z.number(),
      /** `YYYY-MM-DD`. */
      issued_on: z.string(),
      session: z
        .object({
          type: z.enum(APPOINTMENT_TYPES),
          format: z.enum(APPOINTMENT_FORMATS),
          starts_at: z.string(),
          ends_at: z.string(),
        })
        .nullable(),
    })
    .nullable(),
});
/** Whether a certificate is genuine. */
export type CertificateVerdict = z.infer<typeof verdictSchema>;

/** Asks whether a certificate is genuine; needs no session. */
export async function verifyCertificate(client: DataClient, number: string): Promise<CertificateVerdict> {
  return readRows(await client.rpc('nemus_verify_certificate', { p_number: number }), verdictSchema);
}
