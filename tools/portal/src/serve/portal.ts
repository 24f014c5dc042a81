import path from 'node:path';
import { startBackend, type Backend } from '@nemus/backend';
import { startCheckout } from '@nemus/checkout';
import { localOperator, localTrust, type ReleaseFiles } from '@nemus/release';
import type { DeployedShell } from '@nemus/release/deployed';
import { addressesOf } from './addresses';
import { startCanaryWatch } from './canary-watch';
import { localConfig } from './deployed-shell/local-config';
import { startDeployedServer } from './deployed-shell/server';
import { makeDemoOperator } from './operator';
import { publishAreas, publishCandidate, storeFolder } from './releases';
import { startShellServer, startStoreServer, type StoreServerOptions } from './servers';
import { ROOT, type PortalSettings } from './settings';
import { shellConfig } from './shell-config';
import { keepStopsCurrent } from './stops';

/** Name of the environment whose registry the local shell reads. */
export const ENVIRONMENT = 'local';

/** Everything that runs behind one portal. */
export interface RunningPortal {
  readonly backend: Backend;
  /** Folder of the release store. */
  readonly store: string;
  /** Stops all of it; afterwards ports and data folder are free. */
  close(): Promise<void>;
}

/** The parts of a portal that come from development servers (`npm run dev`). */
export interface ServedParts {
  /** Folder in whose `dist` the shell is built. */
  readonly shell: string;
  /** Addresses at which pages are notified of new builds. */
  readonly sockets: readonly string[];
  /** Releases that are made while pages are open. */
  readonly releases: StoreServerOptions['served'];
}

/**
 * Starts the portal from the builds: backend and published areas, then payment sandbox, release store and shell. When
 * one of them does not start, the others are stopped again.
 *
 * @param options `areas`: folders of the built areas to publish, instead of all of this checkout; may still be built,
 * since the backend needs none; `candidate`: one published release instead of any built area, with its team's signature
 * and without checking it; `served`: the parts from development servers; `deployed`: a deployed shell instead of the
 * local build.
 */
export async function startPortal(
  settings: PortalSettings,
  {
    areas,
    candidate,
    served,
    deployed,
  }: {
    areas?: readonly string[] | Promise<readonly string[] | undefined>;
    candidate?: ReleaseFiles | undefined;
    served?: ServedParts;
    deployed?: DeployedShell | undefined;
  } = {},
): Promise<RunningPortal> {
  const { ports, dataDir } = settings;
  const addresses = addressesOf(settings);
  const store = storeFolder(dataDir);
  // The first start creates its database, which takes as long as the builds.
  const starting = startBackend({
    apiPort: ports.api,
    mailPort: ports.mail,
    checkoutPort: ports.checkout,
    dataDir,
    siteUrl: addresses.portal,
    dbUrl: settings.dbUrl,
    sampleData: settings.sampleData,
    catalogue: settings.catalogue,
    rateLimits: settings.rateLimits,
    functions: settings.functions,
    functionsEnv: { SUPPORT_EMAIL: settings.supportEmail },
  });
  // Its error message on start is handled below.
  const orNone = starting.catch(() => null);
  const stops = [async () => (await orNone)?.close()];
  const close = async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  };
  try {
    if (candidate)
      await publishCandidate(candidate, { dataDir, environment: ENVIRONMENT, force: deployed !== undefined });
    else await publishAreas({ dataDir, environment: ENVIRONMENT, folders: await areas });
    stops.push(await keepStopsCurrent({ store, dataDir, environment: ENVIRONMENT }));
    const backend = await starting;
    await makeDemoOperator({ api: addresses.api, key: backend.secretKey });
    stops.push(startCanaryWatch({ store, environment: ENVIRONMENT, api: addresses.api, key: backend.secretKey }));
    const checkout = await startCheckout({
      port: ports.checkout,
      publicUrl: addresses.checkout,
      webhookUrl: `http://127.0.0.1:${ports.api}/functions/v1/stripe-webhook`,
      webhookSecret: backend.keys.stripeWebhookSecret,
      apiKey: backend.keys.stripeSecretKey,
      dataDir: path.join(dataDir, 'checkout'),
    });
    stops.push(() => checkout.close());
    const storeServer = await startStoreServer({ folder: store, port: ports.store, served: served?.releases });
    stops.push(() => storeServer.close());
    const shellServer = await (deployed
      ? startDeployedServer({
          shell: deployed,
          port: ports.portal,
          local: addresses,
          environment: ENVIRONMENT,
          config: async () =>
            localConfig(deployed.config, {
              local: addresses,
              environment: ENVIRONMENT,
              publishableKey: backend.publishableKey,
              operatorKeys: (await localOperator(dataDir)).keys,
            }),
        })
      : startShellServer({
          build: path.join(served?.shell ?? path.join(ROOT, 'apps/shell'), 'dist'),
          content: path.join(ROOT, 'apps/shell/public/content'),
          port: ports.portal,
          // Under the portal's own origin, as an operator's server has it.
          api: addresses.api,
          config: async () =>
            shellConfig({
              environment: ENVIRONMENT,
              addresses,
              publishableKey: backend.publishableKey,
              // Read again: a newly created area has made its key.
              trustedKeys: candidate ? {} : await localTrust(dataDir),
              operatorKeys: (await localOperator(dataDir)).keys,
              settings,
            }),
          sockets: served?.sockets,
        }));
    stops.push(() => shellServer.close());
    return { backend, store, close };
  } catch (error) {
    await close();
    throw error;
  }
}
