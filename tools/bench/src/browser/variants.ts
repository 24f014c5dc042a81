import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { registryPath, stopListPath } from '@nemus/registry';
import { localTrust } from '@nemus/release';
import { z } from 'zod';
import { selfSigned, startShellServer, startStoreServer, type RunningServer } from '../../../portal/src/serve/servers';
import { buildTuned } from '../builds/build';
import { serveBefore } from '../builds/before';
import { factsOf } from '../builds/facts';
import { DIST, SHELL } from '../builds/paths';
import type { BenchPortal } from './backend';

export const VARIANTS = ['portal', 'before', 'tuned'] as const;
export type VariantName = (typeof VARIANTS)[number];

/** One way to deliver the same pages to the browser. */
export interface Variant {
  readonly name: VariantName;
  readonly origin: string;
  /** Whether a worker answers returning visitors: `NEMUS_WORKER=off` switches it off. */
  readonly worker: boolean;
}

export interface ServedVariants {
  readonly variants: readonly Variant[];
  /** Keys of the certificates that the browser has to trust. */
  readonly keyHashes: readonly string[];
  close(): Promise<void>;
}

const ENVIRONMENT = 'local';
const stopsSchema = z.object({ stops: z.looseObject({}).optional() });

/** Builds and serves all variants; those of today with one server code, one process, one backend. */
export async function serveVariants(portal: BenchPortal, names: readonly VariantName[]): Promise<ServedVariants> {
  const tls = selfSigned();
  const keyHashes = [tls.keyHash];
  const servers: Pick<RunningServer, 'close'>[] = [];
  const folder = path.join(portal.dataDir, 'store');
  const store = await startStoreServer({ folder, port: 0, tls });
  servers.push(store);
  const { stops } = stopsSchema.parse(portal.config);
  const config: Readonly<Record<string, unknown>> = {
    ...portal.config,
    storeUrl: `${store.origin}/`,
    registryUrl: `${store.origin}/${registryPath(ENVIRONMENT)}`,
    // Beside the registry, as every portal has it.
    ...(stops && { stops: { ...stops, url: `${store.origin}/${stopListPath(ENVIRONMENT)}` } }),
    trustedKeys: await localTrust(portal.dataDir),
  };
  if (names.includes('tuned')) {
    const registry: unknown = JSON.parse(await readFile(path.join(folder, registryPath(ENVIRONMENT)), 'utf8'));
    await buildTuned(factsOf(config, registry));
  }
  const builds = {
    portal: path.join(SHELL, 'dist'),
    tuned: path.join(DIST, 'tuned'),
  };
  const worker = config['worker'] !== false;
  const variants: Variant[] = [];
  for (const name of names) {
    if (name === 'before') {
      const { keyHash, ...before } = await serveBefore();
      servers.push(before);
      keyHashes.push(keyHash);
      variants.push({ name, ...before });
      continue;
    }
    const server = await startShellServer({
      build: builds[name],
      content: path.join(SHELL, 'public/content'),
      port: 0,
      tls,
      // Every variant has its backend under its own origin, as the deployed portal has.
      api: portal.api,
      config: () => ({ ...config, worker }),
      scripts: 'enforce',
    });
    servers.push(server);
    variants.push({ name, origin: server.origin, worker });
  }
  return {
    variants,
    keyHashes,
    close: async () => {
      for (const server of servers) await server.close();
    },
  };
}
