import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { z } from 'zod';
import { createApp } from './app';
import type { SandboxRoutes } from './api/handle';
import { passTime } from './payments/passage';
import type { Sandbox } from './sandbox';
import { openStore, type Store } from './store/store';
import { Courier } from './webhooks/courier';
import { Faults } from './webhooks/faults';
import { Outbox } from './webhooks/outbox';

const HOST = '127.0.0.1';
/** Interval of the clock without requests. */
const PASSAGE_MS = 15_000;

const optionsSchema = z.object({
  /** Port on 127.0.0.1; 0 takes a free one. */
  port: z.int().min(0).max(65_535),
  /** Address under which browsers reach the sandbox; `http://localhost:<port>` unless given. */
  publicUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** Where events are sent to. */
  webhookUrl: z.url({ protocol: /^https?$/ }),
  /** Secret of the signatures. */
  webhookSecret: z.string().startsWith('whsec_'),
  /** The only key that the API accepts; must be a test key. */
  apiKey: z.string().startsWith('sk_test_'),
  /** Folder of the state file; without it the state is lost at the end. */
  dataDir: z.string().min(1).optional(),
  /** Milliseconds before the second, third, … attempt to deliver an event. */
  retryDelaysMs: z.array(z.int().min(0)).readonly().optional(),
  /** Milliseconds that the webhook has to answer. */
  webhookTimeoutMs: z.int().positive().optional(),
});
export type CheckoutOptions = Readonly<z.input<typeof optionsSchema>>;

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

/** @returns where it listens */
export function listen(server: ReturnType<typeof createAdaptorServer>, port: number): Promise<AddressInfo> {
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

/** Ends a server with its connections. */
export function closeServer(server: ReturnType<typeof createAdaptorServer>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
}

/**
 * Starts the sandbox of the payment provider: a stand-in for Stripe on this machine that moves no money. It refuses to
 * start where `NODE_ENV` is `production`, and accepts only a test key.
 *
 * @throws {CheckoutStartError} in production, with wrong options, or when the port is taken
 */
export async function startCheckout(options: CheckoutOptions): Promise<RunningCheckout> {
  if (process.env['NODE_ENV'] === 'production') {
    throw new CheckoutStartError('The payment sandbox never runs in production: it grants without being paid.');
  }
  const parsed = optionsSchema.safeParse(options);
  if (!parsed.success) throw new CheckoutStartError(`Wrong options: ${z.prettifyError(parsed.error)}`);
  const { port, apiKey, dataDir } = parsed.data;

  // The port first: it is what keeps a second sandbox from the same state file.
  let app: SandboxRoutes | undefined;
  const server = createAdaptorServer({
    fetch: (request, bindings) => app?.fetch(request, bindings) ?? new Response('Starting.', { status: 503 }),
  });
  const address = await listen(server, port);
  const url = `http://localhost:${address.port}`;

  let store: Store;
  try {
    store = await openStore(dataDir);
  } catch (error) {
    await closeServer(server);
    throw error;
  }
  const faults = new Faults();
  const courier = new Courier(store, parsed.data);
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
      await closeServer(server);
      await store.save();
    },
  };
}
