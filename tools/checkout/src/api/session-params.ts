import { z } from 'zod';
import { priceDataParam } from './catalog';
import { booleanParam, expandParam, integerParam, metadataParam } from './params';

const addressParam = z.url({ protocol: /^https?$/ });

/** Parameters of a new checkout session, as far as the sandbox carries them out. */
export const createSessionSchema = z.strictObject({
  mode: z.enum(['payment', 'subscription']),
  success_url: addressParam,
  cancel_url: addressParam.optional(),
  // The provider takes several.
  line_items: z.tuple([
    z.strictObject({
      price: z.string().optional(),
      price_data: priceDataParam.optional(),
      quantity: integerParam.pipe(z.int().min(1).max(1_000_000)).default(1),
    }),
  ]),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  client_reference_id: z.string().max(200).optional(),
  custom_text: z.strictObject({ submit: z.strictObject({ message: z.string().max(1200) }) }).optional(),
  customer: z.string().optional(),
  customer_update: z
    .strictObject({ address: z.enum(['auto', 'never']).optional(), name: z.enum(['auto', 'never']).optional() })
    .optional(),
  expires_at: integerParam.optional(),
  locale: z.string().optional(),
  metadata: metadataParam.optional(),
  allowed_payment_method_types: z
    .array(z.enum(['card', 'sepa_debit']))
    .min(1)
    .optional(),
  payment_intent_data: z
    .strictObject({ description: z.string().max(1000).optional(), metadata: metadataParam.optional() })
    .optional(),
  submit_type: z.enum(['auto', 'pay', 'book']).optional(),
  subscription_data: z
    .strictObject({ description: z.string().max(500).optional(), metadata: metadataParam.optional() })
    .optional(),
  tax_id_collection: z.strictObject({ enabled: booleanParam }).optional(),
  ui_mode: z.literal('hosted_page').optional(),
  allow_promotion_codes: booleanParam.optional(),
  expand: expandParam,
});
export type CreateSessionParams = z.infer<typeof createSessionSchema>;
