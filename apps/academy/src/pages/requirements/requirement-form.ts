import {
  COMPETENCIES,
  COMPETENCY_LEVELS,
  CREDIT_SOURCES,
  HOUR_CATEGORIES,
  TRAINING_FIELDS,
  TRAINING_PROCEDURES,
  type Competency,
  type CompetencyLevel,
  type CreditSource,
  type HourCategory,
  type RequirementFields,
  type RequirementSet,
} from '@nemus/data';
import { formatNumber, isDay, numberOf } from '@nemus/ui';
import type { Path } from 'react-hook-form';
import { z } from 'zod';
import { lengthOf, lengths, line, minutesOf, required, statuses } from './field-schemas';
import {
  FIGURE_FIELDS,
  figureDraftSchema,
  figureFieldsOf,
  figureFormOf,
  figureSchema,
  MOST_FIGURES,
} from './figure-form';

/** Maximum lengths of texts in characters, as in the database. */
const LONGEST = {
  name: 200,
  chamber: 200,
  version: 40,
  source: 500,
  title: 100,
  description: 500,
} as const;
const MOST_UNITS = 20_000;

const UNITS = /^\d{1,5}$/;
const units = z
  .string()
  .trim()
  .refine(
    (typed) => typed === '' || (UNITS.test(typed) && Number(typed) >= 1 && Number(typed) <= MOST_UNITS),
    `Bitte geben Sie eine ganze Zahl von 1 bis ${formatNumber(MOST_UNITS)} ein, oder lassen Sie das Feld leer.`,
  );

/** A German ratio in the database's format: `4,5` is `4.5`. Null if invalid. */
export function readRatio(typed: string): string | null {
  const ratio = numberOf(typed, { min: 0.01, max: 9_999.99, digits: 2 });
  return ratio === null ? null : String(ratio);
}

/** The first day a set can be valid from; the database has the same. */
export const FIRST_VALID_DAY = '1990-01-01';
const categoryNames = z.enum(HOUR_CATEGORIES);
const categorySchema = z.object({
  has: z.boolean(),
  title: line(LONGEST.title),
  required_units: units,
  unit_minutes: lengths,
  status: statuses,
  source: line(LONGEST.source),
});

const competencySchema = z.object({ has: z.boolean(), required_units: units, description: line(LONGEST.description) });

export const requirementFormSchema = z
  .object({
    name: required(LONGEST.name),
    chamber: line(LONGEST.chamber),
    field: z.enum(['', ...TRAINING_FIELDS]),
    procedure: z.enum(['', ...TRAINING_PROCEDURES]),
    version: required(LONGEST.version),
    // A draft can lack it, publishing not.
    valid_from: z.string().refine((day) => day === '' || (isDay(day) && day >= FIRST_VALID_DAY), {
      error: 'Bitte geben Sie einen Tag ab dem Jahr 1990 an.',
    }),
    source: line(LONGEST.source),
    treated_per_supervised: z
      .string()
      .refine(
        (typed) => typed.trim() === '' || readRatio(typed) !== null,
        'Bitte geben Sie eine Zahl wie 4 oder 4,5 ein.',
      ),
    categories: z.record(categoryNames, categorySchema),
    competencies: z.record(z.enum(COMPETENCIES), z.record(z.enum(COMPETENCY_LEVELS), competencySchema)),
    credits: z.record(z.enum(CREDIT_SOURCES), z.enum(['', ...HOUR_CATEGORIES])),
    figures: z.array(figureSchema).max(MOST_FIGURES),
  })
  .superRefine(({ categories, credits }, context) => {
    for (const source of CREDIT_SOURCES) {
      const category = credits[source];
      if (category !== '' && !categories[category].has) {
        context.addIssue({
          code: 'custom',
          path: ['credits', source],
          message: 'Diese Kategorie hat der Satz nicht. Bitte wählen Sie eine andere oder „nichts“.',
        });
      }
    }
  });
