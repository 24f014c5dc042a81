import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startCheckout } from '@nemus/checkout';
import { freePort } from '../../../backend/contract/process';
import { startBackendProcess, type BackendProcess } from '../../../checkout/e2e/backend-process';

/** Backend and payment sandbox with separate ports and data, all on 127.0.0.1. */
export interface Stage extends Omit<BackendProcess, 'crash'> {
  readonly checkoutUrl: string;
}

/**
 * Starts the backend in a separate process, as the portal does, and the payment sandbox in this one.
 *
 * @param dbUrl a real PostgreSQL; by default the embedded one
 */
export async function openStage(dbUrl?: string): Promise<Stage> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'nemus-load-'));
  const [apiPort, mailPort, checkoutPort] = [await freePort(), await freePort(), await freePort()];
  const backend = await startBackendProcess({
    apiPort,
    mailPort,
    checkoutPort,
    siteUrl: 'http://localhost:4200',
    dataDir,
    // Passwords are hashed at the portal's cost, since signing in is measured.
    database: { LITE_AUTH_BCRYPT_COST: '10', ...(dbUrl !== undefined && { DB_URL: dbUrl }) },
  });
  const checkout = await startCheckout({
    port: checkoutPort,
    webhookUrl: `${backend.apiUrl}/functions/v1/stripe-webhook`,
    webhookSecret: backend.stripeWebhookSecret,
    apiKey: backend.stripeSecretKey,
  });
  return {
    ...backend,
    checkoutUrl: checkout.url,
    async close() {
      await checkout.close();
      await backend.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
