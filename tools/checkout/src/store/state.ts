import { z } from 'zod';
import {
  chargeSchema,
  customerSchema,
  deliverySchema,
  disputeSchema,
  eventSchema,
  paymentIntentSchema,
  portalConfigurationSchema,
  portalSessionSchema,
  priceSchema,
  productSchema,
  refundSchema,
  storedInvoiceSchema,
  storedSessionSchema,
  subscriptionSchema,
} from '../resources';

/** An answer that is kept so that a repeated request gets it again. */
const keptAnswerSchema = z.object({
  /** The idempotency key. */
  id: z.string(),
  /** Digest of method, path and body. */
  request: z.string(),
  status: z.int(),
  body: z.string(),
  createdAt: z.number(),
});

/** The sandbox's complete state, as saved in its file. */
export const stateSchema = z.object({
  version: z.literal(1),
  /** Seconds by which the sandbox's time runs ahead of the machine's. */
  clockOffset: z.int().default(0),
  customers: z.array(customerSchema).default([]),
  products: z.array(productSchema).default([]),
  prices: z.array(priceSchema).default([]),
  sessions: z.array(storedSessionSchema).default([]),
  paymentIntents: z.array(paymentIntentSchema).default([]),
  charges: z.array(chargeSchema).default([]),
  refunds: z.array(refundSchema).default([]),
  disputes: z.array(disputeSchema).default([]),
  subscriptions: z.array(subscriptionSchema).default([]),
  invoices: z.array(storedInvoiceSchema).default([]),
  portalConfigurations: z.array(portalConfigurationSchema).default([]),
  portalSessions: z.array(portalSessionSchema).default([]),
  events: z.array(eventSchema).default([]),
  deliveries: z.array(deliverySchema).default([]),
  keptAnswers: z.array(keptAnswerSchema).default([]),
});
export type State = z.infer<typeof stateSchema>;

export const emptyState = (): State => stateSchema.parse({ version: 1 });