/** Values of the inputs; missing values are empty, missing parts of a set have no tick. */
export type RequirementForm = z.input<typeof requirementFormSchema>;
/** Values after validation. */
export type CheckedRequirementForm = z.output<typeof requirementFormSchema>;

/** Schema of a stored draft, since the browser's storage may contain anything. */
export const requirementsDraftSchema = z.object({
  name: z.string(),
  chamber: z.string(),
  field: z.enum(['', ...TRAINING_FIELDS]),
  procedure: z.enum(['', ...TRAINING_PROCEDURES]),
  version: z.string(),
  valid_from: z.string(),
  source: z.string(),
  treated_per_supervised: z.string(),
  categories: z.record(
    categoryNames,
    z.object({
      has: z.boolean(),
      title: z.string(),
      required_units: z.string(),
      unit_minutes: lengths,
      status: statuses,
      source: z.string(),
    }),
  ),
  figures: z.array(figureDraftSchema),
  competencies: z.record(
    z.enum(COMPETENCIES),
    z.record(
      z.enum(COMPETENCY_LEVELS),
      z.object({ has: z.boolean(), required_units: z.string(), description: z.string() }),
    ),
  ),
  credits: z.record(z.enum(CREDIT_SOURCES), z.enum(['', ...HOUR_CATEGORIES])),
});

const typedUnits = (count: number | null | undefined) => (count === null || count === undefined ? '' : String(count));

/** Initial values; for null a new set in which every category counts its own kind. */
export function requirementFormOf(set: RequirementSet | null): RequirementForm {
  const category = (key: HourCategory) => {
    const own = set?.categories.find((one) => one.category === key);
    return {
      has: set === null || own !== undefined,
      title: own?.title ?? '',
      required_units: typedUnits(own?.required_units),
      unit_minutes: lengthOf(own?.unit_minutes),
      status: own?.status ?? '',
      source: own?.source ?? '',
    } as const;
  };
  const competency = (key: Competency, level: CompetencyLevel) => {
    const own = set?.competencies.find((one) => one.competency === key && one.level === level);
    return {
      has: own !== undefined,
      required_units: typedUnits(own?.required_units),
      description: own?.description ?? '',
    };
  };
  const levels = (key: Competency) => ({ cognitive: competency(key, 'cognitive'), action: competency(key, 'action') });
  const credit = (source: CreditSource, usual: HourCategory) =>
    set === null ? usual : (set.credits.find((one) => one.source === source)?.category ?? '');
  return {
    name: set?.name ?? '',
    chamber: set?.chamber ?? '',
    field: set?.field ?? '',
    procedure: set?.procedure ?? '',
    version: set?.version ?? '',
    valid_from: set?.valid_from ?? '',
    source: set?.source ?? '',
    treated_per_supervised: set?.treated_per_supervised?.toString().replace('.', ',') ?? '',
    categories: {
      theory: category('theory'),
      practice: category('practice'),
      supervision: category('supervision'),
      self_experience: category('self_experience'),
      elearning: category('elearning'),
    },
    competencies: {
      fachliche_kompetenz: levels('fachliche_kompetenz'),
      diagnostische_kompetenz: levels('diagnostische_kompetenz'),
      methoden_kompetenz: levels('methoden_kompetenz'),
      beziehungsgestaltung: levels('beziehungsgestaltung'),
      personale_kompetenz: levels('personale_kompetenz'),
      professionelle_haltung: levels('professionelle_haltung'),
    },
    figures: set?.figures.map((figure) => figureFormOf(figure)) ?? [],
    credits: {
      seminar_theory: credit('seminar_theory', 'theory'),
      seminar_practice: credit('seminar_practice', 'practice'),
      appointment: credit('appointment', 'theory'),
      appointment_supervision: credit('appointment_supervision', 'supervision'),
      elearning: credit('elearning', 'elearning'),
      certificate: credit('certificate', 'theory'),
      certificate_supervision: credit('certificate_supervision', 'supervision'),
      entry_theory: credit('entry_theory', 'theory'),
      entry_practice: credit('entry_practice', 'practice'),
      entry_supervision: credit('entry_supervision', 'supervision'),
      entry_self_experience: credit('entry_self_experience', 'self_experience'),
      entry_elearning: credit('entry_elearning', 'elearning'),
    },
  };
}

