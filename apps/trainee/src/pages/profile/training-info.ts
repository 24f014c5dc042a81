import { z } from 'zod';
import { TRAINING_FIELDS, TRAINING_PROCEDURES, type TrainingInfo } from '@nemus/data';

const text = z.string().trim().max(200, 'Höchstens 200 Zeichen.');

/** What the form holds: an empty text stands for "not given". Dates are `YYYY-MM-DD`. */
export const trainingFormSchema = z
  .object({
    field: z.enum(['', ...TRAINING_FIELDS]),
    procedure: z.enum(['', ...TRAINING_PROCEDURES]),
    chamber: text,
    trainingSite: text,
    supervisorName: text,
    startedOn: z.string(),
    expectedEndOn: z.string(),
  })
  .refine(({ startedOn, expectedEndOn }) => startedOn === '' || expectedEndOn === '' || expectedEndOn > startedOn, {
    path: ['expectedEndOn'],
    message: 'Das Ende muss nach dem Beginn liegen.',
  });
export type TrainingForm = z.infer<typeof trainingFormSchema>;

/** Fills the form from the stored row. */
export function trainingFormOf(info: TrainingInfo): TrainingForm {
  return {
    field: info.field ?? '',
    procedure: info.procedure ?? '',
    chamber: info.chamber,
    trainingSite: info.training_site,
    supervisorName: info.supervisor_name,
    startedOn: info.started_on ?? '',
    expectedEndOn: info.expected_end_on ?? '',
  };
}

/** What of the form is stored. */
export function trainingInfoOf(form: TrainingForm): TrainingInfo {
  return {
    field: form.field || null,
    procedure: form.procedure || null,
    chamber: form.chamber,
    training_site: form.trainingSite,
    supervisor_name: form.supervisorName,
    started_on: form.startedOn || null,
    expected_end_on: form.expectedEndOn || null,
  };
}
