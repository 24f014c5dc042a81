import { z } from 'zod';
import { PAYMENT_METHODS } from './documents/payment-methods.ts';
import { transferSchema } from './documents/transfer.ts';
import { taxSchema } from './orders.ts';

const partSchema = z.object({
  description: z.string(),
  gross_cents: z.number(),
  service_from: z.string(),
  service_until: z.string(),
});

/** A purchase whose mail is due, as the database returns it. Money in cents, dates `yyyy-MM-dd`. */
export const letterSchema = z.object({
  transaction_id: z.uuid(),
  /** The confirmed address of the account. */
  email: z.string(),
  /** The address for invoices, when the account gave another one. */
  copy_to: z.string().nullable(),
  user_type: z.enum(['piw', 'institution']),
  name: z.string(),
  type: z.enum(['course', 'credits', 'subscription']),
  item_name: z.string(),
  occurred_at: z.string(),
  amount_cents: z.number(),
  payment_method: z.enum(PAYMENT_METHODS),
  participants: z.number().nullable(),
  credits_amount: z.number().nullable(),
  service_from: z.string().nullable(),
  service_until: z.string().nullable(),
  parts: z.array(partSchema),
  /** Null for purchases with credits: the credits had an invoice. */
  invoice_number: z.string().nullable(),
  /** To be paid by bank transfer. */
  payment: transferSchema.nullish(),
  /** How it was taxed; empty for purchases with credits. */
  taxes: z.array(taxSchema),
  booking: z
    .object({
      start_date: z.string(),
      end_date: z.string(),
      /** Each person chooses a date; the days are meaningless then. */
      has_dates: z.boolean().default(false),
      /** First and last name of each. */
      participants: z.array(z.tuple([z.string(), z.string()])),
    })
    .nullable(),
});
export type PurchaseLetter = z.infer<typeof letterSchema>;
