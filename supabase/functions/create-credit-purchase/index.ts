import { z } from 'zod';
import { beginCheckout } from '../_shared/checkout.ts';
import { endpoint } from '../_shared/endpoint.ts';

/** At least 100, in steps of 50 (specification §5). The upper bound keeps a slip of the finger from the card. */
const bodySchema = z.object({ credits: z.int().min(100).max(100_000).multipleOf(50) });

/** Begins the purchase of credits: `{ credits }` → `{ url }`. Institutions only. */
export default endpoint(bodySchema, ({ body, caller, environment }) =>
  beginCheckout({
    environment,
    userId: caller.id,
    order: { kind: 'credits', credits: body.credits },
    successPath: '/payment-success?session_id={CHECKOUT_SESSION_ID}',
    cancelPath: '/subscription',
  }),
);
