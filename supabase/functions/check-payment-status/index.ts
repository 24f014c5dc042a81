import { z } from 'zod';
import { openDesk } from '../_shared/desk.ts';
import { endpoint } from '../_shared/endpoint.ts';
import { boughtMessage, unpaidMessage } from '../_shared/messages.ts';
import { settleOwnCheckout } from '../_shared/settlement.ts';

const bodySchema = z.object({ sessionId: z.string().min(1).max(200) });

/**
 * Whether a checkout is paid: `{ sessionId }` → `{ success, message }`. Grants the order if that has not happened yet.
 */
export default endpoint(bodySchema, async ({ body, caller, environment }) => {
  const settled = await settleOwnCheckout(openDesk(environment), caller.id, body.sessionId);
  return settled.state === 'paid'
    ? { success: true, message: boughtMessage(settled.fulfilment) }
    : { success: false, message: unpaidMessage(settled) };
});
