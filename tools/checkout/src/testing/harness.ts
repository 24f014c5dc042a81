import { createServer, type IncomingMessage } from 'node:http';
import Stripe from 'stripe';
import { startCheckout, type CheckoutOptions, type RunningCheckout } from '../start';

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

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

/** A webhook that checks the signature as the functions do, and remembers what arrived. */
async function openInbox(): Promise<Inbox> {
  const events: Stripe.Event[] = [];
  const answers: number[] = [];
  const sdk = new Stripe(API_KEY);
  const server = createServer((request, response) => {
    void readText(request).then(async (body) => {
      const signature = String(request.headers['stripe-signature']);
      const event = await sdk.webhooks.constructEventAsync(body, signature, WEBHOOK_SECRET);
      const status = answers.shift() ?? 200;
      if (status === 200) events.push(event);
      response.writeHead(status).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The inbox has no address.');
  return {
    url: `http://127.0.0.1:${address.port}/webhook`,
    events,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Calls the controls of a sandbox. */
export async function control(url: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
  const response = await fetch(`${url}/_sandbox${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const answer: unknown = await response.json();
  return { status: response.status, answer };
}

export interface Testbed {
  readonly checkout: RunningCheckout;
  readonly sdk: Stripe;
  readonly inbox: Inbox;
  readonly control: (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ) => ReturnType<typeof control>;
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
  return {
    checkout,
    sdk: sdkFor(checkout.url),
    inbox,
    control: (method, path, body) => control(checkout.url, method, path, body),
    async untilDelivered() {
      const { answer } = await control(checkout.url, 'POST', '/webhooks/idle', {});
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
