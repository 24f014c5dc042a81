import { areaPath, CONTENT_FOLDER, previewEnd, RELEASE_FILE, releasePath } from '@nemus/registry';
import { DAY, readCurrent } from './change';
import { listStore, publishedVersions } from './release-files';
import { listShared, unusedCopies } from './shared-files';
import { removeMaps } from './source-maps';
import { STORE_LOG, type ReleaseStore } from './store/store';
import { pointersOf } from './verify';

export interface CollectRequest {
  readonly store: ReleaseStore;
  readonly who: string;
  /** Versions of each remote that are kept although no entry points to them, newest first. */
  readonly keep?: number;
  /** Releases are kept this many days after publishing: pages that were opened then may still load their files. */
  readonly days?: number;
  /** Also removes unfinished uploads; only safe while no one publishes. */
  readonly unfinished?: boolean;
  /** Removes only previews that have ended. */
  readonly previewsOnly?: boolean;
  readonly dryRun?: boolean;
  readonly now?: Date;
}

/** The removed files, or those that would be. */
export interface CollectResult {
  readonly removed: readonly { readonly remote: string; readonly version: string; readonly why: string }[];
  /** Files that releases of an area shared, and that no release has any more. */
  readonly shared: readonly string[];
  readonly kept: number;
}

/** Removes releases that are no longer needed: no environment points to them, and no open page can. */
export async function collectReleases(request: CollectRequest): Promise<CollectResult> {
  const { store, keep = 5, days = 30, now = new Date() } = request;
  const pointed = await pointedVersions(store);
  const publishedAt = await publishTimes(store);
  const shared = new Map<string, readonly string[]>();
  const removed: { remote: string; version: string; why: string }[] = [];
  let kept = 0;
  for (const folder of await store.list('releases/')) {
    const remote = folder.slice(0, -1);
    const complete = new Set(await publishedVersions(store, remote));
    const all = await versionsOf(store, remote);
    const ages = all
      .map((version) => ({ version, at: publishedAt.get(`${remote} ${version}`) ?? 0 }))
      .toSorted((a, b) => b.at - a.at);
    const gone = new Set<string>();
    let newest = 0;
    const reasonToRemove = (version: string, at: number): string | null => {
      const end = previewEnd(version);
      if (end && end <= now) return `a preview that ended at ${end.toISOString()}`;
      if (end || request.previewsOnly) return null;
      if (!complete.has(version)) return request.unfinished ? 'unfinished upload' : null;
      newest += 1;
      const young = now.getTime() - at < days * DAY;
      if (pointed.has(`${remote} ${version}`) || young || newest <= keep) return null;
      return `published more than ${days} days ago, nothing points to it`;
    };
    for (const { version, at } of ages) {
      const why = reasonToRemove(version, at);
      if (why === null) continue;
      removed.push({ remote, version, why });
      gone.add(version);
    }
    kept += all.length - gone.size;
    const left = all.filter((version) => !gone.has(version));
    shared.set(remote, await unneeded(store, remote, { gone, left, all: request.unfinished === true }));
  }
  if (!request.dryRun) {
    for (const { remote, version, why } of removed) await removeRelease(store, request.who, remote, version, why);
    // After the releases: an interruption in between leaves unused files, and no missing ones.
    for (const [remote, files] of shared) await removeShared(store, remote, files);
  }
  return { removed, shared: [...shared.values()].flat(), kept };
}

/** Versions of an area that have a folder, finished or not. */
async function versionsOf(store: ReleaseStore, remote: string): Promise<string[]> {
  const names = await store.list(areaPath(remote));
  return names.filter((name) => name.endsWith('/') && name !== CONTENT_FOLDER).map((name) => name.slice(0, -1));
}

/** Releases published since the clean-up began keep their files. */
async function removeShared(store: ReleaseStore, remote: string, files: readonly string[]) {
  if (files.length === 0) return;
  const unused = new Set(await unusedCopies(store, remote, await versionsOf(store, remote)));
  for (const file of files) {
    if (unused.has(file)) await store.remove(file);
  }
}

/**
 * Shared files of the removed releases. Leftovers of other releases, from an interrupted clean-up, go only while no one
 * publishes: a publication in progress may be about to reuse them.
 */
async function unneeded(
  store: ReleaseStore,
  remote: string,
  { gone, left, all }: { gone: ReadonlySet<string>; left: readonly string[]; all: boolean },
): Promise<string[]> {
  if (all) return unusedCopies(store, remote, left);
  if (gone.size === 0) return [];
  const names = new Set<string>();
  for (const version of gone) {
    for (const file of await listShared(store, releasePath(remote, version))) names.add(file);
  }
  return unusedCopies(store, remote, left, names);
}

async function removeRelease(store: ReleaseStore, who: string, remote: string, version: string, why: string) {
  const folder = releasePath(remote, version);
  // The document goes first: a half-removed release is then an unfinished upload, not a damaged release.
  await store.remove(folder + RELEASE_FILE);
  await removeMaps(store, remote, version);
  for (const file of await listStore(store, folder)) await store.remove(folder + file);
  await store.appendAudit(STORE_LOG, { who, action: 'gc', remote, from: version, to: null, why });
}

/** Everything that some environment points to, as `<remote> <version>`. */
async function pointedVersions(store: ReleaseStore): Promise<Set<string>> {
  const pointed = new Set<string>();
  for (const environment of await store.environments()) {
    const { registry } = await readCurrent(store, environment);
    for (const entry of registry.remotes) {
      for (const { version } of pointersOf(entry)) pointed.add(`${entry.name} ${version}`);
    }
  }
  return pointed;
}

/** When each version was published (ms since 1970), by `<remote> <version>`. */
async function publishTimes(store: ReleaseStore): Promise<Map<string, number>> {
  const lines = await store.readAudit(STORE_LOG);
  const published = lines.filter(({ action }) => action === 'publish');
  return new Map(published.map(({ remote, to, at }) => [`${remote} ${to}`, new Date(at).getTime()]));
}
