import { z } from 'zod';
import { competencySchema } from './course';
import { confirmerRoleSchema } from './confirmer-roles';
import { certificateFileSchema } from './logbook';
import { competencyLevelSchema, entryAttributesSchema, hourCategorySchema } from './requirements';

/** An entry as its confirmer sees it. Days are `yyyy-MM-dd`, points in time ISO 8601. */
export const entryToConfirmSchema = z.object({
  id: z.string(),
  trainee: z.string(),
  institution: z.string().nullable(),
  /** Its Monday. */
  week: z.string(),
  done_on: z.string(),
  category: hourCategorySchema,
  minutes: z.number(),
  competency: competencySchema.nullable(),
  level: competencyLevelSchema.nullable(),
  note: z.string(),
  site: z.string().nullable(),
  /** Code of a treatment. */
  case: z.string().nullable(),
  submitted_at: z.string().nullable(),
  /** The confirmer that it names. */
  confirmer: z.string().nullable(),
  /** From a list of another program. */
  is_imported: z.boolean().default(false),
  /** Whether the trainee still belongs to the institution. */
  is_linked: z.boolean().default(true),
  /** What it says for the figures of the trainee's set. */
  attributes: entryAttributesSchema.partial().default({}),
  /** Of a certificate from elsewhere: `note` is its title and `done_on` its last day. Null for hours. */
  certificate: z
    .object({
      issuer: z.string(),
      started_on: z.string().nullable(),
      is_before_training: z.boolean(),
      /** Null for readers who may not see it. */
      file: certificateFileSchema.nullable(),
    })
    .nullable()
    .default(null),
  /** The confirmed entry that it replaces. */
  corrects: z.object({ done_on: z.string(), category: hourCategorySchema, minutes: z.number() }).nullable(),
});
export type EntryToConfirm = z.infer<typeof entryToConfirmSchema>;

/** An entry that waits for an account. */
const inboxEntrySchema = entryToConfirmSchema.extend({ user_id: z.string(), as_deputy: z.boolean() });
export type InboxEntry = z.infer<typeof inboxEntrySchema>;

/** Cursor of the next page of an inbox. */
const inboxPlaceSchema = z.object({ user_id: z.string(), done_on: z.string(), id: z.string() });
export type InboxPlace = z.infer<typeof inboxPlaceSchema>;
export const inboxPageSchema = z.object({ entries: z.array(inboxEntrySchema), next: inboxPlaceSchema.nullable() });
export type InboxPage = z.infer<typeof inboxPageSchema>;

const deputyRowSchema = z.object({
  id: z.string(),
  deputy_id: z.string(),
  name: z.string(),
  valid_from: z.string(),
  valid_until: z.string(),
});
export type DeputyRow = z.infer<typeof deputyRowSchema>;

/** How often an account gets mails about entries that wait. */
export const CONFIRMING_MAILS = ['immediate', 'daily', 'weekly', 'none'] as const;
export type ConfirmingMails = (typeof CONFIRMING_MAILS)[number];

/** Counts of what an account has to confirm. */
export const signOffStatusSchema = z.object({
  /** At most 1,000. */
  open: z.number(),
  /** The account confirms, and has nothing of a trainee. */
  only: z.boolean().default(false),
  mails: z.enum(CONFIRMING_MAILS).default('weekly'),
  /** Roles that the account has accepted, with its present and coming deputies and who could be one. */
  people: z.array(
    z.object({
      confirmer_id: z.string(),
      name: z.string(),
      institution: z.string().nullable(),
      deputies: z.array(deputyRowSchema).default([]),
      possible_deputies: z.array(z.object({ id: z.string(), name: z.string() })).default([]),
    }),
  ),
  invitations: z.array(
    z.object({
      confirmer_id: z.string(),
      name: z.string(),
      institution: z.string().nullable(),
      roles: z.array(confirmerRoleSchema),
    }),
  ),
  /** Confirmers whose deputy the account is today. */
  deputies: z.array(z.object({ name: z.string(), institution: z.string().nullable(), valid_until: z.string() })),
});
export type SignOffStatus = z.infer<typeof signOffStatusSchema>;