const countOf = (typed: string) => (typed === '' ? null : Number(typed));

/** The form's values for the database. */
export function requirementFieldsOf(form: CheckedRequirementForm): RequirementFields {
  const { categories, competencies, credits } = form;
  return {
    name: form.name,
    chamber: form.chamber,
    field: form.field === '' ? null : form.field,
    procedure: form.procedure === '' ? null : form.procedure,
    version: form.version,
    valid_from: form.valid_from === '' ? null : form.valid_from,
    source: form.source,
    treated_per_supervised: readRatio(form.treated_per_supervised),
    categories: Object.fromEntries(
      HOUR_CATEGORIES.filter((key) => categories[key].has).map((key) => [
        key,
        {
          title: categories[key].title,
          required_units: countOf(categories[key].required_units),
          unit_minutes: minutesOf(categories[key].unit_minutes),
          status: categories[key].status || null,
          source: categories[key].source,
        },
      ]),
    ),
    competencies: Object.fromEntries(
      COMPETENCIES.map((key) => [
        key,
        Object.fromEntries(
          COMPETENCY_LEVELS.filter((level) => competencies[key][level].has).map((level) => [
            level,
            {
              required_units: countOf(competencies[key][level].required_units),
              description: competencies[key][level].description,
            },
          ]),
        ),
      ]),
    ),
    credits: Object.fromEntries(
      CREDIT_SOURCES.filter((source) => credits[source] !== '').map((source) => [source, credits[source]]),
    ),
    figures: figureFieldsOf(form.figures),
  };
}

/** Label of a difference between two versions. */
const PARTS: Readonly<Record<keyof RequirementForm, string>> = {
  name: 'Name',
  chamber: 'Kammer',
  field: 'Gebiet',
  procedure: 'Verfahren',
  version: 'Version',
  valid_from: 'Gültig ab',
  source: 'Quelle',
  treated_per_supervised: 'Verhältnis zur Supervision',
  categories: 'Stunden',
  competencies: 'Kompetenzen',
  credits: 'Was wofür zählt',
  figures: 'Weitere Vorgaben',
};
const isPart = (name: string): name is keyof RequirementForm => Object.hasOwn(PARTS, name);
const PART_NAMES: readonly (keyof RequirementForm)[] = Object.keys(PARTS).filter(isPart);

/** Labels of the parts in which two forms differ. */
export const differences = (one: RequirementForm, other: RequirementForm): string[] =>
  PART_NAMES.filter((part) => JSON.stringify(one[part]) !== JSON.stringify(other[part])).map((part) => PARTS[part]);

const FIELDS: readonly Path<RequirementForm>[] = [
  ...PART_NAMES,
  ...HOUR_CATEGORIES.flatMap(
    (key) => [`categories.${key}.title`, `categories.${key}.required_units`, `categories.${key}.source`] as const,
  ),
  ...Array.from({ length: MOST_FIGURES }, (_, n) =>
    FIGURE_FIELDS.map((name) => `figures.${n}.${name}` as const),
  ).flat(),
  ...COMPETENCIES.flatMap((key) =>
    COMPETENCY_LEVELS.flatMap(
      (level) => [`competencies.${key}.${level}.required_units`, `competencies.${key}.${level}.description`] as const,
    ),
  ),
  ...CREDIT_SOURCES.map((source) => `credits.${source}` as const),
];

/** The field that a refusal of the database names; null when the form has none of that name. */
export const fieldOf = (name: string | undefined): Path<RequirementForm> | null =>
  FIELDS.find((field) => field === name) ?? null;
