import { z } from 'zod';
import { beginCheckout } from '../_shared/checkout.ts';
import { endpoint } from '../_shared/endpoint.ts';
import { Failure } from '../_shared/failure.ts';

/** At least 100, in steps of 50 (S-10.1). */
const bodySchema = z.object({ credits: z.int().min(100).multipleOf(50) });
/** Keeps a slip of the finger from the card; the portal's form says the same. */
const MOST_CREDITS = 100_000;

/** Begins the purchase of credits: `{ credits }` → `{ url }`. Institutions only. */
export default endpoint(
  bodySchema,
  ({ body, caller, environment }) => {
    if (body.credits > MOST_CREDITS) throw new Failure('too_many_credits');
    return beginCheckout({
      environment,
      userId: caller.id,
      order: ['nemus_order_credits', { p_credits: body.credits }],
      successPath: '/payment-success?session_id={CHECKOUT_SESSION_ID}',
      cancelPath: '/subscription',
    });
  },
  { demand: 'fresh' },
);
