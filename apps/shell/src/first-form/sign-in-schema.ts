import { readMailAddress } from '@nemus/data';
import { z } from 'zod';

/** An address, with the message for its field. */
export const emailSchema = z
  .string()
  .trim()
  .min(1, 'Bitte geben Sie Ihre E-Mail-Adresse ein.')
  // An internationalised domain in punycode: the sign-in service takes no other.
  .transform((typed) => (typed === '' ? typed : (readMailAddress(typed) ?? '')))
  .pipe(z.string().min(1, { error: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.' }));

/** Valid input: the same for the form in the page and for the rendered one. */
export const signInSchema = z.object({
  email: emailSchema,
  password: z.string().min(1, 'Bitte geben Sie Ihr Passwort ein.'),
});
export type SignInValues = z.infer<typeof signInSchema>;
