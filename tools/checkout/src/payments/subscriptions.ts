import { nestedList, type Price, type Subscription } from '../resources';
import type { Desk } from '../sandbox';
import { newId } from '../store/ids';
import { billSubscription } from './invoices';
import { addInterval } from './periods';

/** End of a period of this price that begins at `start`, in seconds since 1970. */
function periodEnd(price: Price, start: number): number {
  return addInterval(start, price.recurring?.interval ?? 'month');
}

interface NewSubscription {
  readonly customer: string;
  readonly price: Price;
  readonly quantity: number;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Starts a subscription with its first period. The caller creates the invoice. */
export function beginSubscription({ store }: Desk, request: NewSubscription): Subscription {
  const { customer, price, quantity, metadata } = request;
  const head = store.head('sub', 'subscription');
  const { id, created: now } = head;
  return store.subscriptions.put({
    ...head,
    billing_cycle_anchor: now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    collection_method: 'charge_automatically',
    currency: price.currency,
    customer,
    ended_at: null,
    items: nestedList(
      [
        {
          id: newId('si'),
          object: 'subscription_item' as const,
          created: now,
          current_period_end: periodEnd(price, now),
          current_period_start: now,
          metadata: {},
          price,
          quantity,
          subscription: id,
        },
      ],
      `/v1/subscription_items?subscription=${id}`,
    ),
    latest_invoice: null,
    metadata: { ...metadata },
    start_date: now,
    status: 'active',
  });
}

/** Stores a changed subscription and sends an event with the previous values of the changed fields. */
export function changeSubscription(desk: Desk, before: Subscription, changes: Partial<Subscription>): Subscription {
  const after = desk.store.subscriptions.put({ ...before, ...changes });
  const previous = Object.fromEntries(
    Object.entries(before).filter(([field]) => field in changes && field !== 'latest_invoice'),
  );
  desk.outbox.record('customer.subscription.updated', after, previous);
  return after;
}

/** Requests, or cancels, the end at the close of the current period. */
export function setCancelAtPeriodEnd(desk: Desk, subscription: Subscription, cancel: boolean): Subscription {
  const [item] = subscription.items.data;
  return changeSubscription(desk, subscription, {
    cancel_at_period_end: cancel,
    cancel_at: cancel ? (item?.current_period_end ?? null) : null,
    canceled_at: cancel ? desk.store.clock.now() : null,
  });
}

/** Ends a subscription now. */
export function endSubscription(desk: Desk, subscription: Subscription): Subscription {
  const now = desk.store.clock.now();
  const ended = desk.store.subscriptions.put({
    ...subscription,
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
  });
  desk.outbox.record('customer.subscription.deleted', ended);
  return ended;
}

/**
 * Changes the price now. Another interval starts a new period immediately; the rest of the old one is credited on the
 * same invoice.
 */
export function switchPrice(desk: Desk, subscription: Subscription, price: Price): Subscription {
  const [item] = subscription.items.data;
  if (!item || item.price.id === price.id) return subscription;
  const now = desk.store.clock.now();
  const paidFor = item.current_period_end - item.current_period_start;
  const left = Math.max(0, item.current_period_end - now);
  const credit = Math.round(((item.price.unit_amount * left) / paidFor) * item.quantity);
  const moved = { ...item, price, current_period_start: now, current_period_end: periodEnd(price, now) };
  const draft = { ...subscription, items: { ...subscription.items, data: [moved] } };
  const invoice = billSubscription(desk, draft, 'subscription_update', [
    { price: item.price, amount: -credit, start: now, end: item.current_period_end },
    {
      price,
      amount: price.unit_amount * item.quantity,
      start: moved.current_period_start,
      end: moved.current_period_end,
    },
  ]);
  return changeSubscription(desk, subscription, {
    items: draft.items,
    billing_cycle_anchor: now,
    latest_invoice: invoice.id,
  });
}

/** Starts the next period and bills it, or ends the subscription if that was requested. */
export function renewSubscription(desk: Desk, subscription: Subscription): Subscription {
  if (subscription.cancel_at_period_end) return endSubscription(desk, subscription);
  const data = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: item.current_period_end,
    current_period_end: periodEnd(item.price, item.current_period_end),
  }));
  const lines = data.map(({ price, quantity, current_period_start: start, current_period_end: end }) => ({
    price,
    amount: price.unit_amount * quantity,
    start,
    end,
  }));
  const draft = { ...subscription, items: { ...subscription.items, data } };
  const invoice = billSubscription(desk, draft, 'subscription_cycle', lines);
  return changeSubscription(desk, subscription, { items: draft.items, latest_invoice: invoice.id });
}
