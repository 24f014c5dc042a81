import {
  COMPETENCIES,
  HOUR_CATEGORIES,
  UNIT_MINUTES,
  wholeUnits,
  type EntryToSave,
  type LogbookEntry,
} from '@nemus/data';
import { dayProblem, numberOf } from '@nemus/ui';
import { z } from 'zod';
import { FIRST_ENTRY_DAY, today } from '../../week/week';

/** Bounds of the units; a correction may say none. */
export const UNITS = { min: 0, max: 2_000 } as const;

const text = (missing: string) => z.string().trim().min(1, missing).max(200, 'Höchstens 200 Zeichen.');
const day = z.string().superRefine((value, context) => {
  const problem = dayProblem(value, { min: FIRST_ENTRY_DAY });
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  else if (value > today()) context.addIssue({ code: 'custom', message: 'Das Datum liegt in der Zukunft.' });
});

/** A certificate as its form has it; the limits are the database's. */
export const certificateFormSchema = z
  .object({
    file_id: z.string().min(1, 'Bitte laden Sie die Datei hoch.'),
    note: text('Bitte geben Sie den Titel an.'),
    issuer: text('Bitte geben Sie an, wer das Zertifikat ausgestellt hat.'),
    started_on: day,
    done_on: day.min(1, 'Bitte geben Sie ein Datum an.'),
    minutes: z
      .string()
      .refine((units) => numberOf(units, UNITS) !== null, 'Bitte geben Sie eine ganze Zahl bis 2.000 ein.'),
    category: z.enum(HOUR_CATEGORIES),
    competency: z.enum(['', ...COMPETENCIES]),
    confirmer_id: z.string(),
  })
  .refine(({ started_on: from, done_on: until }) => from === '' || until === '' || from <= until, {
    path: ['done_on'],
    message: 'Der letzte Tag liegt vor dem ersten.',
  });
export type CertificateForm = z.infer<typeof certificateFormSchema>;

export const EMPTY_CERTIFICATE: CertificateForm = {
  file_id: '',
  note: '',
  issuer: '',
  started_on: '',
  done_on: '',
  minutes: '',
  category: 'theory',
  competency: '',
  confirmer_id: '',
};

/** The form of an existing certificate. */
export const certificateFormOf = (entry: LogbookEntry): CertificateForm => ({
  file_id: entry.file_id ?? '',
  note: entry.note,
  issuer: entry.issuer ?? '',
  started_on: entry.started_on ?? '',
  done_on: entry.done_on,
  minutes: String(wholeUnits(entry.minutes)),
  category: entry.category,
  competency: entry.competency ?? '',
  confirmer_id: entry.confirmer_id ?? '',
});

/** The request of a form. A competency is on the level that its category has. */
export const certificateToSave = (id: string, revision: number | null, form: CertificateForm): EntryToSave => ({
  id,
  revision,
  file_id: form.file_id,
  note: form.note,
  issuer: form.issuer,
  started_on: form.started_on === '' || form.started_on === form.done_on ? null : form.started_on,
  done_on: form.done_on,
  minutes: (numberOf(form.minutes, UNITS) ?? 0) * UNIT_MINUTES,
  category: form.category,
  competency: form.competency === '' ? null : form.competency,
  level:
    form.competency === ''
      ? null
      : form.category === 'theory' || form.category === 'elearning'
        ? 'cognitive'
        : 'action',
  confirmer_id: form.confirmer_id === '' ? null : form.confirmer_id,
  site_id: null,
  case_id: null,
  setting: null,
  form: null,
  age_group: null,
  procedure: null,
  service: null,
});
