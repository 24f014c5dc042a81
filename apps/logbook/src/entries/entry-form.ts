import {
  COMPETENCIES,
  HOUR_CATEGORIES,
  COMPETENCY_LEVELS,
  TRAINING_PROCEDURES,
  type EntryToSave,
  type LogbookEntry,
  type LogbookFields,
  type RememberedEntry,
} from '@nemus/data';
import { dayProblem } from '@nemus/ui';
import { z } from 'zod';
import { FIRST_ENTRY_DAY, today } from '../week/week';
import { durationProblem, readDurations } from './duration';

/** An entry as the form has it: everything is text, as it was typed. */
export const entryFormSchema = z.object({
  done_on: z.string(),
  category: z.enum(HOUR_CATEGORIES),
  minutes: z.string(),
  competency: z.enum(['', ...COMPETENCIES]),
  level: z.enum(['', ...COMPETENCY_LEVELS]),
  site_id: z.string(),
  case_id: z.string(),
  confirmer_id: z.string(),
  note: z.string(),
  setting: z.enum(['', 'outpatient', 'inpatient']),
  form: z.enum(['', 'individual', 'group']),
  age_group: z.enum(['', 'children', 'adults']),
  procedure: z.enum(['', ...TRAINING_PROCEDURES]),
  service: z.enum(['', 'first_interview', 'acute_treatment', 'report']),
});
export type EntryForm = z.infer<typeof entryFormSchema>;

const orNull = <T extends string>(text: T | ''): T | null => (text === '' ? null : text);

/** Minutes of an entry without a category's last one: a session. */
const SESSION_MINUTES = 50;

/** Errors of an entry, checked before the request; the limits are the database's. */
const fieldsSchema = entryFormSchema.transform((form, context): LogbookFields => {
  const refuse = (path: keyof EntryForm, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  const [minutes = Number.NaN] = readDurations(form.minutes) ?? [];
  const wrongDay =
    form.done_on === '' ? 'Bitte geben Sie ein Datum an.' : dayProblem(form.done_on, { min: FIRST_ENTRY_DAY });
  if (wrongDay !== null) refuse('done_on', wrongDay);
  else if (form.done_on > today()) refuse('done_on', 'Das Datum liegt in der Zukunft.');
  const wrongMinutes = durationProblem(form.minutes, 0);
  if (wrongMinutes !== null) refuse('minutes', wrongMinutes);
  if (form.competency !== '' && form.level === '') refuse('level', 'Bitte wählen Sie die Ebene der Kompetenz.');
  if (form.note.trim().length > 2_000) refuse('note', 'Höchstens 2.000 Zeichen.');
  return {
    done_on: form.done_on,
    category: form.category,
    minutes,
    competency: orNull(form.competency),
    // A level without a competency is meaningless.
    level: form.competency === '' ? null : orNull(form.level),
    note: form.note.trim(),
    site_id: orNull(form.site_id),
    case_id: orNull(form.case_id),
    confirmer_id: orNull(form.confirmer_id),
    setting: orNull(form.setting),
    form: orNull(form.form),
    age_group: orNull(form.age_group),
    procedure: orNull(form.procedure),
    service: orNull(form.service),
  };
});

/** A correction may state that nothing was done. Only a new row may make several entries (`5 × 50`). */
export const checkedEntrySchema = ({ isCorrection, isNew }: { isCorrection: boolean; isNew: boolean }) =>
  entryFormSchema
    .refine(({ minutes }) => isNew || (readDurations(minutes) ?? [0]).length === 1, {
      path: ['minutes'],
      message: 'Ein Eintrag hat eine Dauer: Bitte geben Sie nur die Minuten an.',
    })
    .pipe(fieldsSchema)
    .refine(({ minutes }) => isCorrection || minutes > 0, {
      path: ['minutes'],
      message: 'Bitte geben Sie eine ganze Zahl von 1 bis 1.440 ein.',
    });

/** The entries of a row that was typed: `5 × 50` makes five. */
export const entriesOf = (form: EntryForm): readonly EntryForm[] =>
  (readDurations(form.minutes) ?? []).map((minutes) => ({ ...form, minutes: String(minutes) }));

const attributesOf = (entry: Partial<LogbookFields>) =>
  ({
    setting: entry.setting ?? '',
    form: entry.form ?? '',
    age_group: entry.age_group ?? '',
    procedure: entry.procedure ?? '',
    service: entry.service ?? '',
  }) as const;

/** The form of an existing entry. */
export const formOf = (entry: LogbookFields): EntryForm => ({
  done_on: entry.done_on,
  category: entry.category,
  minutes: String(entry.minutes),
  competency: entry.competency ?? '',
  level: entry.level ?? '',
  site_id: entry.site_id ?? '',
  case_id: entry.case_id ?? '',
  confirmer_id: entry.confirmer_id ?? '',
  note: entry.note,
  ...attributesOf(entry),
});

/** The form of a category's next entry, filled from its last one except for the note. */
export const nextForm = (
  done_on: string,
  category: EntryForm['category'],
  last: RememberedEntry | undefined,
  case_id = '',
): EntryForm => ({
  done_on,
  category,
  minutes: String(last?.minutes || SESSION_MINUTES),
  competency: last?.competency ?? '',
  level: last?.level ?? '',
  site_id: last?.site_id ?? '',
  case_id,
  confirmer_id: last?.confirmer_id ?? '',
  note: '',
  ...attributesOf(last ?? {}),
});

/** The row after a saved one: its values carry over, except the note and the number of sessions. */
export const rowAfter = (form: EntryForm): EntryForm => ({
  ...form,
  minutes: String(readDurations(form.minutes)?.[0] || SESSION_MINUTES),
  note: '',
  service: '',
});

/** The request of a local entry; null when it is incomplete. */
export function toSave(id: string, revision: number | null, form: EntryForm): EntryToSave | null {
  const fields = checkedEntrySchema({ isCorrection: true, isNew: false }).safeParse(form);
  return fields.success ? { id, revision, ...fields.data } : null;
}

/** An entry of last week as a new one a week later, without its note: that belonged to its day. */
export const copyOf = (entry: LogbookEntry, done_on: string): EntryForm => ({ ...formOf(entry), done_on, note: '' });
