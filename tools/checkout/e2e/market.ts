import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type Stripe from 'stripe';
import { z } from 'zod';
import { serveWithDeno, type DenoProcess } from '../../backend/src/server/functions/deno';
import { freePorts } from '../../backend/src/server/http/free-ports';
import { openBackendDatabase } from '../../backend/sql-tests/database/backend-database';
import { startCheckout } from '../src/start';
import { controlOf, sdkFor, type Control } from '../src/testing/harness';
import { startBackendProcess, type BackendProcess } from './backend-process';

const SITE_URL = 'http://localhost:4200';

/** Backend, functions and payment sandbox together: everything behind a purchase but the browser. */
export interface Market {
  readonly backend: BackendProcess;
  /** Address below which the functions are, without a trailing slash. */
  readonly functionsUrl: string;
  readonly checkoutUrl: string;
  readonly siteUrl: string;
  /** The real SDK, for looking at what the provider has. */
  readonly provider: Stripe;
  /** Calls the controls of the sandbox. */
  readonly control: Control;
  /** Does something on the provider's page: `pay`, `decline`, `later`, `settle`, `fail`, `expire`. */
  readonly act: (sessionId: string, action: string, buyer?: object) => Promise<void>;
  /** Kills the backend and starts it again on the same data; `meanwhile` runs while it is down. */
  readonly crashBackend: (meanwhile: () => Promise<unknown>) => Promise<void>;
  /** Resolves when every event was delivered, including retries. */
  readonly untilDelivered: () => Promise<void>;
  /** From here on Deno runs the functions, beside the same backend; the provider's data is reset. */
  moveToDeno(): Promise<void>;
  /** Serves one function alone, with its own `deno.json`, as a deployment does, and calls it. */
  callAlone(name: string): Promise<Response>;
  close(): Promise<void>;
}

const idleSchema = z.object({ idle: z.literal(true) });

/** Starts everything on free ports and in a temporary folder; the backend runs the functions. */
export async function openMarket(): Promise<Market> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'nemus-market-'));
  const [apiPort = 0, mailPort = 0, checkoutPort = 0, denoPort = 0] = await freePorts(4);
  const database = await openBackendDatabase();
  const place = { apiPort, mailPort, checkoutPort, siteUrl: SITE_URL, dataDir, database: database.environment };
  let backend = await startBackendProcess(place).catch((error: unknown) => {
    database.stop();
    throw error;
  });
  const openCheckout = (functions: string) =>
    startCheckout({
      port: checkoutPort,
      webhookUrl: `${functions}/stripe-webhook`,
      webhookSecret: backend.stripeWebhookSecret,
      apiKey: backend.stripeSecretKey,
      // Often and long enough for a restarting backend.
      retryDelaysMs: Array.from({ length: 400 }, () => 100),
    });
  const below = (port: number) => `http://127.0.0.1:${port}/functions/v1`;
  let functionsUrl = below(apiPort);
  let checkout = await openCheckout(functionsUrl);
  let deno: DenoProcess | undefined;
  const denoEnvironment = () => ({
    SUPABASE_URL: backend.apiUrl,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: backend.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: backend.secretKey }),
    SITE_URL,
    STRIPE_API_BASE: `http://127.0.0.1:${checkoutPort}`,
    STRIPE_SECRET_KEY: backend.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: backend.stripeWebhookSecret,
    MAIL_URL: `http://127.0.0.1:${mailPort}/api/send`,
    MAIL_KEY: backend.mailKey,
    SUPPORT_EMAIL: 'support@nemus.example',
  });
  const control = controlOf(() => checkout.url);
  return {
    backend,
    get functionsUrl() {
      return functionsUrl;
    },
    get checkoutUrl() {
      return checkout.url;
    },
    siteUrl: SITE_URL,
    provider: sdkFor(`http://127.0.0.1:${checkoutPort}`, backend.stripeSecretKey),
    control,
    async act(sessionId, action, buyer) {
      const { status } = await control('POST', `/sessions/${sessionId}`, { action, buyer });
      if (status !== 200) throw new Error(`${action} was answered with ${status}.`);
    },
    async crashBackend(meanwhile) {
      await backend.crash();
      await meanwhile();
      backend = await startBackendProcess(place);
    },
    async untilDelivered() {
      const { answer } = await control('POST', '/webhooks/idle', { timeoutMs: 45_000 });
      idleSchema.parse(answer);
    },
    async moveToDeno() {
      await checkout.close();
      deno = await serveWithDeno({ port: denoPort, environment: denoEnvironment() });
      functionsUrl = below(denoPort);
      checkout = await openCheckout(functionsUrl);
    },
    async callAlone(name) {
      const [port = 0] = await freePorts(1);
      const alone = await serveWithDeno({ port, environment: denoEnvironment(), only: name });
      try {
        const answer = await fetch(`${below(port)}/${name}`, { method: 'POST', body: '{}' });
        return new Response(await answer.text(), { status: answer.status });
      } finally {
        await alone.close();
      }
    },
    async close() {
      await checkout.close();
      await deno?.close();
      await backend.close();
      database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The session behind the address that a function answered. */
export function sessionOf({ url }: { readonly url: string }): string {
  const id = /\/c\/pay\/(\w+)$/.exec(url)?.[1];
  if (!id) throw new Error(`${url} is no page of a session.`);
  return id;
}

const mailsSchema = z.array(z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() }));

/** The mails that reached a mailbox. */
export async function mailsTo({ backend }: Market, email: string): Promise<z.infer<typeof mailsSchema>> {
  const answer = await fetch(`${backend.mailUrl}/api/messages?to=${encodeURIComponent(email)}`);
  return mailsSchema.parse(await answer.json());
}
