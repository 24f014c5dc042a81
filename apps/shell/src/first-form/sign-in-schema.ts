import { z } from 'zod';

/** An address, with the sentence beside its field. */
export const emailSchema = z.email({
  error: ({ input }) =>
    input === '' ? 'Bitte geben Sie Ihre E-Mail-Adresse ein.' : 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
});

/** What can be sent: the same for the form in the page and for the drawn one. */
export const signInSchema = z.object({
  email: emailSchema,
  password: z.string().min(1, 'Bitte geben Sie Ihr Passwort ein.'),
});
export type SignInValues = z.infer<typeof signInSchema>;
