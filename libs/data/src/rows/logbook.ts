import { z } from 'zod';
import { competencySchema } from './course';
import { confirmerRoleSchema } from './confirmer-roles';
import { competencyLevelSchema, ENTRY_ATTRIBUTES, entryAttributesSchema, hourCategorySchema } from './requirements';

export const logbookStateSchema = z.enum(['draft', 'submitted', 'returned', 'confirmed']);
export type LogbookState = z.infer<typeof logbookStateSchema>;

/** The fields of an entry that a trainee writes. Days are `yyyy-MM-dd`. */
export const logbookFieldsSchema = entryAttributesSchema.extend({
  done_on: z.string(),
  category: hourCategorySchema,
  minutes: z.number(),
  competency: competencySchema.nullable(),
  level: competencyLevelSchema.nullable(),
  note: z.string(),
  site_id: z.string().nullable(),
  case_id: z.string().nullable(),
  confirmer_id: z.string().nullable(),
});
export type LogbookFields = z.infer<typeof logbookFieldsSchema>;

/** The file of a certificate from elsewhere, in its bucket. */
export const certificateFileSchema = z.object({
  path: z.string(),
  file_name: z.string(),
  content_type: z.string(),
  size_bytes: z.number(),
  sha256: z.string(),
});
export type CertificateFile = z.infer<typeof certificateFileSchema>;

/** An entry with the names of its references; points in time are ISO 8601. */
export const logbookEntrySchema = logbookFieldsSchema.extend({
  id: z.string(),
  revision: z.number(),
  state: logbookStateSchema,
  site: z.string().nullable(),
  case_code: z.string().nullable(),
  confirmer: z.string().nullable(),
  submitted_at: z.string().nullable(),
  confirmed_at: z.string().nullable(),
  confirmed_by: z.string().nullable(),
  decided_as_deputy: z.boolean(),
  returned_at: z.string().nullable(),
  returned_by: z.string().nullable(),
  /** Why it was returned; stays readable while it is changed. */
  return_reason: z.string().nullable(),
  /** The confirmed entry that this one replaces once it is confirmed itself. */
  corrects: z.string().nullable(),
  /** Its correction, in any state. */
  corrected_by: z.string().nullable(),
  is_sample: z.boolean(),
  /** From a list of another program. */
  is_imported: z.boolean().default(false),
  /** It waits for a person who can no longer confirm it: the trainee withdraws it, or the institution hands it over. */
  is_stranded: z.boolean().default(false),
  /** It waits, and the link with the institution has ended since. */
  is_unlinked: z.boolean().default(false),
  /** It waits, and nothing can be confirmed for the institution now. */
  is_paused: z.boolean().default(false),
  /** Of a certificate from elsewhere: `note` is its title and `done_on` its last day. Null for hours. */
  file_id: z.string().nullable().default(null),
  file: certificateFileSchema.nullable().default(null),
  issuer: z.string().nullable().default(null),
  /** The first day; null for one day. */
  started_on: z.string().nullable().default(null),
});
export type LogbookEntry = z.infer<typeof logbookEntrySchema>;

/** The last entry of a category, as a template for the next one. */
const rememberedSchema = logbookFieldsSchema.pick({
  competency: true,
  level: true,
  site_id: true,
  confirmer_id: true,
  minutes: true,
  setting: true,
  form: true,
  age_group: true,
  procedure: true,
});
export type RememberedEntry = z.infer<typeof rememberedSchema>;

/** A week under a name, to be copied as drafts. */
const logbookTemplateSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The first day that it is for, and the last one if it repeats every week until then. */
  first_on: z.string(),
  last_on: z.string().nullable(),
  sessions: z.array(
    z.object({
      /** Monday is 0. */
      weekday: z.number(),
      category: hourCategorySchema,
      minutes: z.number(),
      case_id: z.string().nullable(),
    }),
  ),
});
export type LogbookTemplate = z.infer<typeof logbookTemplateSchema>;

