import type { RegisteredRemote, RegistryDocument, StopList } from '@nemus/registry';
import { readCurrent } from './change';
import type { RemoteFigures } from './figures';
import { publishedVersions } from './release-files';
import { readUnchecked } from './stops';
import type { ReleaseStore } from './store/store';

/** What an area looks like to its team. */
export interface RemoteStatus {
  readonly name: string;
  readonly team: string;
  readonly enabled: boolean;
  readonly disabledReason: string | null;
  /** What operators have stopped of it, one sentence each. */
  readonly stops: readonly string[];
  readonly stable: string;
  readonly canary: { readonly version: string; readonly percent: number; readonly cohorts: readonly string[] } | null;
  /** Why the canary stopped by itself. */
  readonly canaryHalted: string | null;
  readonly lastGood: readonly string[];
  /** Browser reports about the stable release and the canary; empty without reports, or when the store keeps none. */
  readonly health: readonly RemoteFigures[];
  /** Until when the entry's signature counts; `null` when it is not signed. */
  readonly signedUntil: string | null;
  /** Versions in the store, in the order of their names. */
  readonly published: readonly string[];
}

export interface EnvironmentStatus {
  readonly environment: string;
  readonly revision: number;
  readonly issuedAt: string;
  readonly expiresAt: string;
  readonly remotes: readonly RemoteStatus[];
}

/** State of an environment, or of one area in it. */
export async function readStatus(
  store: ReleaseStore,
  environment: string,
  remote?: string,
): Promise<EnvironmentStatus> {
  const { registry } = await readCurrent(store, environment);
  const chosen = registry.remotes.filter(({ name }) => remote === undefined || name === remote);
  const list = readUnchecked(await store.readStops(environment));
  const figures = (await store.readFigures?.(environment)) ?? [];
  const remotes = await Promise.all(
    chosen.map(async (entry) => statusOf(entry, await publishedVersions(store, entry.name), figures, list)),
  );
  return { ...envelopeOf(registry), remotes };
}

function stopsOf(list: StopList | null, remote: string): string[] {
  const own = [...(list?.areas ?? []), ...(list?.canaries ?? [])].filter(({ name }) => name === remote);
  return own.map((stop) => {
    const what = 'version' in stop ? `canary ${stop.version}` : (stop.versions?.join(', ') ?? 'all of it');
    return `${what}, by ${stop.by} since ${stop.since}: ${stop.reason}`;
  });
}

function envelopeOf({ environment, revision, issuedAt, expiresAt }: RegistryDocument) {
  return { environment, revision, issuedAt, expiresAt };
}

function statusOf(
  entry: RegisteredRemote,
  published: readonly string[],
  figures: readonly RemoteFigures[],
  list: StopList | null,
): RemoteStatus {
  const { name, team, enabled, disabledReason, stable, canary, canaryHalted, lastGood, signature } = entry;
  return {
    name,
    team,
    enabled,
    disabledReason: disabledReason ?? null,
    stops: stopsOf(list, name),
    stable: stable.version,
    canary: canary ? { version: canary.pointer.version, percent: canary.percent, cohorts: canary.cohorts } : null,
    canaryHalted: canaryHalted ? `${canaryHalted.version} at ${canaryHalted.at}: ${canaryHalted.reason}` : null,
    lastGood: lastGood.map(({ version }) => version),
    health: figures.filter(
      ({ remote, version }) => remote === name && (version === stable.version || version === canary?.pointer.version),
    ),
    signedUntil: signature?.expiresAt ?? null,
    published,
  };
}
