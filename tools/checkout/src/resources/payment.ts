import { z } from 'zod';
import { amountSchema, head, instantSchema, metadataSchema } from './list';

export const paymentIntentSchema = z.object({
  ...head('payment_intent'),
  amount: amountSchema,
  amount_received: amountSchema,
  currency: z.string(),
  customer: z.string().nullable(),
  description: z.string().nullable(),
  latest_charge: z.string().nullable(),
  metadata: metadataSchema,
  payment_method_types: z.array(z.string()),
  status: z.enum(['requires_payment_method', 'processing', 'succeeded', 'canceled']),
});
export type PaymentIntent = z.infer<typeof paymentIntentSchema>;

export const chargeSchema = z.object({
  ...head('charge'),
  amount: amountSchema,
  amount_captured: amountSchema,
  amount_refunded: amountSchema,
  captured: z.boolean(),
  currency: z.string(),
  customer: z.string().nullable(),
  description: z.string().nullable(),
  disputed: z.boolean(),
  failure_code: z.string().nullable(),
  failure_message: z.string().nullable(),
  metadata: metadataSchema,
  paid: z.boolean(),
  payment_intent: z.string(),
  /** The payment method. */
  payment_method_details: z.object({ type: z.enum(['card', 'sepa_debit']) }).default({ type: 'card' }),
  refunded: z.boolean(),
  status: z.enum(['succeeded', 'pending', 'failed']),
});
export type Charge = z.infer<typeof chargeSchema>;

export const REFUND_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

export const refundSchema = z.object({
  id: z.string(),
  object: z.literal('refund'),
  amount: amountSchema,
  charge: z.string(),
  created: instantSchema,
  currency: z.string(),
  metadata: metadataSchema,
  payment_intent: z.string(),
  reason: z.enum(REFUND_REASONS).nullable(),
  failure_reason: z.string().optional(),
  status: z.enum(['succeeded', 'failed']),
});
export type Refund = z.infer<typeof refundSchema>;

/** A bank's status when its customer contests a payment; `warning_…` is an inquiry that moves no money yet. */
const DISPUTE_STATUSES = [
  'warning_needs_response',
  'warning_closed',
  'needs_response',
  'under_review',
  'won',
  'lost',
] as const;

export const disputeSchema = z.object({
  ...head('dispute'),
  amount: amountSchema,
  /** How the provider booked it, with its fee; an inquiry is not booked. */
  balance_transactions: z
    .array(
      z.object({
        id: z.string(),
        object: z.literal('balance_transaction'),
        amount: z.int(),
        created: instantSchema,
        fee: z.int(),
        net: z.int(),
      }),
    )
    .default([]),
  charge: z.string(),
  currency: z.string(),
  is_charge_refundable: z.boolean(),
  metadata: metadataSchema,
  payment_intent: z.string(),
  reason: z.string(),
  status: z.enum(DISPUTE_STATUSES),
});
export type Dispute = z.infer<typeof disputeSchema>;
