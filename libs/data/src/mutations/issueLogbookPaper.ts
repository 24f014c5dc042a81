import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { competencySchema } from '../rows/course';
import { confirmerRoleSchema } from '../rows/confirmer-roles';
import { paperSignerSchema } from '../rows/paper-signer';
import { competencyLevelSchema, entryAttributesSchema, hourCategorySchema } from '../rows/requirements';

const paperEntrySchema = entryAttributesSchema.extend({
  id: z.string(),
  /** `yyyy-MM-dd` */
  done_on: z.string(),
  category: hourCategorySchema,
  minutes: z.number(),
  competency: competencySchema.nullable(),
  level: competencyLevelSchema.nullable(),
  note: z.string(),
  /** Code of the treatment; null without one. */
  case: z.string().nullable(),
  site: z.string().nullable(),
  confirmed_by: z.string(),
  /** ISO 8601 */
  confirmed_at: z.string(),
  role: confirmerRoleSchema.nullable(),
  as_deputy: z.boolean(),
  /** Names of the confirmation; null before names were kept. */
  trainee: z.string().nullable(),
  institution: z.string().nullable(),
  /** The entry that this one corrects. */
  corrects: z.string().nullable(),
  /** A confirmed correction has replaced it: it no longer counts. */
  replaced: z.boolean(),
  /** Of a certificate from elsewhere: `note` is its title and `done_on` its last day. Null for hours. */
  certificate: z
    .object({ issuer: z.string(), started_on: z.string().nullable(), sha256: z.string() })
    .nullable()
    .default(null),
});
export type PaperEntry = z.infer<typeof paperEntrySchema>;

const paperSchema = z.object({
  number: z.string(),
  /** ISO 8601 */
  issued_at: z.string(),
  holder: z.string(),
  /** Days `yyyy-MM-dd`; what the person has not entered is null or empty. */
  person: z
    .object({
      birth_date: z.string().nullable(),
      chamber: z.string(),
      field: z.string().nullable(),
      procedure: z.string().nullable(),
      started_on: z.string().nullable(),
      expected_end_on: z.string().nullable(),
    })
    .nullable()
    .default(null),
  requirement_set: z
    .object({ name: z.string(), chamber: z.string(), version: z.string(), source: z.string() })
    .nullable(),
  sites: z.array(
    z.object({ name: z.string(), started_on: z.string(), ended_on: z.string().nullable(), share: z.number() }),
  ),
  entries: z.array(paperEntrySchema),
  /** What counts besides entries: attended dates, completed courses, certificates from elsewhere. */
  courses: z
    .array(
      z.object({
        title: z.string(),
        kind: z.string(),
        done_on: z.string(),
        category: hourCategorySchema,
        minutes: z.number(),
      }),
    )
    .default([]),
  /** Minutes of each category, of the entries that count. */
  sums: z.partialRecord(hourCategorySchema, z.number()),
  minutes: z.number(),
  /** Everyone who confirmed, each once. */
  signers: z.array(paperSignerSchema),
  /** The newest link of the logbook's hash chain. */
  last_step: z.object({ number: z.number(), hash: z.string() }).nullable(),
});
/** A printed logbook, under a number that proves whether it is genuine. */
export type LogbookPaper = z.infer<typeof paperSchema>;

/** Issues the account's current logbook. Fails with `paper_limit`. */
export async function issueLogbookPaper(client: DataClient): Promise<LogbookPaper> {
  return readRows(await client.rpc('nemus_issue_logbook_paper'), paperSchema);
}
