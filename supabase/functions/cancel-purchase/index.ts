import { z } from 'zod';
import { openDesk } from '../_shared/desk.ts';
import { endpoint } from '../_shared/endpoint.ts';
import { Failure } from '../_shared/failure.ts';
import { boughtMessage, returnMessage } from '../_shared/messages.ts';
import { giveUpOrder } from '../_shared/orders.ts';
import { settleOwnCheckout } from '../_shared/settlement.ts';
import { CANCELLED, NOT_CANCELLED } from '../_shared/texts/purchases.ts';
import { logError } from '../_shared/log.ts';

const bodySchema = z.strictObject({ orderId: z.uuid() });

/**
 * Cancels an unpaid purchase: `{ orderId }` → `{ cancelled, message }`. The provider's page is closed, so that it
 * cannot be paid later. A paid order is granted, and a payment in progress cannot be stopped: not `cancelled`.
 */
export default endpoint(bodySchema, async ({ body, caller, environment }) => {
  const desk = openDesk(environment);
  const order = await giveUpOrder(desk.database, caller.id, body.orderId);
  if (!order) throw new Failure('payment_not_found');
  if (order.session_id === null) return { cancelled: true, message: CANCELLED };
  if (order.status === 'open') {
    // One that was just paid or closed refuses: its state is checked next.
    await desk.stripe.checkout.sessions.expire(order.session_id).catch((error: unknown) => logError(error));
  }
  const settled = await settleOwnCheckout(desk, caller.id, order.session_id);
  switch (settled.state) {
    case 'expired':
    case 'failed':
      return { cancelled: true, message: CANCELLED };
    case 'paid':
      return { cancelled: false, message: boughtMessage(settled.fulfilment) };
    default:
      return {
        cancelled: false,
        message: settled.fulfilment ? returnMessage(settled.fulfilment) : NOT_CANCELLED,
      };
  }
});
