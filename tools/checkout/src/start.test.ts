import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { CheckoutStartError, startCheckout, type CheckoutOptions } from './start';
import { API_KEY, WEBHOOK_SECRET, coursePurchase, openTestbed, sdkFor } from './testing/harness';

const OPTIONS: CheckoutOptions = {
  port: 0,
  webhookUrl: 'http://127.0.0.1:9/webhook',
  webhookSecret: WEBHOOK_SECRET,
  apiKey: API_KEY,
};

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'nemus-checkout-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('refuses to start in production', async () => {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await expect(startCheckout(OPTIONS)).rejects.toThrow(CheckoutStartError);
  } finally {
    process.env['NODE_ENV'] = before;
  }
});

test('refuses a live key', async () => {
  await expect(startCheckout({ ...OPTIONS, apiKey: 'sk_live_real' })).rejects.toThrow('apiKey');
});

test('refuses a port that is taken, and leaves its state alone', async () => {
  const first = await startCheckout({ ...OPTIONS, dataDir });
  const port = Number(new URL(first.url).port);
  await expect(startCheckout({ ...OPTIONS, dataDir, port })).rejects.toThrow('cannot listen');
  await first.close();
});

test('refuses a state that is not its own instead of overwriting it', async () => {
  await writeFile(path.join(dataDir, 'checkout.json'), '{"version":7}');
  await expect(startCheckout({ ...OPTIONS, dataDir })).rejects.toThrow('Delete it to start afresh');
});

test('remembers everything after a restart, and delivers what was still waiting', async () => {
  const first = await startCheckout({ ...OPTIONS, dataDir, retryDelaysMs: [60_000] });
  const sdk = sdkFor(first.url);
  const session = await sdk.checkout.sessions.create(coursePurchase, { idempotencyKey: 'order-1' });
  await fetch(`${first.url}/_sandbox/sessions/${session.id}`, {
    method: 'POST',
    body: '{"action":"pay"}',
    headers: { 'content-type': 'application/json' },
  });
  // The webhook cannot be reached, so nothing was delivered when it stops.
  await first.close();
  expect(await readdir(dataDir)).toEqual(['checkout.json']);

  const second = await openTestbed({ dataDir });
  await expect(second.sdk.checkout.sessions.retrieve(session.id)).resolves.toMatchObject({ payment_status: 'paid' });
  const replayed = await second.sdk.checkout.sessions.create(coursePurchase, { idempotencyKey: 'order-1' });
  expect(replayed.id).toBe(session.id);
  await second.untilDelivered();
  expect(second.inbox.events.map(({ type }) => type)).toContain('checkout.session.completed');
  await second.close();
});

test('answers to this machine alone', async () => {
  const checkout = await startCheckout(OPTIONS);
  const { port } = new URL(checkout.url);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path: '/', headers: { host: 'evil.example' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on('error', reject).end();
  });
  expect(status).toBe(421);
  await checkout.close();
});
