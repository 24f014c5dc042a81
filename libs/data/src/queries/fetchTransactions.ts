import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { PAYMENT_METHODS, type PaymentMethod } from '../../../../supabase/functions/_shared/documents/payment-methods';
import type { DataClient } from '../client';
import { readPages } from './pages';

export const TRANSACTION_TYPES = ['course', 'credits', 'subscription'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];
export const TRANSACTION_STATUSES = ['completed', 'pending', 'failed'] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];
export { PAYMENT_METHODS, type PaymentMethod };

/**
 * The terms of a sold course: the price of one place, units of 45 minutes, and its status under the FernUSG (S-4.14).
 */
export const purchaseTermsSchema = z.object({
  price_euros: z.number(),
  credit_cost: z.number(),
  theory_units: z.number(),
  practical_units: z.number(),
  elearning_units: z.number(),
  zfu_number: z.string().nullable(),
});
export type PurchaseTerms = z.infer<typeof purchaseTermsSchema>;

/** A row of `nemus_transactions` with its invoice's number. Money is gross, in cents. */
export const transactionSchema = z.object({
  id: z.string(),
  type: z.enum(TRANSACTION_TYPES),
  item_name: z.string(),
  /** ISO 8601 */
  occurred_at: z.string(),
  /** Negative for a refund, 0 for a payment with credits. */
  amount_cents: z.number(),
  status: z.enum(TRANSACTION_STATUSES),
  payment_method: z.enum(PAYMENT_METHODS),
  participants: z.number().nullable(),
  /** Credits received (positive) or spent (negative). */
  credits_amount: z.number().nullable(),
  billing_period: z.enum(['monthly', 'yearly']).nullable(),
  /** First and last day covered by a subscription's payment, `yyyy-MM-dd`. */
  service_from: z.string().nullable(),
  service_until: z.string().nullable(),
  /** What a plan change charged (positive) and credited. */
  parts: z
    .array(
      z.object({
        description: z.string(),
        gross_cents: z.number(),
        service_from: z.string(),
        service_until: z.string(),
      }),
    )
    .nullable(),
  /** For a course; null otherwise, and for purchases before terms were stored. */
  terms: purchaseTermsSchema.nullable().default(null),
  /** Invented, for a demo account. */
  is_sample: z.boolean().default(false),
  invoice: z
    .object({
      id: z.string(),
      number: z.string(),
      kind: z.enum(['invoice', 'cancellation']),
      document_code: z.number().nullish(),
    })
    .nullable(),
});
export type Transaction = z.infer<typeof transactionSchema>;

const SHOWN =
  'id, type, item_name, occurred_at, amount_cents, status, payment_method, participants, credits_amount, billing_period, service_from, service_until, parts, terms, is_sample, invoice:nemus_invoices(id, number, kind, document_code)';

/**
 * Everything that the account bought, the latest first.
 * The database returns the rows of the account, or of the institution it acts for.
 */
export function fetchTransactions(client: DataClient): Promise<Transaction[]> {
  return readPages(
    (from, to) =>
      client
        .from('nemus_transactions')
        .select(SHOWN, { count: 'exact' })
        .order('occurred_at', { ascending: false })
        .order('id')
        .range(from, to),
    z.array(transactionSchema),
  );
}

export const transactionsQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['transactions', userId], queryFn: () => fetchTransactions(client) });
