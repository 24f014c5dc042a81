import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { programOf } from '../../backend/src/program/program.mjs';

const ROOT = path.resolve(__dirname, '../../..');

const startedSchema = z.object({
  apiUrl: z.url(),
  mailUrl: z.url(),
  publishableKey: z.string(),
  secretKey: z.string(),
});
const keysSchema = z.object({
  STRIPE_SECRET_KEY: z.string(),
  STRIPE_WEBHOOK_SECRET: z.string(),
  MAIL_KEY: z.string(),
});

export interface BackendProcess extends z.infer<typeof startedSchema> {
  readonly stripeSecretKey: string;
  readonly stripeWebhookSecret: string;
  readonly mailKey: string;
  close(): Promise<void>;
  /** Ends it without a chance to finish anything, as a crash does. */
  crash(): Promise<void>;
}

export interface BackendPlace {
  readonly apiPort: number;
  readonly mailPort: number;
  readonly checkoutPort: number;
  readonly siteUrl: string;
  readonly dataDir: string;
  /** Variables that say where its rows are, when not in the folder. */
  readonly database: Readonly<Record<string, string>>;
}

/** Starts the backend as a process of its own, as an operator would, and waits until it answers. */
export async function startBackendProcess(place: BackendPlace): Promise<BackendProcess> {
  const { DB_URL: _shared, NODE_ENV: _test, ...environment } = process.env;
  const child = spawn(process.execPath, [await programOf('tools/backend/src/cli.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environment,
      ...place.database,
      NEMUS_API_PORT: String(place.apiPort),
      NEMUS_MAIL_PORT: String(place.mailPort),
      NEMUS_CHECKOUT_PORT: String(place.checkoutPort),
      NEMUS_SITE_URL: place.siteUrl,
      NEMUS_DATA_DIR: place.dataDir,
      NEMUS_SAMPLE_DATA: 'off',
      NEMUS_RATE_LIMITS: 'off',
      // bcrypt at its cheapest: test passwords need no protection, and each hash would otherwise take a tenth of a
      // second.
      LITE_AUTH_BCRYPT_COST: '4',
      NEMUS_SUPPORT_EMAIL: 'support@nemus.example',
    },
  });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    ended.then(() => Promise.reject(new Error(`The backend did not start:\n${complaints}`))),
  ]);
  const started = startedSchema.parse(JSON.parse(line));
  const file = await readFile(path.join(place.dataDir, 'env'), 'utf8');
  const keys = keysSchema.parse(Object.fromEntries(file.split('\n').map((entry) => entry.split('=', 2))));
  return {
    ...started,
    stripeSecretKey: keys.STRIPE_SECRET_KEY,
    stripeWebhookSecret: keys.STRIPE_WEBHOOK_SECRET,
    mailKey: keys.MAIL_KEY,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
    async crash() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
