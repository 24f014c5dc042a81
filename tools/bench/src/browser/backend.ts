import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startPortalProcess } from '../../../portal/src/harness/portal-process';
import { temporarySettings } from '../../../portal/src/harness/temporary-settings';
import { addressesOf } from '../../../portal/src/serve/addresses';

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
  const settings = await temporarySettings(dataDir);
  const end = await startPortalProcess(['start', '--no-build'], 'Ctrl-C', settings);
  const close = async () => {
    await end();
    await rm(dataDir, { recursive: true, force: true });
  };
  const { portal, api } = addressesOf(settings);
  const config: unknown = await (await fetch(`${portal}/config.json`)).json();
  if (typeof config !== 'object' || config === null) throw new Error('/config.json of the portal is no object.');
  return { dataDir, config: { ...config }, api, close };
}
