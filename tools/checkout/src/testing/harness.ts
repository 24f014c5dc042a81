import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import Stripe from 'stripe';
import { closeServer, listen, startCheckout, type CheckoutOptions, type RunningCheckout } from '../start';

export const API_KEY = 'sk_test_sandbox';
export const WEBHOOK_SECRET = 'whsec_sandbox';

/** The real SDK, pointed at a sandbox. */
export function sdkFor(url: string, apiKey = API_KEY): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(apiKey, { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });
}

export interface Inbox {
  readonly url: string;
  /** Events whose signature the SDK accepted, in the order of their arrival. */
  readonly events: Stripe.Event[];
  /** Status of the next answers, first to last; 200 afterwards. */
  readonly answers: number[];
  close(): Promise<void>;
}

/** A webhook that checks the signature as the functions do, and remembers what arrived. */
async function openInbox(): Promise<Inbox> {
  const events: Stripe.Event[] = [];
  const answers: number[] = [];
  const sdk = new Stripe(API_KEY);
  const app = new Hono().post('/webhook', async ({ req }) => {
    const signature = String(req.header('stripe-signature'));
    const event = await sdk.webhooks.constructEventAsync(await req.text(), signature, WEBHOOK_SECRET);
    const status = answers.shift() ?? 200;
    if (status === 200) events.push(event);
    return new Response('{}', { status });
  });
  const server = createAdaptorServer(app);
  const { port } = await listen(server, 0);
  return { url: `http://127.0.0.1:${port}/webhook`, events, answers, close: () => closeServer(server) };
}

/** Calls the controls of a sandbox. */
export type Control = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
) => Promise<{ readonly status: number; readonly answer: unknown }>;

/** @param urlOf The sandbox's address at the moment of a call. */
export function controlOf(urlOf: () => string): Control {
  return async (method, path, body) => {
    const response = await fetch(`${urlOf()}/_sandbox${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { status: response.status, answer: await response.json() };
  };
}

export interface Testbed {
  readonly checkout: RunningCheckout;
  readonly sdk: Stripe;
  readonly inbox: Inbox;
  readonly control: Control;
  /** Resolves when every event has been delivered. */
  readonly untilDelivered: () => Promise<void>;
  close(): Promise<void>;
}

/** A sandbox, an inbox for its events, and the SDK. */
export async function openTestbed(options: Partial<CheckoutOptions> = {}): Promise<Testbed> {
  const inbox = await openInbox();
  const checkout = await startCheckout({
    port: 0,
    webhookUrl: inbox.url,
    webhookSecret: WEBHOOK_SECRET,
    apiKey: API_KEY,
    retryDelaysMs: [10, 20, 40],
    ...options,
  });
  const control = controlOf(() => checkout.url);
  return {
    checkout,
    sdk: sdkFor(checkout.url),
    inbox,
    control,
    async untilDelivered() {
      const { answer } = await control('POST', '/webhooks/idle', {});
      if (JSON.stringify(answer) !== '{"idle":true}') throw new Error('Events are still waiting.');
    },
    async close() {
      await checkout.close();
      await inbox.close();
    },
  };
}

/** A course of 240 € to be paid once. */
export const coursePurchase = {
  mode: 'payment',
  success_url: 'http://localhost:4200/dashboard?course=success&session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:4200/dashboard?course=cancelled',
  line_items: [
    {
      quantity: 1,
      price_data: { currency: 'eur', unit_amount: 24_000, product_data: { name: 'Rechtliche Grundlagen' } },
    },
  ],
  payment_intent_data: { metadata: { order_id: 'order-1' } },
} satisfies Stripe.Checkout.SessionCreateParams;

/** A monthly subscription of 299 €. */
export const monthlyPurchase = {
  mode: 'subscription',
  success_url: 'http://localhost:4200/payment-success?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:4200/subscription',
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: 'eur',
        unit_amount: 29_900,
        recurring: { interval: 'month' },
        product_data: { name: 'Nemus für Weiterbildungsstätten' },
      },
    },
  ],
  subscription_data: { metadata: { order_id: 'order-2' } },
} satisfies Stripe.Checkout.SessionCreateParams;
