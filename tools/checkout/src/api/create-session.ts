import { noSuchParam, ProviderError } from '../errors';
import { nestedList, type LineItem, type StoredSession } from '../resources';
import type { Sandbox } from '../sandbox';
import { newId } from '../store/ids';
import type { Store } from '../store/store';
import { makePrice } from './catalog';
import type { CreateSessionParams } from './session-params';

const MINUTE = 60;
const DAY = 86_400;
/** A session lives a day by default: half an hour at least, a day at most. */
const SHORTEST_LIFE = 30 * MINUTE;

function lineItem(store: Store, item: CreateSessionParams['line_items'][number]): LineItem {
  const param = 'line_items[0]';
  const named = item.price === undefined ? undefined : store.prices.get(item.price);
  if (item.price !== undefined && !named) throw noSuchParam('price', item.price, `${param}[price]`);
  if (!named && !item.price_data) {
    throw new ProviderError(400, `Missing required param: ${param}[price].`, { code: 'parameter_missing', param });
  }
  const price = named ?? (item.price_data && makePrice(store, item.price_data, `${param}[price_data]`));
  if (!price) throw new ProviderError(400, `Invalid ${param}.`, { param });
  const amount = price.unit_amount * item.quantity;
  return {
    id: newId('li'),
    object: 'item',
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: store.products.get(price.product)?.name ?? null,
    metadata: {},
    price,
    quantity: item.quantity,
  };
}

/** Refuses what fits each parameter alone but not together. */
function checkTogether(store: Store, params: CreateSessionParams): void {
  const { customer, expires_at: end, mode } = params;
  if (customer !== undefined && !store.customers.get(customer)) throw noSuchParam('customer', customer, 'customer');
  if (customer === undefined && params.customer_update) {
    throw new ProviderError(400, 'You can only pass `customer_update` with `customer`.', { param: 'customer_update' });
  }
  if (customer !== undefined && params.tax_id_collection?.enabled && params.customer_update?.name !== 'auto') {
    const message = 'Tax ID collection requires updating business name on the customer.';
    throw new ProviderError(400, message, { param: 'customer_update[name]' });
  }
  const now = store.clock.now();
  // A minute of grace at both ends, for clocks that differ.
  if (end !== undefined && (end < now + SHORTEST_LIFE - MINUTE || end > now + DAY + MINUTE)) {
    const message = 'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.';
    throw new ProviderError(400, message, { param: 'expires_at' });
  }
  if (mode === 'payment' && params.subscription_data) {
    throw new ProviderError(400, 'You can not pass `subscription_data` in `payment` mode.', {
      param: 'subscription_data',
    });
  }
  if (mode === 'subscription' && params.payment_intent_data) {
    throw new ProviderError(400, 'You can not pass `payment_intent_data` in `subscription` mode.', {
      param: 'payment_intent_data',
    });
  }
}

function checkLine({ price }: LineItem, { mode, customer }: CreateSessionParams): void {
  if (mode === 'payment' && price.type === 'recurring') {
    throw new ProviderError(400, 'You specified `payment` mode but passed a recurring price.', { param: 'mode' });
  }
  if (mode === 'subscription' && price.type === 'one_time') {
    throw new ProviderError(400, 'You must provide at least one recurring price in `subscription` mode.', {
      param: 'line_items',
    });
  }
  // The provider creates one; the portal always names its own.
  if (mode === 'subscription' && customer === undefined) {
    throw new ProviderError(400, 'The sandbox needs a customer in `subscription` mode.', { param: 'customer' });
  }
}

/** Makes an open session with its address. Throws what the provider answers to parameters that do not fit. */
export function createSession({ store, publicUrl }: Sandbox, params: CreateSessionParams): StoredSession {
  checkTogether(store, params);
  const line = lineItem(store, params.line_items[0]);
  checkLine(line, params);
  const head = store.head('cs_test', 'checkout.session');
  return store.sessions.put({
    ...head,
    amount_subtotal: line.amount_total,
    amount_total: line.amount_total,
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    currency: line.currency,
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: params.custom_text?.submit ?? null,
      terms_of_service_acceptance: null,
    },
    customer: params.customer ?? null,
    customer_details: null,
    expires_at: params.expires_at ?? head.created + DAY,
    invoice: null,
    locale: params.locale ?? null,
    metadata: { ...params.metadata },
    mode: params.mode,
    payment_intent: null,
    payment_method_types: params.allowed_payment_method_types ?? ['card', 'sepa_debit'],
    payment_status: line.amount_total === 0 ? 'no_payment_required' : 'unpaid',
    status: 'open',
    subscription: null,
    success_url: params.success_url,
    tax_id_collection: { enabled: params.tax_id_collection?.enabled ?? false, required: 'never' },
    ui_mode: 'hosted_page',
    url: `${publicUrl}/c/pay/${head.id}`,
    line_items: nestedList([line], `/v1/checkout/sessions/${head.id}/line_items`),
    handover: {
      paymentMetadata: { ...params.payment_intent_data?.metadata },
      paymentDescription: params.payment_intent_data?.description ?? null,
      subscriptionMetadata: { ...params.subscription_data?.metadata },
      keepAddress: params.customer_update?.address === 'auto',
      keepName: params.customer_update?.name === 'auto',
    },
  });
}
