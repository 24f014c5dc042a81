import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../builds/paths';

/** A running portal in a process of its own, with data of its own. */
export interface BenchPortal {
  readonly dataDir: string;
  /** What `/config.json` answers. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly api: string;
  close(): Promise<void>;
}

/** Address of an unused port. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}

/**
 * Starts the built portal. Pages are served by the benchmark itself (every variant by the same code in the same
 * process); this one is here for backend, releases and keys.
 */
export async function startBenchPortal(): Promise<BenchPortal> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'nemus-bench-'));
  const [portal = 0, store = 0, api = 0, mail = 0, checkout = 0] = await Promise.all(
    Array.from({ length: 5 }, () => freePort()),
  );
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/portal/src/serve/start.ts', '--no-build'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NEMUS_DATA_DIR: dataDir,
      NEMUS_PORTAL_PORT: String(portal),
      NEMUS_STORE_PORT: String(store),
      NEMUS_API_PORT: String(api),
      NEMUS_MAIL_PORT: String(mail),
      NEMUS_CHECKOUT_PORT: String(checkout),
      NEMUS_RATE_LIMITS: 'off',
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  const started = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Ctrl-C')) resolve();
    });
  });
  const failed = ended.then(() => {
    throw new Error('The portal did not start; see above.');
  });
  await Promise.race([started, failed]);
  failed.catch(() => undefined);
  const config: unknown = await (await fetch(`http://localhost:${portal}/config.json`)).json();
  if (typeof config !== 'object' || config === null) throw new Error('/config.json of the portal is no object.');
  return { dataDir, config: { ...config }, api: `http://localhost:${api}`, close };
}
