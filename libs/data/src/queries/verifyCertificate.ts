import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { paperSignerSchema } from '../rows/paper-signer';
import { hourCategorySchema } from '../rows/requirements';
import { APPOINTMENT_FORMATS, APPOINTMENT_TYPES } from './fetchAppointments';

/** Listed lines, and the minutes by category of those that count. */
const linesSchema = z.object({ count: z.number(), sums: z.partialRecord(hourCategorySchema, z.number()) });

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
      /** Empty on older certificates and on logbooks. */
      issuer_address: z.string().default(''),
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
  /** The person has another name since. */
  renamed: z.boolean().default(false),
  /** More of a printed logbook; null for certificates. */
  logbook: z
    .object({
      /** Minutes by category; null on papers of earlier versions, as are the signers. */
      sums: z.partialRecord(hourCategorySchema, z.number()).nullable(),
      /** Hours; on papers without `certificates`, also those. */
      entries: z.number(),
      signers: z.array(paperSignerSchema).nullable(),
      /** Minutes by setting; null on papers of earlier versions, as are the courses. */
      settings: z
        .partialRecord(z.enum(['outpatient', 'inpatient']), z.number())
        .nullable()
        .default(null),
      /** Minutes by value of each other attribute, and of `site`; null on papers of earlier versions. */
      attributes: z.record(z.string(), z.record(z.string(), z.number())).nullable().default(null),
      courses: linesSchema.nullable().default(null),
      /** From elsewhere; null on papers of earlier versions. */
      certificates: linesSchema.nullable().default(null),
      /** The state that was printed: the newest step, and its hash. */
      step: z.number().nullable(),
      hash: z.string().nullable(),
      /** Hours were confirmed, or a certificate was revoked, since. */
      newer: z.boolean(),
    })
    .nullable()
    .default(null),
});
/** Whether a certificate is genuine. */
export type CertificateVerdict = z.infer<typeof verdictSchema>;

/** Checks whether a certificate is genuine; needs no session. */
export async function verifyCertificate(client: DataClient, number: string): Promise<CertificateVerdict> {
  return readRows(await client.rpc('nemus_verify_certificate', { p_number: number }), verdictSchema);
}
