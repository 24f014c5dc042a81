import type { Charge, PaymentIntent } from '../resources';
import type { Desk } from '../sandbox';

/** The amount, and the payer. */
export interface Payable {
  readonly amount: number;
  readonly currency: string;
  readonly customer: string | null;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

/** The bank's answer that a declined test card gives. */
const DECLINED = { failure_code: 'card_declined', failure_message: 'Your card was declined.' } as const;

function openIntent({ store }: Desk, payable: Payable): PaymentIntent {
  return store.paymentIntents.put({
    ...store.head('pi', 'payment_intent'),
    amount: payable.amount,
    amount_received: 0,
    currency: payable.currency,
    customer: payable.customer,
    description: payable.description,
    latest_charge: null,
    metadata: { ...payable.metadata },
    payment_method_types: ['card', 'sepa_debit'],
    status: 'requires_payment_method',
  });
}

/** A debit that was promised is the same charge when its money arrives, or does not. */
function chargeIntent({ store }: Desk, intent: PaymentIntent, status: Charge['status']): Charge {
  const promised = intent.status === 'processing' ? intent.latest_charge : null;
  const succeeded = status === 'succeeded';
  const refused = status === 'failed';
  return store.charges.put({
    ...store.head('ch', 'charge'),
    ...(promised !== null && { id: promised }),
    amount: intent.amount,
    amount_captured: succeeded ? intent.amount : 0,
    amount_refunded: 0,
    captured: succeeded,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: refused ? DECLINED.failure_code : null,
    failure_message: refused ? DECLINED.failure_message : null,
    metadata: intent.metadata,
    paid: succeeded,
    payment_intent: intent.id,
    payment_method_details: { type: promised !== null || status === 'pending' ? 'sepa_debit' : 'card' },
    refunded: false,
    status,
  });
}

/** The money arrives: a new payment, or a pending one. */
export function receivePayment(desk: Desk, from: Payable | PaymentIntent): PaymentIntent {
  const intent = 'id' in from ? from : openIntent(desk, from);
  const charge = chargeIntent(desk, intent, 'succeeded');
  const paid = desk.store.paymentIntents.put({
    ...intent,
    amount_received: intent.amount,
    latest_charge: charge.id,
    status: 'succeeded',
  });
  desk.outbox.record('charge.succeeded', charge);
  desk.outbox.record('payment_intent.succeeded', paid);
  return paid;
}

/** The money is promised and arrives, or does not, some days later. */
export function awaitPayment(desk: Desk, payable: Payable): PaymentIntent {
  const opened = openIntent(desk, payable);
  const charge = chargeIntent(desk, opened, 'pending');
  const intent = desk.store.paymentIntents.put({ ...opened, latest_charge: charge.id, status: 'processing' });
  desk.outbox.record('payment_intent.processing', intent);
  return intent;
}

/** The card is declined, or the promised money does not arrive. */
export function refusePayment(desk: Desk, from: Payable | PaymentIntent): PaymentIntent {
  const intent = 'id' in from ? from : openIntent(desk, from);
  const charge = chargeIntent(desk, intent, 'failed');
  const refused = desk.store.paymentIntents.put({
    ...intent,
    latest_charge: charge.id,
    status: 'requires_payment_method',
  });
  desk.outbox.record('charge.failed', charge);
  desk.outbox.record('payment_intent.payment_failed', refused);
  return refused;
}
