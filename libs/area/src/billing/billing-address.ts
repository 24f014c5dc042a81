import type { Profile } from '@nemus/contract';
import { nameProblem, readPostalCode, type BillingAddress, type BillingCountry } from '@nemus/data';
import { z } from 'zod';

export const COUNTRY_LABELS: Readonly<Record<BillingCountry, string>> = {
  DE: 'Deutschland',
  AT: 'Österreich',
  CH: 'Schweiz',
};

/** A line of an address must contain more than digits and punctuation. */
const line = (longest: number, missing: string) =>
  z
    .string()
    .trim()
    .max(longest, `Höchstens ${longest} Zeichen.`)
    .refine((text) => text.length >= 2 && /[^\s\d\p{P}\p{S}]/u.test(text), missing)
    .refine((text) => nameProblem(text) === undefined, { error: ({ input }) => nameProblem(String(input)) });

/** The limits are the database's. */
const billingFormSchema = z
  .object({
    recipient: line(200, 'Bitte geben Sie an, an wen die Rechnung geht.'),
    street: line(200, 'Bitte geben Sie Straße und Hausnummer an.'),
    extra_line: z.string().trim().max(200, 'Höchstens 200 Zeichen.'),
    postal_code: z.string().trim(),
    city: line(100, 'Bitte geben Sie den Ort an.'),
    country: z.enum(['DE', 'AT', 'CH']),
  })
  .transform((form, context) => {
    const code = readPostalCode(form.postal_code, form.country);
    if (code !== null) return { ...form, postal_code: code };
    const digits = form.country === 'DE' ? 'fünf' : 'vier';
    // The lowest German postcode is 01067 (Dresden).
    const message =
      /^0[0-9]{4}$/.test(form.postal_code.trim()) && form.country === 'DE'
        ? 'Diese Postleitzahl gibt es nicht.'
        : `Eine Postleitzahl hat ${form.country === 'DE' ? '' : 'hier '}${digits} Ziffern.`;
    context.addIssue({ code: 'custom', path: ['postal_code'], message });
    return z.NEVER;
  });

/** What is wrong in the fields of an address. */
export type BillingErrors = Readonly<Partial<Record<keyof BillingAddress, readonly string[]>>>;

/** The address of a form; null with what is wrong in its fields. */
export function readBillingForm(form: BillingAddress): { address: BillingAddress | null; errors: BillingErrors } {
  const checked = billingFormSchema.safeParse(form);
  return checked.success
    ? { address: checked.data, errors: {} }
    : { address: null, errors: z.flattenError(checked.error).fieldErrors };
}

/** Initial values: the stored address, or only the account's name. */
export function billingFormOf(address: BillingAddress | null, profile: Profile | null): BillingAddress {
  if (address) return address;
  const name = profile ? `${profile.firstName} ${profile.lastName}`.trim() : '';
  const recipient = profile?.institutionName ?? name;
  return { recipient, street: '', extra_line: '', postal_code: '', city: '', country: 'DE' };
}

/** The address in the lines of a letter. */
export function addressLines(address: BillingAddress): readonly string[] {
  const { recipient, street, extra_line: extra, postal_code, city, country } = address;
  const place = `${postal_code} ${city}`;
  return [recipient, street, extra, place, country === 'DE' ? '' : COUNTRY_LABELS[country]].filter(Boolean);
}
