import { z } from 'zod';
import { formatDay, formatMoney } from '../texts/values.ts';

/** How a document is paid by bank transfer: our account, and on an invoice the day it is due. */
export const transferSchema = z.object({
  holder: z.string(),
  iban: z.string(),
  bic: z.string(),
  due_on: z.string().nullish(),
});
type Transfer = z.infer<typeof transferSchema>;

/** An IBAN in groups of four. */
export const formatIban = (iban: string) => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** How to pay an invoice, one line each: sum and day, account, reference. */
export const transferTexts = (
  { holder, iban, bic, due_on: due }: Transfer,
  number: string,
  cents: number,
): readonly string[] => [
  due ? `Bitte überweisen Sie ${formatMoney(cents)} bis zum ${formatDay(due)}.` : `Offen sind ${formatMoney(cents)}.`,
  `Empfänger: ${holder} · IBAN ${formatIban(iban)} · BIC ${bic}`,
  `Verwendungszweck: ${number}`,
];
