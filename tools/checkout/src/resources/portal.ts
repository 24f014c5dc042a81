import { z } from 'zod';
import { head, instantSchema, metadataSchema } from './list';

/** What customers may do in the portal. Products and prices are those they can switch to. */
export const portalConfigurationSchema = z.object({
  ...head('billing_portal.configuration'),
  active: z.boolean(),
  default_return_url: z.string().nullable(),
  features: z.object({
    invoice_history: z.object({ enabled: z.boolean() }).default({ enabled: false }),
    subscription_cancel: z.object({ enabled: z.boolean(), mode: z.literal('at_period_end') }),
    subscription_update: z.object({
      enabled: z.boolean(),
      products: z.array(z.object({ product: z.string(), prices: z.array(z.string()) })),
    }),
  }),
  is_default: z.boolean(),
  metadata: metadataSchema,
  updated: instantSchema,
});
export type PortalConfiguration = z.infer<typeof portalConfigurationSchema>;

export const portalSessionSchema = z.object({
  ...head('billing_portal.session'),
  configuration: z.string(),
  customer: z.string(),
  locale: z.string().nullable(),
  return_url: z.string().nullable(),
  url: z.string(),
});
export type PortalSession = z.infer<typeof portalSessionSchema>;
