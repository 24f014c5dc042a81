import { z } from 'zod';
import type { Profile } from '@nemus/contract';
import { nameProblem, readPhone, readPostalCode, type PersonalData } from '@nemus/data';
import { berlinDay } from '@nemus/area/calendar';
import { formatDate, MISSING, type DayBounds, type Definition } from '@nemus/ui';
import { dayText, yearsAfter } from './day-text';
import type { FieldLines } from './FormFields';

/** Births of people who can train: `85` is 1985, and `25` is refused. */
function birthDays(): DayBounds {
  const today = berlinDay(new Date());
  return { min: yearsAfter(today, -100), max: yearsAfter(today, -16) };
}

const name = (missing: string) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(100, 'Höchstens 100 Zeichen.')
    .refine((typed) => nameProblem(typed) === undefined, { error: ({ input }) => nameProblem(String(input)) });

/** Values of the form by column: texts as typed, a date as `YYYY-MM-DD` or empty. The limits are the database's. */
export const personalFormSchema = z.object({
  first_name: name('Bitte geben Sie Ihren Vornamen an.'),
  last_name: name('Bitte geben Sie Ihren Nachnamen an.'),
  phone: z
    .string()
    .trim()
    .transform((typed) => (typed === '' ? '' : readPhone(typed)))
    .pipe(z.string('Bitte geben Sie eine Telefonnummer an, zum Beispiel 0221 123456.')),
  street: z.string().trim().max(200, 'Höchstens 200 Zeichen.'),
  postal_code: z
    .string()
    .trim()
    .transform((typed) => (typed === '' ? '' : readPostalCode(typed)))
    .pipe(z.string('Eine Postleitzahl hat fünf Ziffern, in Österreich und der Schweiz vier.')),
  city: z.string().trim().max(100, 'Höchstens 100 Zeichen.'),
  birth_date: dayText(birthDays),
});
export type PersonalForm = z.infer<typeof personalFormSchema>;

/** The form's fields in order. */
export const PERSONAL_FIELDS: FieldLines<PersonalForm> = [
  [
    { name: 'first_name', label: 'Vorname', autoComplete: 'given-name' },
    { name: 'last_name', label: 'Nachname', autoComplete: 'family-name' },
  ],
  [{ name: 'phone', label: 'Telefon', type: 'tel', optional: true, autoComplete: 'tel' }],
  [{ name: 'street', label: 'Straße und Hausnummer', optional: true, autoComplete: 'address-line1' }],
  [
    { name: 'postal_code', label: 'Postleitzahl', optional: true, inputMode: 'numeric', autoComplete: 'postal-code' },
    { name: 'city', label: 'Ort', optional: true, autoComplete: 'address-level2' },
  ],
  [{ name: 'birth_date', label: 'Geburtsdatum', days: birthDays, optional: true, autoComplete: 'bday' }],
];

/** The account's data in the profile. */
export function personalFactsOf(profile: Profile, data: PersonalData): readonly Definition[] {
  const address = [data.street, `${data.postal_code} ${data.city}`.trim()].filter(Boolean).join(', ');
  return [
    { term: 'Name', value: `${profile.firstName} ${profile.lastName}`.trim() || MISSING },
    { term: 'E-Mail', value: profile.email },
    { term: 'Telefon', value: data.phone || MISSING },
    { term: 'Anschrift', value: address || MISSING },
    { term: 'Geburtsdatum', value: formatDate(data.birth_date) },
  ];
}

/** Fills the form from the account. */
export function personalFormOf(profile: Profile, data: PersonalData): PersonalForm {
  return {
    first_name: profile.firstName,
    last_name: profile.lastName,
    ...data,
    birth_date: data.birth_date ?? '',
  };
}

/** The part of the form that is the account's name, and what is stored with it. */
export function personalDataOf({ first_name, last_name, ...data }: PersonalForm) {
  return { names: { first_name, last_name }, data: { ...data, birth_date: data.birth_date || null } };
}
