import { z } from 'zod';
import { noSuch, noSuchParam, ProviderError } from '../errors';
import { refundCharge } from '../payments/refunds';
import { REFUND_REASONS, type Charge } from '../resources';
import type { Sandbox } from '../sandbox';
import { handle, newRoutes, type SandboxRoutes } from './handle';
import { expandParam, integerParam, metadataParam, pageParams } from './params';
import { page } from './paging';

const readSchema = z.strictObject({ expand: expandParam });
const ofCustomerSchema = z.strictObject({ ...pageParams, customer: z.string().optional() });
const ofIntentSchema = z.strictObject({ ...pageParams, payment_intent: z.string().optional() });
const refundSchema = z.strictObject({
  amount: integerParam.pipe(z.int().positive()).optional(),
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
  reason: z.enum(REFUND_REASONS).optional(),
  metadata: metadataParam.optional(),
  expand: expandParam,
});

/** Payment intents, charges and refunds. */
export function paymentRoutes(sandbox: Sandbox): SandboxRoutes {
  const { store } = sandbox;
  const chargeOf = ({ charge: id, payment_intent: intentId }: z.infer<typeof refundSchema>): Charge => {
    if (id !== undefined) {
      const charge = store.charges.get(id);
      if (!charge) throw noSuchParam('charge', id, 'charge');
      return charge;
    }
    if (intentId === undefined) {
      throw new ProviderError(400, 'One of the following params should be provided: payment_intent or charge.');
    }
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
  return newRoutes()
    .get(
      '/payment_intents',
      handle(sandbox, ofCustomerSchema, ({ customer, ...request }) =>
        page(
          store.paymentIntents.filter((intent) => customer === undefined || intent.customer === customer),
          request,
          '/v1/payment_intents',
        ),
      ),
    )
    .get(
      '/payment_intents/:id',
      handle(sandbox, readSchema, (_params, id) => {
        const intent = store.paymentIntents.get(id);
        if (!intent) throw noSuch('payment_intent', id);
        return intent;
      }),
    )
    .get(
      '/charges/:id',
      handle(sandbox, readSchema, (_params, id) => {
        const charge = store.charges.get(id);
        if (!charge) throw noSuch('charge', id);
        return charge;
      }),
    )
    .post(
      '/refunds',
      handle(sandbox, refundSchema, (params) => refundCharge(sandbox, chargeOf(params), params)),
    )
    .get(
      '/refunds',
      handle(sandbox, ofIntentSchema, ({ payment_intent: intent, ...request }) =>
        page(
          store.refunds.filter((refund) => intent === undefined || refund.payment_intent === intent),
          request,
          '/v1/refunds',
        ),
      ),
    )
    .get(
      '/refunds/:id',
      handle(sandbox, readSchema, (_params, id) => {
        const refund = store.refunds.get(id);
        if (!refund) throw noSuch('refund', id);
        return refund;
      }),
    );
}
