import { z } from 'zod';
import { competencySchema } from './course';
import { TRAINING_FIELDS, TRAINING_PROCEDURES } from '../queries/fetchTrainingInfo';
import { SEMINAR_STATES } from './seminar';

/** Categories of hours that a requirement set can have and a logbook entry counts for, in the order of every screen. */
export const HOUR_CATEGORIES = ['theory', 'practice', 'supervision', 'self_experience', 'elearning'] as const;
export const hourCategorySchema = z.enum(HOUR_CATEGORIES);
export type HourCategory = z.infer<typeof hourCategorySchema>;

/** German names of the categories; a set can have others. */
export const HOUR_CATEGORY_LABELS: Readonly<Record<HourCategory, string>> = {
  theory: 'Theorie',
  practice: 'Praxis',
  supervision: 'Supervision',
  self_experience: 'Selbsterfahrung',
  elearning: 'E-Learning',
};

/** Levels of a competency: knowing it and its method, or applying it in treatments. */
export const COMPETENCY_LEVELS = ['cognitive', 'action'] as const;
export const competencyLevelSchema = z.enum(COMPETENCY_LEVELS);
export type CompetencyLevel = z.infer<typeof competencyLevelSchema>;

export const COMPETENCY_LEVEL_LABELS: Readonly<Record<CompetencyLevel, string>> = {
  cognitive: 'kognitiv und methodisch',
  action: 'im Handeln',
};

/** Kinds of sources that can count for a category of a set. */
export const CREDIT_SOURCES = [
  'seminar_theory',
  'seminar_practice',
  'appointment',
  'appointment_supervision',
  'elearning',
  'certificate',
  'certificate_supervision',
  'entry_theory',
  'entry_practice',
  'entry_supervision',
  'entry_self_experience',
  'entry_elearning',
] as const;
export type CreditSource = (typeof CREDIT_SOURCES)[number];

export const CREDIT_SOURCE_LABELS: Readonly<Record<CreditSource, string>> = {
  seminar_theory: 'Besuchte Termine, Anteil Theorie',
  seminar_practice: 'Besuchte Termine, Anteil Praxis',
  appointment: 'Andere besuchte Termine',
  appointment_supervision: 'Besuchte Termine, Supervision',
  elearning: 'Abgeschlossene E-Learning-Kurse',
  certificate: 'Zertifikate von anderswo',
  certificate_supervision: 'Zertifikate von anderswo, Supervision',
  entry_theory: 'Logbuch: Theorie',
  entry_practice: 'Logbuch: Praxis',
  entry_supervision: 'Logbuch: Supervision',
  entry_self_experience: 'Logbuch: Selbsterfahrung',
  entry_elearning: 'Logbuch: E-Learning',
};

/** Lengths of a unit that a category or figure can be counted in: a teaching unit, a session, an hour. */
export const UNIT_LENGTHS = [45, 50, 60] as const;

/** How certain a figure is. */
export const FIGURE_STATUSES = ['law', 'chamber', 'unconfirmed'] as const;
export type FigureStatus = (typeof FIGURE_STATUSES)[number];
export const FIGURE_STATUS_LABELS: Readonly<Record<FigureStatus, string>> = {
  law: 'Gesetz',
  chamber: 'Kammer',
  unconfirmed: 'unbestätigt',
};

/** What a figure demands: units of time, cases, logbook entries, months at a full post, treated per supervised hours. */
export const FIGURE_UNITS = ['hours', 'cases', 'entries', 'months', 'ratio'] as const;

/** What figures of a set tell apart. An entry says it only if the account's set asks for it. */
export const entryAttributesSchema = z.object({
  setting: z.enum(['outpatient', 'inpatient']).nullable().default(null),
  form: z.enum(['individual', 'group']).nullable().default(null),
  age_group: z.enum(['children', 'adults']).nullable().default(null),
  procedure: z.enum(TRAINING_PROCEDURES).nullable().default(null),
  service: z.enum(['first_interview', 'acute_treatment', 'report']).nullable().default(null),
});
export type EntryAttributes = z.infer<typeof entryAttributesSchema>;
export type EntryAttribute = keyof EntryAttributes;
/** Attributes of an entry without any. */
export const NO_ATTRIBUTES: EntryAttributes = {
  setting: null,
  form: null,
  age_group: null,
  procedure: null,
  service: null,
};
export const ENTRY_ATTRIBUTES = ['setting', 'form', 'age_group', 'procedure', 'service'] as const;

