import type { RegisteredRemote, StopList } from '@nemus/registry';
import { readCurrent } from './change';
import type { RemoteFigures } from './figures';
import { publishedVersions } from './release-files';
import { readUnchecked } from './stops';
import type { ReleaseStore } from './store/store';

/** An area's state for its team. */
export type RemoteStatus = ReturnType<typeof statusOf>;
export type EnvironmentStatus = Awaited<ReturnType<typeof readStatus>>;

/** State of an environment, or of one area in it. */
export async function readStatus(store: ReleaseStore, environment: string, remote?: string) {
  const { registry } = await readCurrent(store, environment);
  const chosen = registry.remotes.filter(({ name }) => remote === undefined || name === remote);
  const list = readUnchecked(await store.readStops(environment));
  const figures = (await store.readFigures?.(environment)) ?? [];
  const remotes = await Promise.all(
    chosen.map(async (entry) => statusOf(entry, await publishedVersions(store, entry.name), figures, list)),
  );
  const { revision, issuedAt, expiresAt } = registry;
  return { environment, revision, issuedAt, expiresAt, remotes };
}

function stopsOf(list: StopList | null, remote: string): string[] {
  const own = [...(list?.areas ?? []), ...(list?.canaries ?? [])].filter(({ name }) => name === remote);
  return own.map((stop) => {
    const what = 'version' in stop ? `canary ${stop.version}` : (stop.versions?.join(', ') ?? 'all of it');
    return `${what}, by ${stop.by} since ${stop.since}: ${stop.reason}`;
  });
}

function statusOf(
  entry: RegisteredRemote,
  published: readonly string[],
  figures: readonly RemoteFigures[],
  list: StopList | null,
) {
  const { name, team, enabled, disabledReason, stable, canary, canaryHalted, lastGood, signature } = entry;
  return {
    name,
    team,
    enabled,
    disabledReason: disabledReason ?? null,
    /** What operators have stopped of it, one sentence each. */
    stops: stopsOf(list, name),
    stable: stable.version,
    canary: canary ? { version: canary.pointer.version, percent: canary.percent, cohorts: canary.cohorts } : null,
    /** Why the canary stopped automatically. */
    canaryHalted: canaryHalted ? `${canaryHalted.version} at ${canaryHalted.at}: ${canaryHalted.reason}` : null,
    lastGood: lastGood.map(({ version }) => version),
    /** Browser reports about the stable release and the canary; empty without reports, or when the store keeps none. */
    health: figures.filter(
      ({ remote, version }) => remote === name && (version === stable.version || version === canary?.pointer.version),
    ),
    /** Until when the entry's signature counts; `null` when it is not signed. */
    signedUntil: signature?.expiresAt ?? null,
    /** Versions in the store, in the order of their names. */
    published,
  };
}
