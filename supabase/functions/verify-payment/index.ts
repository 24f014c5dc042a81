import { z } from 'zod';
import { openDesk } from '../_shared/desk.ts';
import { endpoint } from '../_shared/endpoint.ts';
import { boughtMessage, unpaidMessage } from '../_shared/messages.ts';
import { settleOwnCheckout } from '../_shared/settlement.ts';
import { ALREADY_PROCESSED } from '../_shared/texts/purchases.ts';

const bodySchema = z.object({ session_id: z.string().min(1).max(200) });

/**
 * Verifies a checkout for the result page: `{ session_id }` → the result of a payment (S-12.14), with `status` and
 * `kind` beside it. Grants the order if that has not happened yet. `already_processed`: the account has already seen
 * how the payment ended (`nemus_note_result_shown`), regardless of which call granted it.
 */
export default endpoint(bodySchema, async ({ body, caller, environment }) => {
  const settled = await settleOwnCheckout(openDesk(environment), caller.id, body.session_id);
  const { kind, state: status, isKnown } = settled;
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
    already_processed: isKnown,
    message: isKnown ? ALREADY_PROCESSED : boughtMessage(fulfilment),
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
