import { readMailAddress } from '@nemus/data';
import { z } from 'zod';

const required = (max: number, message: string) =>
  z.string().trim().min(1, message).max(max, 'Bitte kürzen Sie diese Angabe.');

/** Content of a declaration of withdrawal (§ 356a Abs. 2 BGB): person, contract, and address of the receipt. */
export const withdrawalSchema = z.object({
  name: required(200, 'Bitte geben Sie Ihren Namen ein.'),
  email: required(255, 'Bitte geben Sie Ihre E-Mail-Adresse ein.')
    .transform((typed) => readMailAddress(typed) ?? '')
    .refine((address) => address !== '', 'Bitte geben Sie eine gültige E-Mail-Adresse ein.'),
  contract: required(500, 'Bitte nennen Sie den Kurs oder die Nummer der Rechnung.'),
  message: z.string().trim().max(2000, 'Bitte kürzen Sie Ihre Mitteilung auf 2.000 Zeichen.'),
});
export type WithdrawalValues = z.infer<typeof withdrawalSchema>;

/** Labels of the fields, in the order of the form. */
export const WITHDRAWAL_LABELS: Readonly<Record<keyof WithdrawalValues, string>> = {
  name: 'Name',
  email: 'E-Mail für die Eingangsbestätigung',
  contract: 'Welchen Vertrag widerrufen Sie?',
  message: 'Mitteilung an uns',
};
