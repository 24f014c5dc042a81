import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startCheckout } from '@nemus/checkout';
import { z } from 'zod';
import { freePort } from '../../../checkout/e2e/ports';
import { readKeys } from './keys';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
const SITE_URL = 'http://localhost:4200';

const startedSchema = z.object({ apiUrl: z.url(), mailUrl: z.url(), publishableKey: z.string() });

/** Backend and payment sandbox on ports and data of their own, all on 127.0.0.1. */
export interface Stage extends z.infer<typeof startedSchema> {
  /** The backend's process. */
  readonly pid: number;
  /** What signs access tokens. */
  readonly jwtSecret: string;
  readonly checkoutUrl: string;
  close(): Promise<void>;
}

/**
 * Starts the backend in a process of its own, as the portal does it, and the payment sandbox in this one.
 *
 * @param dbUrl a real PostgreSQL; without it the embedded one
 */
export async function openStage(dbUrl?: string): Promise<Stage> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'nemus-load-'));
  const [apiPort, mailPort, checkoutPort] = [await freePort(), await freePort(), await freePort()];
  const { DB_URL: _given, NODE_ENV: _mode, ...inherited } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(ROOT, 'tools/backend/src/cli.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...inherited,
      NEMUS_API_PORT: String(apiPort),
      NEMUS_MAIL_PORT: String(mailPort),
      NEMUS_CHECKOUT_PORT: String(checkoutPort),
      NEMUS_DATA_DIR: dataDir,
      NEMUS_SITE_URL: SITE_URL,
      NEMUS_SAMPLE_DATA: 'off',
      NEMUS_RATE_LIMITS: 'off',
      ...(dbUrl && { DB_URL: dbUrl }),
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const { stdout } = child;
  if (!stdout) throw new Error('The backend has no output.');
  const line = await Promise.race([
    new Promise<string>((resolve) => createInterface({ input: stdout }).once('line', resolve)),
    ended.then(() => Promise.reject(new Error('The backend did not start.'))),
  ]);
  const started = startedSchema.parse(JSON.parse(line));
  const keys = await readKeys(dataDir);
  const checkout = await startCheckout({
    port: checkoutPort,
    webhookUrl: `${started.apiUrl}/functions/v1/stripe-webhook`,
    webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
    apiKey: keys.STRIPE_SECRET_KEY,
  });
  return {
    ...started,
    pid: child.pid ?? 0,
    jwtSecret: keys.SUPABASE_JWT_SECRET,
    checkoutUrl: checkout.url,
    async close() {
      await checkout.close();
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
