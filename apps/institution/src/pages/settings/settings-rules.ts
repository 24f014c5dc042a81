import {
  INVOICE_FORMATS,
  INVOICE_FREQUENCIES,
  nameProblem,
  plainCode,
  readMailAddress,
  readPhone,
  type InvoiceFrequency,
} from '@nemus/data';
import { formatNumber } from '@nemus/ui';
import { z } from 'zod';

/** Two letters of the country, then 2 to 12 letters or digits. */
const VAT_ID = /^[A-Z]{2}[A-Z0-9]{2,12}$/;

const longest = (characters: number) =>
  z
    .string()
    .trim()
    .max(characters, { error: () => `Bitte höchstens ${formatNumber(characters)} Zeichen.` });
const optional = (characters: number, isValid: (value: string) => boolean, message: string) =>
  longest(characters).refine((value) => value === '' || isValid(value), message);

function isWebAddress(value: string): boolean {
  if (!/^https?:\/\/[^\s.]+\.\S+$/.test(value)) return false;
  return z.url().safeParse(value).success;
}

/** "www.praxis.example" is what people type; the stored address includes the scheme. */
function withScheme(value: string): string {
  return value === '' || /^[a-z]+:/i.test(value) ? value : `https://${value}`;
}

export const institutionSchema = z.object({
  institution_name: longest(200)
    .min(1, 'Bitte geben Sie den Namen Ihrer Institution an.')
    .refine((typed) => nameProblem(typed) === undefined, { error: ({ input }) => nameProblem(String(input)) }),
  institution_address: longest(500),
  institution_phone: longest(60)
    .transform((typed) => (typed === '' ? '' : readPhone(typed)))
    .pipe(z.string('Bitte geben Sie eine gültige Telefonnummer ein.')),
  institution_website: z
    .string()
    .trim()
    .transform(withScheme)
    .pipe(optional(300, isWebAddress, 'Bitte geben Sie eine gültige Webadresse ein, etwa https://www.praxis.example.')),
  institution_description: longest(2_000),
});

export const notificationsSchema = z.object({
  email_notifications: z.boolean(),
  sms_notifications: z.boolean(),
  marketing_emails: z.boolean(),
  weekly_reports: z.boolean(),
});

export const requiredFactorSchema = z.object({ two_factor_enabled: z.boolean() });

export const loginAlertsSchema = z.object({ login_alerts: z.boolean() });

export const billingSchema = z.object({
  billing_email: longest(255)
    .transform((typed) => (typed === '' ? '' : readMailAddress(typed)))
    .pipe(z.string('Bitte geben Sie eine gültige E-Mail-Adresse ein.')),
  vat_id: z
    .string()
    .transform((value) =>
      plainCode(value)
        .replaceAll(/[\s./-]/g, '')
        .toUpperCase(),
    )
    .pipe(optional(14, (value) => VAT_ID.test(value), 'Bitte geben Sie eine gültige USt-IdNr. ein, etwa DE123456789.')),
});

/** `single`: no interval, each payment has its invoice. */
export const invoiceFormSchema = z
  .object({
    interval: z.enum(['single', ...INVOICE_FREQUENCIES]),
    format: z.enum(INVOICE_FORMATS),
    buyer_reference: longest(100).transform(plainCode),
  })
  .refine(({ format, buyer_reference: reference }) => format !== 'xrechnung' || reference !== '', {
    path: ['buyer_reference'],
    message: 'Bitte geben Sie für XRechnung eine Käuferreferenz oder Leitweg-ID an.',
  });
export type InvoiceFormValues = z.infer<typeof invoiceFormSchema>;

export const FREQUENCY_LABELS: Readonly<Record<InvoiceFrequency, string>> = {
  monthly: 'Monatlich',
  quarterly: 'Vierteljährlich',
  yearly: 'Jährlich',
};