/** A step in an entry's history, from its submission on. */
export const signOffStepSchema = z.object({
  number: z.number(),
  action: z.enum(['submit', 'take_back', 'confirm', 'undo', 'return', 'hand_over']),
  at: z.string(),
  name: z.string(),
  as_deputy: z.boolean(),
  reason: z.string().nullable(),
});
export type SignOffStep = z.infer<typeof signOffStepSchema>;

/** An entry that the account has decided. */
const decidedEntrySchema = entryToConfirmSchema.omit({ note: true }).extend({
  state: z.enum(['confirmed', 'returned']),
  /** ISO 8601 */
  decided_at: z.string(),
  as_deputy: z.boolean(),
  /** For ten minutes, until something relies on it. */
  may_undo: z.boolean(),
});
export type DecidedEntry = z.infer<typeof decidedEntrySchema>;

/** A page of what the account has decided, and how much there is. */
export const decisionsPageSchema = z.object({ entries: z.array(decidedEntrySchema), total: z.number() });
export type DecisionsPage = z.infer<typeof decisionsPageSchema>;

/** Content of the page behind a link. */
export const signOffPageSchema = z.object({
  name: z.string(),
  institution: z.string().nullable(),
  trainee: z.string(),
  expires_at: z.string(),
  entries: z.array(entryToConfirmSchema),
});
export type SignOffPage = z.infer<typeof signOffPageSchema>;

const confirmerRoleRowSchema = z.object({
  id: z.string(),
  role: confirmerRoleSchema,
  /** Empty for all. */
  site: z.string(),
  /** Null for all trainees. */
  trainee_id: z.string().nullable(),
  trainee_name: z.string().nullable(),
  valid_from: z.string(),
  valid_until: z.string().nullable(),
});
export type ConfirmerRoleRow = z.infer<typeof confirmerRoleRowSchema>;

/** A confirmer on an institution's list. */
export const confirmingPersonSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** `account`: has accepted with an account · `invited`: gets links. */
  state: z.enum(['account', 'invited', 'declined']),
  declined_at: z.string().nullable(),
  is_sample: z.boolean().default(false),
  /** Entries that wait for the person. */
  open: z.number(),
  roles: z.array(confirmerRoleRowSchema),
  deputies: z.array(deputyRowSchema),
});
export type ConfirmingPerson = z.infer<typeof confirmingPersonSchema>;

/** Entries that wait for a confirmer at an institution. */
export const workloadSchema = z.object({
  confirmer_id: z.string(),
  name: z.string(),
  state: z.enum(['account', 'invited', 'ended']),
  open: z.number(),
  trainees: z.number(),
  oldest_submitted_at: z.string().nullable(),
  /** When the last mail was sent. */
  reminded_at: z.string().nullable(),
});
export type Workload = z.infer<typeof workloadSchema>;

const signOffLetterSchema = z.object({
  kind: z.enum(['link', 'reminder']),
  state: z.enum(['sent', 'queued', 'failed']),
  /** When it was sent, or is due. */
  at: z.string(),
  /** Who requested it; null: automatic. */
  asked_as: z.enum(['trainee', 'institution']).nullable(),
  /** For the institution only. */
  trainee: z.string().nullable(),
  email: z.string().nullable(),
});
export type SignOffLetter = z.infer<typeof signOffLetterSchema>;

/** Mails to a confirmer about the caller's waiting entries. */
export const signOffLettersSchema = z.object({
  state: z.enum(['account', 'invited']),
  open: z.number(),
  /** When the next one can be requested; null: now. */
  again_at: z.string().nullable(),
  letters: z.array(signOffLetterSchema),
});
export type SignOffLetters = z.infer<typeof signOffLettersSchema>;
