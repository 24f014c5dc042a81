import { z } from 'zod';
import { KINDS } from './orders.ts';

/** What the database answers when a dispute was settled in it. */
export const settledSchema = z.object({
  /** An operator is to be notified, by this call alone. */
  tell: z.enum(['opened', 'closed']).nullable(),
  title: z.string().nullable(),
  kind: z.enum(KINDS).nullable(),
  attention: z.string().nullable(),
  order_id: z.uuid().nullable(),
});
/** The effects of a dispute, and whether the operator is to be notified. */
export type SettledDispute = z.infer<typeof settledSchema>;
