import { z } from 'zod';
import { openDatabaseAs } from '../_shared/database.ts';
import { openDesk } from '../_shared/desk.ts';
import { endpoint } from '../_shared/endpoint.ts';
import { payBack } from '../_shared/pay-back.ts';
import { logError } from '../_shared/log.ts';

const bodySchema = z.strictObject({
  orderId: z.uuid(),
  /** In cents; the database has the maximum. */
  amountCents: z.int().positive(),
  /** Why, for the audit log. */
  reason: z.string().trim().min(3).max(1000),
  /** The refunded or due amount when the caller decided, in cents: the same decision twice is one refund. */
  sumBeforeCents: z.int().nonnegative(),
});

const debtSchema = z.object({ session_id: z.string() });
const outcomeSchema = z.object({ status: z.string(), owed_cents: z.int(), last_error: z.string().nullable() });

/**
 * Refunds an order, in part or in full, for staff with the role `orders`: `{ orderId, amountCents, reason,
 * sumBeforeCents }` → `{ refunded, status, error }`. The database checks the rights and writes the debt and its line of
 * the audit log first; then the provider pays it. Not `refunded`: the provider did not take it yet, `error` has the
 * reason, and a later call retries it.
 *
 * @throws {Failure} `staff_required`, `order_not_found`, `refund_amount`, `refund_outdated`, `note_missing`
 */
export default endpoint(
  bodySchema,
  async ({ body, caller, environment }) => {
    // With the caller's own rights in the database.
    const own = openDatabaseAs(environment, caller);
    const debt = await own.call(
      'nemus_begin_order_refund',
      {
        p_order: body.orderId,
        p_amount_cents: body.amountCents,
        p_reason: body.reason,
        p_sum_before: body.sumBeforeCents,
      },
      debtSchema,
    );
    // The refund stays due: a failure is recorded with the debt.
    await payBack(openDesk(environment), debt.session_id).catch((error: unknown) => logError(error));
    const {
      status,
      owed_cents: owed,
      last_error: error,
    } = await own.call('nemus_end_fulfilment', { p_order: body.orderId }, outcomeSchema);
    return { refunded: owed === 0, status, error };
  },
  { demand: 'fresh' },
);
