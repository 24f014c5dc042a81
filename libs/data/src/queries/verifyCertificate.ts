import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { APPOINTMENT_FORMATS, APPOINTMENT_TYPES } from './fetchAppointments';

const verdictSchema = z.object({
  /** `sample`: sample data, certifies nothing. */
  status: z.enum(['genuine', 'revoked', 'sample', 'unknown']),
  /** The printed number; null for an unknown one. */
  number: z.string().nullable(),
  /** ISO 8601; since when it is no longer valid. */
  revoked_at: z.string().nullable(),
  /** The printed facts; also null for a revoked certificate whose account is gone. */
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

/** Checks whether a certificate is genuine; needs no session. */
export async function verifyCertificate(client: DataClient, number: string): Promise<CertificateVerdict> {
  return readRows(await client.rpc('nemus_verify_certificate', { p_number: number }), verdictSchema);
}
