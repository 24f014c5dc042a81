import { userTypeSchema } from '@nemus/contract';
import { nameProblem, readDigits } from '@nemus/data';
import { z } from 'zod';
import { emailSchema } from '../../first-form/sign-in-schema';

/** Texts of toasts (S-9.5, S-9.6, S-9.7); a test compares them verbatim. */
export const MISMATCH = 'Die Passwörter stimmen nicht überein';
export const INSTITUTION_MISSING = 'Bitte geben Sie den Namen Ihrer Institution an';

/** Minimum length of a new password (S-10.5). */
export const PASSWORD_LENGTH = 6;

/** A broken rule for new passwords, with its toast (S-1.11). */
export interface PasswordProblem {
  readonly title: string;
  readonly description: string;
}

/** Shared by sign-up and reset: one rule, one message. */
export const TOO_SHORT: PasswordProblem = {
  title: 'Passwort zu kurz',
  description: 'Das Passwort muss mindestens 6 Zeichen lang sein.',
};

/** The service hashes 72 bytes and refuses the rest; UTF-8 needs two to four for letters beyond ASCII. */
export const TOO_LONG: PasswordProblem = {
  title: 'Passwort zu lang',
  description: 'Dieses Passwort ist zu lang. Möglich sind 72 Zeichen; Umlaute und Sonderzeichen zählen mehrfach.',
};
const isTooLong = (password: string) => new TextEncoder().encode(password).length > 72;

const required = (message: string) => z.string().refine((value) => value.trim() !== '', message);

const printed = (missing: string) =>
  required(missing).refine((name) => nameProblem(name) === undefined, {
    error: ({ input }) => nameProblem(String(input)),
  });

/** Six digits, however they were pasted. */
export const codeSchema = z.object({
  code: z
    .string()
    .transform(readDigits)
    .pipe(z.string().regex(/^\d{6}$/, 'Bitte geben Sie die sechs Ziffern ein.')),
});
export type CodeValues = z.infer<typeof codeSchema>;
export const recoverySchema = z.object({ code: required('Bitte geben Sie einen Ihrer Wiederherstellungscodes ein.') });
export type RecoveryValues = z.infer<typeof recoverySchema>;

export const resetRequestSchema = z.object({ email: emailSchema });
export type ResetRequestValues = z.infer<typeof resetRequestSchema>;

export const signUpSchema = z
  .object({
    firstName: printed('Bitte geben Sie Ihren Vornamen ein.'),
    lastName: printed('Bitte geben Sie Ihren Nachnamen ein.'),
    email: emailSchema,
    userType: userTypeSchema,
    institutionName: z.string(),
    /** The account joins an existing institution, and needs no name of its own. */
    joins: z.boolean(),
    password: z
      .string()
      .min(1, 'Bitte wählen Sie ein Passwort.')
      .min(PASSWORD_LENGTH, TOO_SHORT.description)
      .refine((password) => !isTooLong(password), TOO_LONG.description),
    confirmation: z.string().min(1, 'Bitte wiederholen Sie das Passwort.'),
  })
  .superRefine((form, context) => {
    if (form.confirmation !== '' && form.password !== form.confirmation) {
      context.addIssue({ code: 'custom', path: ['confirmation'], message: MISMATCH });
    }
    if (form.userType === 'institution' && !form.joins && form.institutionName.trim() === '') {
      context.addIssue({ code: 'custom', path: ['institutionName'], message: INSTITUTION_MISSING });
    }
    const unprintable = form.userType === 'institution' && !form.joins && nameProblem(form.institutionName);
    if (unprintable) context.addIssue({ code: 'custom', path: ['institutionName'], message: unprintable });
  });
export type SignUpValues = z.infer<typeof signUpSchema>;

export const EMPTY_SIGN_UP: SignUpValues = {
  firstName: '',
  lastName: '',
  email: '',
  userType: 'piw',
  institutionName: '',
  joins: false,
  password: '',
  confirmation: '',
};

/** Checks a new password; null when valid. The match is checked before the length. */
export function passwordProblem(newPassword: string, confirmation: string): PasswordProblem | null {
  if (newPassword !== confirmation) {
    return {
      title: 'Passwörter stimmen nicht überein',
      description: 'Bitte stellen Sie sicher, dass beide Passwörter identisch sind.',
    };
  }
  if (isTooLong(newPassword)) return TOO_LONG;
  return newPassword.length < PASSWORD_LENGTH ? TOO_SHORT : null;
}
