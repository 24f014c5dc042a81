import {
  COMPETENCIES,
  competencySchema,
  DIFFICULTIES,
  difficultySchema,
  plainCode,
  ZFU_STATUSES,
  type Seminar,
  type SeminarFields,
} from '@nemus/data';
import { formatNumber, numberOf } from '@nemus/ui';
import { z } from 'zod';

/** Maximum lengths of texts in characters, as in the database. */
export const LONGEST = { title: 200, description: 4000, agenda: 4000, zfu_number: 50 } as const;

const MISSING = 'Bitte füllen Sie dieses Feld aus.';
const CHARACTERS = 'Der Text enthält Zeichen, die hier nicht möglich sind.';

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Höchstens ${formatNumber(most)} Zeichen.`);
// A description may contain line breaks and tabs; no text may contain other control characters.
const oneLine = (most: number) => text(most).regex(/^\P{Cc}*$/u, CHARACTERS);
const lines = (most: number) => text(most).regex(/^[\P{Cc}\n\r\t]*$/u, CHARACTERS);

const whole = (least: number, most: number) => {
  const message = `Bitte geben Sie eine ganze Zahl von ${formatNumber(least)} bis ${formatNumber(most)} ein.`;
  return z
    .string()
    .trim()
    .min(1, MISSING)
    .regex(/^\d{1,9}$/, message)
    .refine((value) => !/^\d{1,9}$/.test(value) || (Number(value) >= least && Number(value) <= most), message);
};

/** A German amount in the database's format: `1.200,50` is `1200.5`. Null if invalid. */
export function readAmount(typed: string): string | null {
  const amount = numberOf(typed, { max: 99_999.99, digits: 2 });
  return amount === null ? null : String(amount);
}

/** The form of a seminar. Input is text; names are those of the columns. */
export const seminarFormSchema = z
  .object({
    title: oneLine(LONGEST.title).min(1, MISSING),
    description: lines(LONGEST.description),
    agenda: lines(LONGEST.agenda),
    competency: z
      .union([competencySchema, z.literal('')])
      .pipe(z.enum(COMPETENCIES, 'Bitte wählen Sie eine Kompetenz.')),
    difficulty: z
      .union([difficultySchema, z.literal('')])
      .pipe(z.enum(DIFFICULTIES, 'Bitte wählen Sie einen Schwierigkeitsgrad.')),
    theory_units: whole(0, 1000),
    practical_units: whole(0, 1000),
    elearning_units: whole(0, 1000),
    has_dates: z.boolean(),
    price_euros: z
      .string()
      .trim()
      .min(1, MISSING)
      .refine(
        (value) => value === '' || readAmount(value) !== null,
        'Bitte geben Sie einen Betrag wie 120 oder 89,50 ein, höchstens 99.999,99 €.',
      ),
    credit_cost: whole(1, 100_000),
    is_premium: z.boolean(),
    zfu_status: z.enum(['', ...ZFU_STATUSES]),
    zfu_number: oneLine(LONGEST.zfu_number).transform(plainCode),
  })
  .superRefine((form, context) => {
    const at = (path: keyof typeof form, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const atDates = Number(form.theory_units) + Number(form.practical_units);
    if (atDates + Number(form.elearning_units) === 0) {
      at('theory_units', 'Bitte geben Sie mindestens eine Unterrichtseinheit an.');
    } else if (form.has_dates && atDates === 0) {
      at('theory_units', 'Ein Seminar mit Terminen hat mindestens eine UE Theorie oder Praxis.');
    }
    if (form.zfu_status === 'approved' && form.zfu_number === '') at('zfu_number', MISSING);
  });
/** Values of the inputs; missing choices are empty. */
export type SeminarForm = z.input<typeof seminarFormSchema>;
/** Values after validation. */
export type CheckedSeminarForm = z.output<typeof seminarFormSchema>;

/** The sum of the units that are typed, as the duration of the seminar; null while one of them is no number. */
export function unitsOf(
  form: Pick<SeminarForm, 'theory_units' | 'practical_units' | 'elearning_units'>,
): number | null {
  const units = [form.theory_units, form.practical_units, form.elearning_units];
  return units.every((typed) => /^\s*\d{1,4}\s*$/.test(typed))
    ? units.reduce((sum, typed) => sum + Number(typed), 0)
    : null;
}

/** Schema of a stored draft, since the browser's storage may contain anything. */
export const formDraftSchema = z.object({
  title: z.string(),
  description: z.string(),
  // Drafts of earlier releases have none.
  agenda: z.string().default(''),
  competency: z.union([competencySchema, z.literal('')]),
  difficulty: z.union([difficultySchema, z.literal('')]),
  theory_units: z.string(),
  practical_units: z.string(),
  elearning_units: z.string(),
  has_dates: z.boolean(),
  price_euros: z.string(),
  credit_cost: z.string(),
  is_premium: z.boolean(),
  zfu_status: z.enum(['', ...ZFU_STATUSES]),
  zfu_number: z.string(),
});
/** A new seminar. */
export const EMPTY_FORM: SeminarForm = {
  title: '',
  description: '',
  agenda: '',
  competency: '',
  difficulty: '',
  theory_units: '0',
  practical_units: '0',
  elearning_units: '0',
  has_dates: true,
  price_euros: '',
  credit_cost: '',
  is_premium: false,
  zfu_status: '',
  zfu_number: '',
};

/** Initial values. */
export function seminarFormOf(seminar: Seminar): SeminarForm {
  const { title, description, agenda, competency, difficulty, has_dates, is_premium } = seminar;
  return {
    title,
    description,
    agenda,
    competency,
    difficulty,
    has_dates,
    is_premium,
    theory_units: String(seminar.theory_units),
    practical_units: String(seminar.practical_units),
    elearning_units: String(seminar.elearning_units),
    price_euros: seminar.price_euros.toFixed(2).replace('.', ','),
    credit_cost: String(seminar.credit_cost),
    zfu_status: seminar.zfu_status ?? '',
    zfu_number: seminar.zfu_number ?? '',
  };
}

/** The form's values for the database. */
export function seminarFieldsOf(form: CheckedSeminarForm): SeminarFields {
  return {
    ...form,
    theory_units: Number(form.theory_units),
    practical_units: Number(form.practical_units),
    elearning_units: Number(form.elearning_units),
    credit_cost: Number(form.credit_cost),
    price_euros: readAmount(form.price_euros) ?? '',
    zfu_status: form.zfu_status === '' ? null : form.zfu_status,
    zfu_number: form.zfu_status === 'approved' ? form.zfu_number : null,
  };
}
