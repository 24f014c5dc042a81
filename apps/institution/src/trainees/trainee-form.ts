import {
  competencySchema,
  nameProblem,
  readMailAddress,
  readPhone,
  type Trainee,
  type TraineeRecord,
} from '@nemus/data';
import { numberOf } from '@nemus/ui';
import { z } from 'zod';

/** Maximum lengths of names, addresses and numbers in characters, as in the database. */
const LONGEST_NAME = 100;
const LONGEST_EMAIL = 255;

const name = (missing: string) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(LONGEST_NAME, `Bitte höchstens ${LONGEST_NAME} Zeichen.`)
    .refine((typed) => nameProblem(typed) === undefined, { error: ({ input }) => nameProblem(String(input)) });

/** A person as people type it: names and e-mail are needed, the telephone number is not. */
export const personSchema = z.object({
  firstName: name('Bitte geben Sie den Vornamen ein.'),
  lastName: name('Bitte geben Sie den Nachnamen ein.'),
  email: z
    .string()
    .trim()
    .min(1, 'Bitte geben Sie die E-Mail-Adresse ein.')
    .max(LONGEST_EMAIL, `Bitte höchstens ${LONGEST_EMAIL} Zeichen.`)
    .transform((typed) => readMailAddress(typed) ?? '')
    .refine((address) => address !== '', 'Bitte geben Sie eine gültige E-Mail-Adresse ein.'),
  phone: z
    .string()
    .trim()
    .transform((typed) => (typed === '' ? '' : readPhone(typed)))
    .pipe(z.string('Bitte geben Sie eine gültige Telefonnummer ein.')),
});
export type Person = z.infer<typeof personSchema>;

const MOST_HOURS = 99_999;
const hours = z
  .string()
  .trim()
  .refine((value) => numberOf(value, { max: MOST_HOURS }) !== null, 'Bitte geben Sie eine ganze Zahl ein.');

/** The form of a trainee. Hours are typed, so they are text here. */
export const traineeFormSchema = personSchema
  .extend({ completedHours: hours, totalHours: hours, competencies: z.array(competencySchema) })
  .superRefine(({ completedHours, totalHours }, context) => {
    if (Number(totalHours) === 0) {
      context.addIssue({ code: 'custom', path: ['totalHours'], message: 'Bitte geben Sie mehr als 0 Stunden ein.' });
    } else if (Number(completedHours) > Number(totalHours)) {
      context.addIssue({
        code: 'custom',
        path: ['completedHours'],
        message: 'Die absolvierten Stunden dürfen die Gesamtstunden nicht übersteigen.',
      });
    }
  });
export type TraineeForm = z.infer<typeof traineeFormSchema>;

/** The form of a linked trainee: address, hours and competencies are the account's, and nothing to check here. */
export const linkedTraineeFormSchema = personSchema.extend({
  email: z.string(),
  completedHours: z.string(),
  totalHours: z.string(),
  competencies: z.array(competencySchema),
});

/** Initial values. */
export function traineeFormOf(trainee: Trainee): TraineeForm {
  return {
    firstName: trainee.first_name,
    lastName: trainee.last_name,
    email: trainee.email,
    phone: trainee.phone,
    completedHours: String(trainee.completed_hours),
    totalHours: String(trainee.total_hours),
    competencies: trainee.competencies,
  };
}

/** The form's values for a linked trainee; the account's own data stays as the institution once entered it. */
export function linkedTraineeRecordOf(form: TraineeForm): Partial<TraineeRecord> {
  const { first_name, last_name, phone } = traineeRecordOf(form);
  return { first_name, last_name, phone };
}

/** The form's values for the database. */
export function traineeRecordOf(form: TraineeForm): TraineeRecord {
  return {
    first_name: form.firstName,
    last_name: form.lastName,
    email: form.email.toLowerCase(),
    phone: form.phone,
    completed_hours: Number(form.completedHours),
    total_hours: Number(form.totalHours),
    competencies: form.competencies,
  };
}
