import { z } from 'zod';
import { openDesk } from '../_shared/desk.ts';
import { endpoint } from '../_shared/endpoint.ts';
import { deliverResult } from '../_shared/orders.ts';
import { boughtMessage, unpaidMessage } from '../_shared/messages.ts';
import { settleOwnCheckout } from '../_shared/settlement.ts';
import { ALREADY_PROCESSED } from '../_shared/texts/purchases.ts';

const bodySchema = z.object({ session_id: z.string().min(1).max(200) });

/**
 * Verifies a checkout for the result page: `{ session_id }` → the result of a payment (S-12.14),
 * with `status` and `kind` beside it. Grants what was bought if that has not happened yet. The buyer's first call reports
 * success, also when the webhook granted it; later calls report `already_processed`.
 */
export default endpoint(bodySchema, async ({ body, caller, environment }) => {
  const desk = openDesk(environment);
  const settled = await settleOwnCheckout(desk, caller.id, body.session_id);
  const { kind, state: status } = settled;
  const isFirst = await deliverResult(desk.database, body.session_id);
  if (settled.state !== 'paid') {
    return {
      success: false,
      already_processed: false,
      message: unpaidMessage(settled),
      credits_added: null,
      available_credits: null,
      total_credits: null,
      subscription_tier: null,
      payment_details: { amount_paid: null },
      status,
      kind,
    };
  }
  const { fulfilment, amountCents } = settled;
  return {
    success: true,
    already_processed: !isFirst,
    message: isFirst ? boughtMessage(fulfilment) : ALREADY_PROCESSED,
    credits_added: fulfilment.credits_added,
    available_credits: fulfilment.available_credits,
    total_credits: fulfilment.total_credits,
    subscription_tier: fulfilment.subscription_tier,
    /** Gross, in cents. */
    payment_details: { amount_paid: amountCents },
    status,
    kind,
  };
});
