import path from 'node:path';
import { localTrust } from '@nemus/release';
import { startShellServer, startStoreServer, type RunningServer } from '../../../portal/src/servers';
import { buildVariants } from '../builds/build';
import { factsOf } from '../builds/facts';
import { DIST, SHELL } from '../builds/paths';
import { freePort, type BenchPortal } from './backend';

export const VARIANTS = ['portal', 'monolith', 'tuned', 'default'] as const;
export type VariantName = (typeof VARIANTS)[number];

/** One way to bring the same pages to the browser. */
export interface Variant {
  readonly name: VariantName;
  readonly origin: string;
  /** Whether a worker answers returning visitors. */
  readonly worker: boolean;
}

/** Programs that have the worker; it is switched off for all of them by `NEMUS_WORKER=off`. */
const WITH_WORKER: readonly VariantName[] = ['portal', 'tuned'];

export interface ServedVariants {
  readonly variants: readonly Variant[];
  close(): Promise<void>;
}

/** Builds what is compared and serves all of it: one server code, one process, one backend. */
export async function serveVariants(
  portal: BenchPortal,
  names: readonly VariantName[] = VARIANTS,
): Promise<ServedVariants> {
  const servers: RunningServer[] = [];
  const store = await startStoreServer({ folder: path.join(portal.dataDir, 'store'), port: 0 });
  servers.push(store);
  const config: Readonly<Record<string, unknown>> & { registryUrl: string } = {
    ...portal.config,
    storeUrl: `${store.origin}/`,
    registryUrl: `${store.origin}/registry/local.json`,
    trustedKeys: await localTrust(portal.dataDir),
  };
  const defaultPort = await freePort();
  if (names.some((name) => name !== 'portal'))
    await buildVariants(factsOf(config, await (await fetch(config.registryUrl)).json()), {
      NEMUS_BENCH_DEFAULT_PORT: String(defaultPort),
    });
  const builds: Readonly<Record<VariantName, { build: string; store: string }>> = {
    portal: { build: path.join(SHELL, 'dist'), store: store.origin },
    monolith: { build: path.join(DIST, 'monolith'), store: store.origin },
    tuned: { build: path.join(DIST, 'tuned'), store: store.origin },
    default: { build: path.join(DIST, 'default'), store: `http://localhost:${defaultPort}` },
  };
  if (names.includes('default')) {
    servers.push(await startStoreServer({ folder: path.join(DIST, 'default/store'), port: defaultPort }));
  }
  const variants: Variant[] = [];
  for (const name of names) {
    const { build, store: origin } = builds[name];
    const worker = WITH_WORKER.includes(name) && config['worker'] !== false;
    const server = await startShellServer({
      build,
      content: path.join(SHELL, 'public/content'),
      port: 0,
      // Every variant has its backend under its own origin, as the deployed portal has.
      api: portal.api,
      config: () => ({ ...config, storeUrl: `${origin}/`, worker }),
      // Default federation loads its remotes without integrity.
      scripts: name === 'default' ? 'report' : 'enforce',
    });
    servers.push(server);
    variants.push({ name, origin: server.origin, worker });
  }
  return {
    variants,
    close: async () => {
      for (const server of servers) await server.close();
    },
  };
}
