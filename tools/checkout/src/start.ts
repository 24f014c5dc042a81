import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { z } from 'zod';
import { createApp } from './app';
import type { SandboxRoutes } from './api/handle';
import { passTime } from './payments/passage';
import type { Sandbox } from './sandbox';
import { Store } from './store/store';
import { Courier } from './webhooks/courier';
import { Faults } from './webhooks/faults';
import { Outbox } from './webhooks/outbox';

const HOST = '127.0.0.1';
/** Interval of the clock without requests. */
const PASSAGE_MS = 15_000;

const optionsSchema = z.object({
  port: z.int().min(0).max(65_535),
  publicUrl: z.url({ protocol: /^https?$/ }).optional(),
  webhookUrl: z.url({ protocol: /^https?$/ }),
  webhookSecret: z.string().startsWith('whsec_'),
  apiKey: z.string().startsWith('sk_test_'),
  dataDir: z.string().min(1).optional(),
  retryDelaysMs: z.array(z.int().min(0)).optional(),
  webhookTimeoutMs: z.int().positive().optional(),
});

export interface CheckoutOptions {
  /** Port on 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  /** Address under which browsers reach the sandbox; `http://localhost:<port>` unless given. */
  readonly publicUrl?: string;
  /** Where events are sent to. */
  readonly webhookUrl: string;
  /** Secret of the signatures, `whsec_…`. */
  readonly webhookSecret: string;
  /** The only key that the API accepts; must be a test key, `sk_test_…`. */
  readonly apiKey: string;
  /** Folder of the state file; without it everything is forgotten at the end. */
  readonly dataDir?: string;
  /** Milliseconds before the second, third, … attempt to deliver an event. */
  readonly retryDelaysMs?: readonly number[];
  /** Milliseconds that the webhook has to answer. */
  readonly webhookTimeoutMs?: number;
}

export interface RunningCheckout {
  /** Address of the sandbox without a trailing slash. */
  readonly url: string;
  /** Stops listening and sending, and writes the state. */
  close(): Promise<void>;
}

/** The sandbox cannot start; the message names the reason. */
export class CheckoutStartError extends Error {
  override readonly name = 'CheckoutStartError';
}

function listen(server: ReturnType<typeof createAdaptorServer>, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      reject(
        new CheckoutStartError(`The payment sandbox cannot listen on ${HOST}:${port}: ${cause.message}`, { cause }),
      );
    });
    server.listen(port, HOST, () => {
      const address = server.address();
      if (address !== null && typeof address === 'object') resolve(address);
      else reject(new CheckoutStartError('The payment sandbox has no address.'));
    });
  });
}

/**
 * Starts the sandbox of the payment provider: a stand-in for Stripe on this machine that moves no money. It refuses to
 * start where `NODE_ENV` is `production`, and takes nothing but a test key.
 *
 * @throws {CheckoutStartError} in production, with wrong options, or when the port is taken
 */
export async function startCheckout(options: CheckoutOptions): Promise<RunningCheckout> {
  if (process.env['NODE_ENV'] === 'production') {
    throw new CheckoutStartError('The payment sandbox never runs in production: it grants without being paid.');
  }
  const parsed = optionsSchema.safeParse(options);
  if (!parsed.success) throw new CheckoutStartError(`Wrong options: ${z.prettifyError(parsed.error)}`);
  const { port, apiKey, dataDir, webhookUrl, webhookSecret, retryDelaysMs, webhookTimeoutMs } = parsed.data;

  // The port first: it is what keeps a second sandbox from the same state file.
  let app: SandboxRoutes | undefined;
  const server = createAdaptorServer({
    fetch: (request, bindings) => app?.fetch(request, bindings) ?? new Response('Starting.', { status: 503 }),
  });
  const address = await listen(server, port);
  const url = `http://localhost:${address.port}`;

  const closeServer = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      if ('closeAllConnections' in server) server.closeAllConnections();
    });
  let store: Store;
  try {
    store = await Store.open(dataDir);
  } catch (error) {
    await closeServer();
    throw error;
  }
  const faults = new Faults();
  const courier = new Courier(store, {
    webhookUrl,
    webhookSecret,
    ...(retryDelaysMs && { retryDelaysMs }),
    ...(webhookTimeoutMs && { timeoutMs: webhookTimeoutMs }),
  });
  const publicUrl = (parsed.data.publicUrl ?? url).replace(/\/$/, '');
  const sandbox: Sandbox = { store, faults, courier, outbox: new Outbox(store, faults), publicUrl, apiKey };
  app = createApp(sandbox);
  const passage = setInterval(() => {
    if (!passTime(sandbox)) return;
    store.save().then(() => courier.kick(), console.error);
  }, PASSAGE_MS);
  passage.unref();
  courier.resume();

  return {
    url: publicUrl,
    async close() {
      clearInterval(passage);
      await courier.close();
      await closeServer();
      await store.save();
    },
  };
}
