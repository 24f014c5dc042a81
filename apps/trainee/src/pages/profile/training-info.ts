import { z } from 'zod';
import { TRAINING_FIELDS, TRAINING_PROCEDURES, type TrainingInfo } from '@nemus/data';
import { berlinDay } from '@nemus/area/calendar';
import { formatDate, MISSING, type DayBounds, type Definition } from '@nemus/ui';
import { dayText, yearsAfter } from './day-text';
import type { FieldLines } from './FormFields';

const text = z.string().trim().max(200, 'Höchstens 200 Zeichen.');

const daysUntil = (years: number): DayBounds => ({ min: '1970-01-01', max: yearsAfter(berlinDay(new Date()), years) });
const startDays = () => daysUntil(5);
const endDays = () => daysUntil(30);

/** Values of the form by column: empty texts mean "not given". Dates are `YYYY-MM-DD`. */
export const trainingFormSchema = z
  .object({
    field: z.enum(['', ...TRAINING_FIELDS]),
    procedure: z.enum(['', ...TRAINING_PROCEDURES]),
    chamber: text,
    training_site: text,
    supervisor_name: text,
    started_on: dayText(startDays),
    expected_end_on: dayText(endDays),
  })
  .refine(({ started_on: start, expected_end_on: end }) => start === '' || end === '' || end > start, {
    path: ['expected_end_on'],
    message: 'Das Ende muss nach dem Beginn liegen.',
  });
export type TrainingForm = z.infer<typeof trainingFormSchema>;

/** The form's fields in order. */
export const TRAINING_FORM_FIELDS: FieldLines<TrainingForm> = [
  [{ name: 'field', label: 'Fachgebiet', choices: TRAINING_FIELDS, optional: true }],
  [{ name: 'procedure', label: 'Verfahren', choices: TRAINING_PROCEDURES, optional: true }],
  [{ name: 'training_site', label: 'Weiterbildungsstätte', optional: true }],
  [{ name: 'supervisor_name', label: 'Supervision', optional: true }],
  [{ name: 'chamber', label: 'Kammer', optional: true }],
  [
    { name: 'started_on', label: 'Beginn', days: startDays, optional: true },
    { name: 'expected_end_on', label: 'Voraussichtliches Ende', days: endDays, optional: true },
  ],
];

/** The training in the profile. */
export function trainingFactsOf(info: TrainingInfo): readonly Definition[] {
  return [
    { term: 'Fachgebiet', value: info.field ?? MISSING },
    { term: 'Verfahren', value: info.procedure ?? MISSING },
    { term: 'Weiterbildungsstätte', value: info.training_site || MISSING },
    { term: 'Supervision', value: info.supervisor_name || MISSING },
    { term: 'Kammer', value: info.chamber || MISSING },
    { term: 'Beginn', value: formatDate(info.started_on) },
    { term: 'Voraussichtliches Ende', value: formatDate(info.expected_end_on) },
  ];
}

/** Fills the form from the stored row. */
export function trainingFormOf(info: TrainingInfo): TrainingForm {
  return {
    ...info,
    field: info.field ?? '',
    procedure: info.procedure ?? '',
    started_on: info.started_on ?? '',
    expected_end_on: info.expected_end_on ?? '',
  };
}

/** The stored part of the form. */
export function trainingInfoOf(form: TrainingForm): TrainingInfo {
  return {
    ...form,
    field: form.field || null,
    procedure: form.procedure || null,
    started_on: form.started_on || null,
    expected_end_on: form.expected_end_on || null,
  };
}
