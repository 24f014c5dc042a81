import { z } from 'zod';
import { openDatabaseAs } from '../_shared/database.ts';
import { openDesk } from '../_shared/desk.ts';
import { endpoint } from '../_shared/endpoint.ts';
import { payBack } from '../_shared/pay-back.ts';
import { settleCheckout } from '../_shared/settlement.ts';
import { logError } from '../_shared/log.ts';

const bodySchema = z.strictObject({ orderId: z.uuid() });

const askedSchema = z.object({ session_id: z.string(), status: z.string() });
const outcomeSchema = z.object({ status: z.string(), owed_cents: z.int(), last_error: z.string().nullable() });

/**
 * Checks an order's payment with the provider, for staff with the role `orders`: `{ orderId }` → `{ status, changed,
 * owedCents, error }`. A paid order is granted, an unpaid one never; due refunds are paid.
 *
 * @throws {Failure} `staff_required`, `order_not_found`, `never_at_provider`, `provider_unavailable`
 */
export default endpoint(bodySchema, async ({ body, caller, environment }) => {
  const own = openDatabaseAs(environment, caller);
  const asked = await own.call('nemus_begin_fulfilment', { p_order: body.orderId }, askedSchema);
  const desk = openDesk(environment);
  // The state of a disputed payment is in its disputes.
  if (asked.status !== 'disputed') await settleCheckout(desk, asked.session_id);
  await payBack(desk, asked.session_id).catch((error: unknown) => logError(error));
  const outcome = await own.call('nemus_end_fulfilment', { p_order: body.orderId }, outcomeSchema);
  return {
    status: outcome.status,
    changed: outcome.status !== asked.status,
    owedCents: outcome.owed_cents,
    error: outcome.last_error,
  };
});
