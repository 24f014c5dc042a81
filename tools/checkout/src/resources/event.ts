import { z } from 'zod';
import { head } from './list';

export const eventSchema = z.object({
  ...head('event'),
  api_version: z.string(),
  data: z.object({
    /** The object as it was at that moment. */
    object: z.record(z.string(), z.unknown()),
    previous_attributes: z.record(z.string(), z.unknown()).optional(),
  }),
  pending_webhooks: z.int(),
  request: z.object({ id: z.string().nullable(), idempotency_key: z.string().nullable() }),
  type: z.string(),
});
export type ProviderEvent = z.infer<typeof eventSchema>;

/**
 * One delivery of an event to the webhook. `held` waits for a release through the control address; `dropped` was
 * deliberately never sent; `failed` ran out of attempts.
 */
export const deliverySchema = z.object({
  id: z.string(),
  event: z.string(),
  state: z.enum(['pending', 'held', 'delivered', 'failed', 'dropped']),
  /** Milliseconds since 1970 of this machine's clock. */
  dueAt: z.number(),
  attempts: z.array(z.object({ at: z.number(), status: z.int(), answer: z.string() })),
});
export type Delivery = z.infer<typeof deliverySchema>;
