import { z } from 'zod';
import { noSuchParam, ProviderError } from '../errors';
import { refundCharge } from '../payments/refunds';
import { REFUND_REASONS, type Charge } from '../resources';
import type { Sandbox } from '../sandbox';
import { handle, newRoutes, type SandboxRoutes } from './handle';
import { expandParam, integerParam, metadataParam } from './params';

const refundSchema = z.strictObject({
  amount: integerParam.pipe(z.int().positive()).optional(),
  payment_intent: z.string(),
  reason: z.enum(REFUND_REASONS).optional(),
  metadata: metadataParam.optional(),
  expand: expandParam,
});

/** Refunds. */
export function paymentRoutes(sandbox: Sandbox): SandboxRoutes {
  const { store } = sandbox;
  const chargeOf = ({ payment_intent: intentId }: z.infer<typeof refundSchema>): Charge => {
    const intent = store.paymentIntents.get(intentId);
    if (!intent) throw noSuchParam('payment_intent', intentId, 'payment_intent');
    const charge = intent.latest_charge ? store.charges.get(intent.latest_charge) : undefined;
    if (!charge?.captured) {
      throw new ProviderError(400, 'This PaymentIntent does not have a successful charge to refund.', {
        param: 'payment_intent',
      });
    }
    return charge;
  };
  return newRoutes().post(
    '/refunds',
    handle(sandbox, refundSchema, (params) => refundCharge(sandbox, chargeOf(params), params)),
  );
}