/** German names of the attributes. */
export const ENTRY_ATTRIBUTE_LABELS: Readonly<Record<EntryAttribute, string>> = {
  setting: 'Rahmen',
  form: 'Form',
  age_group: 'Altersgruppe',
  procedure: 'Verfahren',
  service: 'Leistung',
};
/** German names of their values. */
export const ENTRY_ATTRIBUTE_VALUES: Readonly<{
  [Name in EntryAttribute]: Readonly<Record<NonNullable<EntryAttributes[Name]>, string>>;
}> = {
  setting: { outpatient: 'ambulant', inpatient: 'stationär' },
  form: { individual: 'einzeln', group: 'in der Gruppe' },
  age_group: { children: 'Kinder und Jugendliche', adults: 'Erwachsene' },
  procedure: {
    Verhaltenstherapie: 'Verhaltenstherapie',
    'Systemische Therapie': 'Systemische Therapie',
    'Tiefenpsychologisch fundierte Psychotherapie': 'Tiefenpsychologisch fundierte Psychotherapie',
    'Analytische Psychotherapie': 'Analytische Psychotherapie',
  },
  service: {
    first_interview: 'Erstgespräch oder Untersuchung',
    acute_treatment: 'Akutbehandlung',
    report: 'Falldokumentation',
  },
};

/** An attribute in words; null without one. */
export function attributeWord(attributes: Partial<EntryAttributes>, name: EntryAttribute): string | null {
  const words: Readonly<Record<string, string>> = ENTRY_ATTRIBUTE_VALUES[name];
  return words[attributes[name] ?? ''] ?? null;
}

/** What an entry says of itself, in words. */
export const attributeWords = (attributes: Partial<EntryAttributes>): string[] =>
  (['service', 'setting', 'form', 'age_group', 'procedure'] as const).flatMap(
    (name) => attributeWord(attributes, name) ?? [],
  );

/** A further figure of a set, in addition to the units of its categories. */
export const requirementFigureSchema = entryAttributesSchema.extend({
  position: z.number().int(),
  /** Position of the figure that it is a part of. */
  part_of: z.number().int().nullable(),
  title: z.string(),
  unit: z.enum(FIGURE_UNITS),
  /** Of `hours`. */
  unit_minutes: z.union(UNIT_LENGTHS.map((minutes) => z.literal(minutes))),
  least: z.number().nullable(),
  most: z.number().nullable(),
  category: hourCategorySchema.nullable(),
  /** False: the portal has no data for it. */
  is_counted: z.boolean(),
  condition: z.string(),
  status: z.enum(FIGURE_STATUSES).nullable(),
  source: z.string(),
});
export type RequirementFigure = z.infer<typeof requirementFigureSchema>;

/** States of a requirement set: a draft is visible to staff only, a retired one is kept by accounts that have it. */
export const REQUIREMENT_STATES = SEMINAR_STATES;
export type RequirementState = (typeof REQUIREMENT_STATES)[number];

/** Identifies a requirement set: one for each chamber, field, procedure and version. */
export const requirementHeadSchema = z.object({
  id: z.string(),
  /** Shared by the versions of one set. */
  family_id: z.string(),
  name: z.string(),
  /** Empty for a set without a chamber. */
  chamber: z.string(),
  field: z.enum(TRAINING_FIELDS).nullable(),
  procedure: z.enum(TRAINING_PROCEDURES).nullable(),
  version: z.string(),
  /** `yyyy-MM-dd`; null while unknown, for a draft. */
  valid_from: z.string().nullable(),
  state: z.enum(REQUIREMENT_STATES),
  /** Source of its figures; empty if unknown. */
  source: z.string(),
});
export type RequirementHead = z.infer<typeof requirementHeadSchema>;

/** A requirement set with all its demands. Units are of 45 minutes; null: the set has no figure. */
export const requirementSetSchema = requirementHeadSchema.extend({
  /** Units of treatment per required unit of supervision. */
  treated_per_supervised: z.number().nullable(),
  /** ISO 8601; also the version of a change. */
  updated_at: z.string(),
  categories: z.array(
    z.object({
      category: hourCategorySchema,
      title: z.string(),
      required_units: z.number().nullable(),
      unit_minutes: z.number().default(45),
      status: z.enum(FIGURE_STATUSES).nullable().default(null),
      source: z.string().default(''),
    }),
  ),
  competencies: z.array(
    z.object({
      competency: competencySchema,
      level: competencyLevelSchema,
      required_units: z.number().nullable(),
      description: z.string(),
    }),
  ),
  /** What counts for what; a kind of source that is not listed does not count. */
  credits: z.array(z.object({ source: z.enum(CREDIT_SOURCES), category: hourCategorySchema })),
  figures: z.array(requirementFigureSchema).default([]),
});
export type RequirementSet = z.infer<typeof requirementSetSchema>;

/** The set's name of a category, or the portal's. */
export const categoryTitle = ({ category, title }: { category: HourCategory; title: string }): string =>
  title === '' ? HOUR_CATEGORY_LABELS[category] : title;

/** Name of a category for a set that may not have it. */
export const categoryLabel = (set: Pick<RequirementSet, 'categories'> | null, category: HourCategory): string =>
  categoryTitle(set?.categories.find((own) => own.category === category) ?? { category, title: '' });
