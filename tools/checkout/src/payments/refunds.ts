import { ProviderError } from '../errors';
import type { Charge, Refund } from '../resources';
import type { Desk } from '../sandbox';
import { newId } from '../store/ids';

export interface RefundRequest {
  /** Cents; by default all that is left. */
  readonly amount?: number | undefined;
  readonly reason?: NonNullable<Refund['reason']> | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** Refunds money. Throws the provider's error when less than the requested amount is left. */
export function refundCharge(desk: Desk, charge: Charge, { amount, reason, metadata }: RefundRequest): Refund {
  const left = charge.amount_captured - charge.amount_refunded;
  if (left === 0) {
    throw new ProviderError(400, `Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  const wanted = amount ?? left;
  if (wanted > left) {
    throw new ProviderError(400, `Refund amount (${wanted}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  }
  const refunded = charge.amount_refunded + wanted;
  const changed = desk.store.charges.put({
    ...charge,
    amount_refunded: refunded,
    refunded: refunded === charge.amount_captured,
  });
  const refund = desk.store.refunds.put({
    id: newId('re'),
    object: 'refund',
    amount: wanted,
    charge: charge.id,
    created: desk.store.clock.now(),
    currency: charge.currency,
    metadata: { ...metadata },
    payment_intent: charge.payment_intent,
    reason: reason ?? null,
    status: 'succeeded',
  });
  desk.outbox.record('charge.refunded', changed, { amount_refunded: charge.amount_refunded });
  desk.outbox.record('refund.created', refund);
  return refund;
}

/** The bank sends the money of the latest refund back: the card has expired, or the account is closed. */
export function failRefund({ store, outbox }: Desk, charge: Charge): void {
  const refund = store.refunds.filter(({ charge: id, status }) => id === charge.id && status === 'succeeded').at(-1);
  if (!refund) return;
  const failed = store.refunds.put({ ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' });
  store.charges.put({ ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false });
  for (const type of ['refund.updated', 'refund.failed', 'charge.refund.updated'] as const) outbox.record(type, failed);
}
