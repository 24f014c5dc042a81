import { z } from 'zod';
import { beginCheckout, CANCEL_PATH } from '../_shared/checkout.ts';
import { endpoint } from '../_shared/endpoint.ts';
import { shownSchema, TIERS } from '../_shared/orders.ts';

const bodySchema = z.object({ tier: z.enum(TIERS), shownCents: shownSchema });

/** Starts a subscription: `{ tier, shownCents? }` → `{ url }`. Institutions only, one at a time. */
export default endpoint(
  bodySchema,
  ({ body, caller, environment }) =>
    beginCheckout({
      environment,
      userId: caller.id,
      order: ['nemus_order_subscription', { p_tier: body.tier, p_shown_cents: body.shownCents }],
      successPath: '/payment-success?session_id={CHECKOUT_SESSION_ID}',
      cancelPath: CANCEL_PATH,
    }),
  { demand: 'fresh' },
);
