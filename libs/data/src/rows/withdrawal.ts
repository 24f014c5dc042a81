import { z } from 'zod';

/** A declared withdrawal, as staff sees it. */
export const withdrawalSchema = z.object({
  withdrawal_id: z.string(),
  reference: z.string(),
  name: z.string(),
  email: z.string(),
  contract: z.string(),
  message: z.string(),
  received_at: z.string(),
  /** Last day to pay back, `yyyy-MM-dd`. */
  due_on: z.string().nullable().default(null),
  /** Paid orders: the one that it names, then the newest five of the account with this address. */
  orders: z.array(
    z.object({
      order_id: z.string(),
      title: z.string(),
      amount_cents: z.int(),
      created_at: z.string(),
      is_named: z.boolean().default(false),
      /** Last day to withdraw from it, `yyyy-MM-dd`. */
      until: z.string().nullable().default(null),
    }),
  ),
});
