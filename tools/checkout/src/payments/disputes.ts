import type { Charge, Dispute, StoredSession } from '../resources';
import type { Desk } from '../sandbox';
import { newId } from '../store/ids';

/** Statuses of an open dispute, and its possible ends. */
const ENDS: Readonly<Partial<Record<Dispute['status'], Readonly<Record<'won' | 'lost', Dispute['status']>>>>> = {
  needs_response: { won: 'won', lost: 'lost' },
  under_review: { won: 'won', lost: 'lost' },
  warning_needs_response: { won: 'warning_closed', lost: 'warning_closed' },
};

/** Cents; it comes back with a dispute that is won. */
const DISPUTE_FEE = 2_000;

const bookingOf = ({ store }: Desk, amount: number, fee: number): Dispute['balance_transactions'][number] => ({
  id: newId('txn'),
  object: 'balance_transaction',
  amount,
  created: store.clock.now(),
  fee,
  net: amount - fee,
});

/** The charge that paid a session, also through the first invoice of a subscription. */
export function chargeOfSession({ store }: Desk, session: StoredSession): Charge | undefined {
  const invoice = session.invoice ? store.invoices.get(session.invoice) : undefined;
  const intentId = session.payment_intent ?? invoice?.payments.data[0]?.payment.payment_intent;
  const intent = intentId ? store.paymentIntents.get(intentId) : undefined;
  const charge = intent?.latest_charge ? store.charges.get(intent.latest_charge) : undefined;
  return charge?.captured ? charge : undefined;
}

/** The open dispute of a charge. */
export const openDisputeOf = ({ store }: Desk, charge: Charge): Dispute | undefined =>
  store.disputes.filter((dispute) => dispute.charge === charge.id && ENDS[dispute.status] !== undefined)[0];

/**
 * The buyer's bank contests a payment: the money is withdrawn immediately, unless it is only an inquiry.
 *
 * @param kind `dispute` withdraws the money, `inquire` asks
 */
export function openDispute(desk: Desk, charge: Charge, kind: 'dispute' | 'inquire'): Dispute {
  const { store, outbox } = desk;
  const open = openDisputeOf(desk, charge);
  if (open) return open;
  const withdrawn = charge.amount_captured - charge.amount_refunded;
  const dispute = store.disputes.put({
    ...store.head('du', 'dispute'),
    balance_transactions: kind === 'inquire' ? [] : [bookingOf(desk, -withdrawn, DISPUTE_FEE)],
    amount: withdrawn,
    charge: charge.id,
    currency: charge.currency,
    is_charge_refundable: kind === 'inquire',
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: kind === 'inquire' ? 'warning_needs_response' : 'needs_response',
  });
  store.charges.put({ ...charge, disputed: true });
  outbox.record('charge.dispute.created', dispute);
  if (kind === 'dispute') outbox.record('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** The bank decides. A closed dispute stays as it is. */
export function closeDispute(desk: Desk, dispute: Dispute, outcome: 'won' | 'lost'): Dispute {
  const { store, outbox } = desk;
  const ends = ENDS[dispute.status];
  if (!ends) return dispute;
  const returned = ends[outcome] === 'won' ? [bookingOf(desk, dispute.amount, -DISPUTE_FEE)] : [];
  const balance_transactions = [...dispute.balance_transactions, ...returned];
  const closed = store.disputes.put({ ...dispute, status: ends[outcome], balance_transactions });
  outbox.record('charge.dispute.closed', closed);
  if (closed.status === 'won') outbox.record('charge.dispute.funds_reinstated', closed);
  return closed;
}
