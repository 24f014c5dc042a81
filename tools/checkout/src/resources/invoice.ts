import { z } from 'zod';
import { amountSchema, head, instantSchema, listOf, metadataSchema } from './list';

const periodSchema = z.object({ start: instantSchema, end: instantSchema });

const invoiceLineSchema = z.object({
  id: z.string(),
  object: z.literal('line_item'),
  amount: amountSchema,
  currency: z.string(),
  description: z.string().nullable(),
  livemode: z.literal(false),
  period: periodSchema,
  pricing: z
    .object({
      price_details: z.object({ price: z.string(), product: z.string() }),
      type: z.literal('price_details'),
      unit_amount_decimal: z.null(),
    })
    .nullable()
    .default(null),
  quantity: z.int().nullable(),
  subscription: z.string().nullable(),
});

export const BILLING_REASONS = ['subscription_create', 'subscription_cycle', 'subscription_update'] as const;
export type BillingReason = (typeof BILLING_REASONS)[number];

/** An invoice of a subscription as the API shows it, before `expand`. */
export const invoiceSchema = z.object({
  ...head('invoice'),
  amount_due: amountSchema,
  amount_paid: amountSchema,
  amount_remaining: amountSchema,
  billing_reason: z.enum(BILLING_REASONS),
  currency: z.string(),
  customer: z.string(),
  lines: listOf(invoiceLineSchema),
  metadata: metadataSchema,
  number: z.string(),
  parent: z.object({
    quote_details: z.null(),
    subscription_details: z.object({ metadata: metadataSchema, subscription: z.string() }),
    type: z.literal('subscription_details'),
  }),
  period_end: instantSchema,
  period_start: instantSchema,
  status: z.enum(['open', 'paid', 'void', 'uncollectible']),
  status_transitions: z.object({
    finalized_at: instantSchema.nullable(),
    marked_uncollectible_at: instantSchema.nullable(),
    paid_at: instantSchema.nullable(),
    voided_at: instantSchema.nullable(),
  }),
  subtotal: amountSchema,
  total: amountSchema,
});
export type Invoice = z.infer<typeof invoiceSchema>;

export const invoicePaymentSchema = z.object({
  ...head('invoice_payment'),
  amount_paid: amountSchema.nullable(),
  amount_requested: amountSchema,
  currency: z.string(),
  invoice: z.string(),
  is_default: z.boolean(),
  payment: z.object({ type: z.literal('payment_intent'), payment_intent: z.string() }),
  status: z.enum(['open', 'paid', 'canceled']),
});
export type InvoicePayment = z.infer<typeof invoicePaymentSchema>;

/** With the payments, which the API shows only on request. */
export const storedInvoiceSchema = invoiceSchema.extend({ payments: listOf(invoicePaymentSchema) });
export type StoredInvoice = z.infer<typeof storedInvoiceSchema>;
