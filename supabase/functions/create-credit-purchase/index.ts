import { z } from 'zod';
import { beginCheckout, CANCEL_PATH } from '../_shared/checkout.ts';
import { endpoint } from '../_shared/endpoint.ts';
import { Failure } from '../_shared/failure.ts';
import { shownSchema } from '../_shared/orders.ts';

/** At least 100, in steps of 50 (S-10.1). */
const bodySchema = z.object({ credits: z.int().min(100).multipleOf(50), shownCents: shownSchema });
/** Protects from typing errors; the portal's form has the same limit. */
const MOST_CREDITS = 100_000;

/** Starts the purchase of credits: `{ credits, shownCents? }` → `{ url }`. Institutions only. */
export default endpoint(
  bodySchema,
  ({ body, caller, environment }) => {
    if (body.credits > MOST_CREDITS) throw new Failure('too_many_credits');
    return beginCheckout({
      environment,
      userId: caller.id,
      order: ['nemus_order_credits', { p_credits: body.credits, p_shown_cents: body.shownCents }],
      successPath: '/payment-success?session_id={CHECKOUT_SESSION_ID}',
      cancelPath: CANCEL_PATH,
    });
  },
  { demand: 'fresh' },
);
