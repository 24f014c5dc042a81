import { z } from 'zod';
import { customerDetailsSchema } from './address';
import { priceSchema } from './catalog';
import { amountSchema, head, instantSchema, listOf, metadataSchema } from './list';

export const lineItemSchema = z.object({
  id: z.string(),
  object: z.literal('item'),
  amount_discount: amountSchema,
  amount_subtotal: amountSchema,
  amount_tax: amountSchema,
  amount_total: amountSchema,
  currency: z.string(),
  description: z.string().nullable(),
  metadata: metadataSchema,
  price: priceSchema,
  quantity: z.int().positive(),
});
export type LineItem = z.infer<typeof lineItemSchema>;

/** A checkout session as the API shows it, before `expand`. */
export const sessionSchema = z.object({
  ...head('checkout.session'),
  amount_subtotal: amountSchema,
  amount_total: amountSchema,
  billing_address_collection: z.enum(['auto', 'required']).nullable().default(null),
  cancel_url: z.string().nullable(),
  client_reference_id: z.string().nullable(),
  currency: z.string(),
  custom_text: z
    .object({
      after_submit: z.null(),
      shipping_address: z.null(),
      submit: z.object({ message: z.string() }).nullable(),
      terms_of_service_acceptance: z.null(),
    })
    .default({ after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null }),
  customer: z.string().nullable(),
  customer_details: customerDetailsSchema.nullable().default(null),
  expires_at: instantSchema,
  invoice: z.string().nullable(),
  locale: z.string().nullable(),
  metadata: metadataSchema,
  mode: z.enum(['payment', 'subscription']),
  payment_intent: z.string().nullable(),
  payment_method_types: z.array(z.string()),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  status: z.enum(['open', 'complete', 'expired']),
  subscription: z.string().nullable(),
  success_url: z.string(),
  tax_id_collection: z
    .object({ enabled: z.boolean(), required: z.literal('never') })
    .default({ enabled: false, required: 'never' }),
  ui_mode: z.literal('hosted_page'),
  url: z.string().nullable(),
});
export type Session = z.infer<typeof sessionSchema>;

/** What the sandbox keeps of a session beyond what the API shows unasked. */
export const storedSessionSchema = sessionSchema.extend({
  line_items: listOf(lineItemSchema),
  /** Given at creation, handed on to what the payment creates. */
  handover: z.object({
    paymentMetadata: metadataSchema,
    paymentDescription: z.string().nullable(),
    subscriptionMetadata: metadataSchema,
    /** What the page takes over to the customer. */
    keepAddress: z.boolean().default(false),
    keepName: z.boolean().default(false),
  }),
});
export type StoredSession = z.infer<typeof storedSessionSchema>;