export const logbookWeekSchema = z.object({
  entries: z.array(logbookEntrySchema),
  /** Other weeks with drafts, returned entries, or unassigned ones (`submitted`); newest first. */
  waiting: z.array(z.object({ monday: z.string(), state: logbookStateSchema, count: z.number() })),
  remembered: z.partialRecord(hourCategorySchema, rememberedSchema),
  templates: z.array(logbookTemplateSchema).default([]),
  /** What the chosen set tells apart, by category. */
  attributes: z.partialRecord(hourCategorySchema, z.array(z.enum(ENTRY_ATTRIBUTES))).default({}),
});
export type LogbookWeek = z.infer<typeof logbookWeekSchema>;

/** A person who may confirm entries of the account. */
export const possibleConfirmerSchema = z.object({
  id: z.string(),
  name: z.string(),
  institution: z.string(),
  /** Certificates go to accounts alone. */
  has_account: z.boolean().default(false),
  roles: z.array(
    z.object({
      role: confirmerRoleSchema,
      /** The site that the role is limited to; empty for all. */
      site: z.string(),
      valid_from: z.string(),
      valid_until: z.string().nullable(),
      categories: z.array(hourCategorySchema),
    }),
  ),
});
export type PossibleConfirmer = z.infer<typeof possibleConfirmerSchema>;

/** A section of employment. */
export const logbookSiteSchema = z.object({
  id: z.string(),
  name: z.string(),
  started_on: z.string(),
  /** The last day; null while it lasts. */
  ended_on: z.string().nullable(),
  /** Of a full post, in percent. */
  share: z.number(),
  setting: entryAttributesSchema.shape.setting,
});
export type LogbookSite = z.infer<typeof logbookSiteSchema>;

/** Why a training rests or runs slower. */
export const INTERRUPTION_KINDS = ['parental_leave', 'illness', 'part_time', 'other'] as const;
export type InterruptionKind = (typeof INTERRUPTION_KINDS)[number];
export const INTERRUPTION_LABELS: Readonly<Record<InterruptionKind, string>> = {
  parental_leave: 'Elternzeit',
  illness: 'Krankheit',
  part_time: 'Teilzeit',
  other: 'Anderes',
};

const restSchema = z.object({
  /** `yyyy-MM-dd` */
  started_on: z.string(),
  /** The last day; null while it lasts. */
  ended_on: z.string().nullable(),
  /** How much of the training is missing. */
  percent: z.number(),
});
/** A time in which a training rests, for its status; `kind` is null for readers whom the trainee does not tell. */
export const knownRestSchema = restSchema.extend({ kind: z.enum(INTERRUPTION_KINDS).nullable() });
export type KnownRest = z.infer<typeof knownRestSchema>;

/** An interruption as the trainee writes it. */
export const interruptionSchema = restSchema.extend({
  id: z.string(),
  kind: z.enum(INTERRUPTION_KINDS),
  /** The linked institution sees the kind. */
  shows_kind: z.boolean(),
});
export type Interruption = z.infer<typeof interruptionSchema>;

/** Age bands; a case contains nothing more precise. */
export const AGE_BANDS = ['0-5', '6-11', '12-17', '18-29', '30-44', '45-64', '65+'] as const;
export const ageBandSchema = z.enum(AGE_BANDS);
export type AgeBand = z.infer<typeof ageBandSchema>;

/** A treatment, by the portal's code. */
export const logbookCaseSchema = z.object({
  id: z.string(),
  code: z.string(),
  age_band: ageBandSchema.nullable(),
  started_on: z.string().nullable(),
  closed_on: z.string().nullable(),
  /** The trainee's own reminder, shown to no one else; may be empty. */
  label: z.string().default(''),
});
export type LogbookCase = z.infer<typeof logbookCaseSchema>;

/** What the entries of a case add up to, in minutes, in any state. */
export const caseHoursSchema = z.object({
  case_id: z.string(),
  practice: z.number(),
  supervision: z.number(),
  entries: z.number(),
  /** `yyyy-MM-dd` */
  last_on: z.string(),
});
export type CaseHours = z.infer<typeof caseHoursSchema>;

/** A case in a choice: its code, with the trainee's own label. */
export const caseName = ({ code, label }: Pick<LogbookCase, 'code' | 'label'>): string =>
  label === '' ? code : `${code} (${label})`;
