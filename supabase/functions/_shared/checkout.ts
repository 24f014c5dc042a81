import type Stripe from 'stripe';
import { findCustomer } from './customers.ts';
import { openDatabase, type Database } from './database.ts';
import type { Environment } from './environment.ts';
import { attachCheckout, createOrder, giveUpOrder, type Order, type OrderCall } from './orders.ts';
import { findPlanPrice } from './plans.ts';
import { PAYMENT_METHODS } from './payment-record.ts';
import { ask, idempotencyKey, openProvider, toInstant } from './provider.ts';
import { soldToText, taxText } from './texts/taxes.ts';
import { logError } from './log.ts';
import { endSentence } from './texts/values.ts';

/** Where credits and subscriptions are bought: the page gives up the cancelled order. */
export const CANCEL_PATH = '/subscription?purchase=cancelled&order_id={ORDER_ID}';

interface CheckoutRequest {
  readonly environment: Environment;
  /** Who is signed in. */
  readonly userId: string;
  readonly order: OrderCall;
  /** Pages of the portal; the provider replaces `{CHECKOUT_SESSION_ID}` with the session's id. */
  readonly successPath: string;
  /** `{ORDER_ID}` is replaced with the order's id. */
  readonly cancelPath: string;
}

/**
 * The bought item, as the provider shows it. A plan has a price of its own, so that customers can switch between plans.
 */
async function lineItem(
  stripe: Stripe,
  { tier, places, amount_cents: amount, currency, title }: Order,
): Promise<Stripe.Checkout.SessionCreateParams.LineItem> {
  if (tier !== null) {
    const price = await findPlanPrice(stripe, { tier, amount_cents: amount, currency });
    return { quantity: 1, price: price.id };
  }
  return {
    quantity: places,
    price_data: {
      currency,
      unit_amount: amount / places,
      tax_behavior: 'inclusive',
      product_data: { name: title },
    },
  };
}

/**
 * Writes an order and opens the provider's page for it. An order whose page cannot be opened is cancelled again, so
 * that it blocks no other purchase.
 *
 * @returns the address of that page
 * @throws {Failure} refusals of the order or the provider
 */
export async function beginCheckout(request: CheckoutRequest): Promise<{ url: string }> {
  const { environment, userId } = request;
  const database = openDatabase(environment);
  const order = await createOrder(database, userId, request.order);
  try {
    return await openPage(request, database, order);
  } catch (error) {
    await giveUpOrder(database, userId, order.order_id).catch((error: unknown) => logError(error));
    throw error;
  }
}

async function openPage(
  { environment, ...request }: CheckoutRequest,
  database: Database,
  order: Order,
): Promise<{ url: string }> {
  const stripe = openProvider(environment);
  const customer = await findCustomer(stripe, order.account_id, order);
  const metadata = { order_id: order.order_id };
  const session = await ask(
    stripe.checkout.sessions.create(
      {
        mode: order.kind === 'subscription' ? 'subscription' : 'payment',
        customer,
        client_reference_id: order.account_id,
        line_items: [await lineItem(stripe, order)],
        locale: 'de',
        // The invoice needs both. What the buyer enters is filled in at the next purchase.
        billing_address_collection: 'required',
        tax_id_collection: { enabled: true },
        // The page cannot restrict countries: an address elsewhere is refused by fulfilment, and the money goes back.
        custom_text: {
          submit: { message: `${endSentence(taxText(order.tax))} ${soldToText(order.countries)}` },
        },
        customer_update: { name: 'auto', address: 'auto' },
        allowed_payment_method_types: [...PAYMENT_METHODS],
        metadata,
        success_url: `${environment.siteUrl}${request.successPath}`,
        cancel_url: `${environment.siteUrl}${request.cancelPath.replace('{ORDER_ID}', order.order_id)}`,
        ...(order.kind === 'subscription'
          ? { subscription_data: { metadata } }
          : { payment_intent_data: { metadata, description: order.title } }),
      },
      { idempotencyKey: await idempotencyKey('checkout', order.order_id) },
    ),
  );
  if (!session.url) throw new Error(`The provider opened ${session.id} without an address.`);
  await attachCheckout(database, {
    orderId: order.order_id,
    sessionId: session.id,
    customerId: customer,
    expiresAt: toInstant(session.expires_at),
    url: session.url,
  });
  return { url: session.url };
}
