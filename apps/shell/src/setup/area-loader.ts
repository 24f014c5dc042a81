import { CONTRACT_VERSION, PORT_NAMES } from '@nemus/contract';
import { CONTRACT_ADAPTERS } from '@nemus/contract/adapters';
import type { Loader, LoaderEvent } from '@nemus/loader';
import type { Account, RegistryDocument } from '@nemus/registry';
import type { SessionStore } from '@nemus/session';
import type { PortalConfig } from '@nemus/host/config/config';
import type { KeyRing } from '@nemus/host/config/key-ring';
import type { OverrideKeeper } from '@nemus/host/overrides/override-keeper';
import type { Platform } from '../platform/load-platform';
import { makePorts, type PortParts } from '@nemus/host/ports/ports';
import { publicPorts } from '@nemus/host/ports/public-ports';
import { cohortsOf } from './cohorts';
import type { DataClients } from './data-clients';

/** What opening areas requires. */
export interface AreaLoaderParts {
  readonly config: Pick<PortalConfig, 'storeUrl' | 'earlyStart'>;
  /** The current registry. */
  readonly registry: () => RegistryDocument;
  readonly session: SessionStore;
  readonly overrides: Pick<OverrideKeeper, 'of'>;
  readonly keys: KeyRing;
  readonly clients: Pick<DataClients, 'ownBy' | 'visitorBy'>;
  /** Dependencies of every area's ports. */
  readonly ports: Omit<PortParts, 'supabase'>;
  readonly fetch: typeof fetch;
  /** Called with every event of every area. */
  readonly onEvent: (event: LoaderEvent) => void;
}

/** Makes the page's only loader with the loaded code. */
export function createAreaLoader(
  {
    createLoader,
    containerHost,
    createDataClient,
  }: Pick<Platform, 'createLoader' | 'containerHost' | 'createDataClient'>,
  { config, registry, session, overrides, keys, clients, ports, fetch, onEvent }: AreaLoaderParts,
): Loader {
  return createLoader({
    storeUrl: config.storeUrl,
    contractVersion: CONTRACT_VERSION,
    portNames: PORT_NAMES,
    adapters: CONTRACT_ADAPTERS,
    getRegistry: registry,
    getAccount: () => accountOf(session),
    getOverride: (remote) => overrides.of(remote),
    makePorts: (release, access) => {
      if (access !== 'public') return makePorts({ ...ports, supabase: clients.ownBy({ createDataClient }) }, release);
      const supabase = clients.visitorBy({ createDataClient });
      return publicPorts(makePorts({ ...ports, supabase }, release), supabase);
    },
    trustedKeys: () => keys.read(),
    container: containerHost(),
    earlyStart: config.earlyStart,
    fetch,
    telemetry: onEvent,
  });
}

/** The account that requests a release. */
function accountOf(session: SessionStore): Account {
  const { user, profile } = session.getState();
  return { userId: user?.id ?? null, cohorts: cohortsOf(profile) };
}
