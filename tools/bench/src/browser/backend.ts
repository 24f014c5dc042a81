import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePorts } from '../../../portal/src/serve/free-ports';
import { ROOT } from '../builds/paths';

/** A running portal in a separate process, with its own data. */
export interface BenchPortal {
  readonly dataDir: string;
  /** What `/config.json` answers. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly api: string;
  close(): Promise<void>;
}

/**
 * Starts the built portal. Pages are served by the benchmark itself (every variant by the same code in the same
 * process); this one is here for backend, releases and keys.
 */
export async function startBenchPortal(): Promise<BenchPortal> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'nemus-bench-'));
  const [portal = 0, store = 0, api = 0, mail = 0, checkout = 0] = await freePorts(5);
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
