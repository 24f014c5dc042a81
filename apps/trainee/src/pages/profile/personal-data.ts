import { z } from 'zod';
import type { Profile } from '@nemus/contract';
import type { PersonalData } from '@nemus/data';

const OLDEST_BIRTH = '1900-01-01';

/** What the form holds: texts as typed, a date as `YYYY-MM-DD` or empty. The limits are the database's. */
export const personalFormSchema = z.object({
  firstName: z.string().trim().min(1, 'Bitte geben Sie Ihren Vornamen an.').max(100, 'Höchstens 100 Zeichen.'),
  lastName: z.string().trim().min(1, 'Bitte geben Sie Ihren Nachnamen an.').max(100, 'Höchstens 100 Zeichen.'),
  phone: z
    .string()
    .trim()
    .regex(/^([+0-9][0-9 ()/.-]{3,30})?$/, 'Bitte geben Sie eine Telefonnummer an, zum Beispiel 0221 123456.'),
  street: z.string().trim().max(200, 'Höchstens 200 Zeichen.'),
  postalCode: z
    .string()
    .trim()
    .regex(/^([0-9]{5})?$/, 'Eine Postleitzahl hat fünf Ziffern.')
    // The lowest that is given out is 01067 (Dresden).
    .refine((code) => code === '' || code >= '01000', 'Diese Postleitzahl gibt es nicht.'),
  city: z.string().trim().max(100, 'Höchstens 100 Zeichen.'),
  birthDate: z
    .string()
    .refine((date) => date === '' || (date >= OLDEST_BIRTH && date <= today()), 'Bitte prüfen Sie das Geburtsdatum.'),
});
export type PersonalForm = z.infer<typeof personalFormSchema>;

/** The reader's day as `YYYY-MM-DD`. */
function today(): string {
  return new Intl.DateTimeFormat('sv-SE').format(new Date());
}

/** Fills the form from the account. */
export function personalFormOf(profile: Profile, data: PersonalData): PersonalForm {
  return {
    firstName: profile.firstName,
    lastName: profile.lastName,
    phone: data.phone,
    street: data.street,
    postalCode: data.postal_code,
    city: data.city,
    birthDate: data.birth_date ?? '',
  };
}

/** What of the form is stored beside the names. */
export function personalDataOf({ phone, street, postalCode, city, birthDate }: PersonalForm): PersonalData {
  return { phone, street, postal_code: postalCode, city, birth_date: birthDate || null };
}
