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
  /** Paid orders of the account with this address, the newest five. */
  orders: z.array(z.object({ order_id: z.string(), title: z.string(), amount_cents: z.int(), created_at: z.string() })),
});
