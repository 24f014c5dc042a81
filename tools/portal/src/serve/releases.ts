import { existsSync, readdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  KEYS_FOLDER,
  localSigner,
  openFileStore,
  promoteRelease,
  publishRelease,
  shellOfFile,
  shellOfWorkspace,
  shipReleases,
  type ReleaseFiles,
  type ShipResult,
} from '@nemus/release';
import { ROOT } from './settings';

const APPS = path.join(ROOT, 'apps');
/** Facts of the shell in the package for outside teams, which lacks the shell's dependencies. */
const FACTS = path.join(ROOT, 'shell.json');

/** Folders of the areas in this checkout: every app that declares itself as a remote. */
export function areaFolders(): string[] {
  return readdirSync(APPS)
    .map((name) => path.join(APPS, name))
    .filter((folder) => existsSync(path.join(folder, 'remote.config.ts')));
}

/** Folder of the release store in a data folder. */
export function storeFolder(dataDir: string): string {
  return path.join(dataDir, 'store');
}

/**
 * Packs, publishes and promotes built areas to the local store, each signed with its team's key: the first start makes
 * the keys, and every start pins them with the paths that the areas declare. Existing releases cost a few reads, so
 * this runs at every start.
 */
export async function publishAreas({
  dataDir,
  environment,
  folders = areaFolders(),
  who = 'npm start',
  why = 'local portal',
}: {
  dataDir: string;
  environment: string;
  folders?: readonly string[];
  who?: string;
  why?: string;
}): Promise<ShipResult[]> {
  await setUnsignedStoreAside(dataDir);
  const request = {
    store: openFileStore(storeFolder(dataDir)),
    environment,
    shell: existsSync(FACTS) ? await shellOfFile(FACTS) : shellOfWorkspace(path.join(APPS, 'shell')),
    who,
    why,
    signerFor: (remote: string, paths: readonly string[]) => localSigner(dataDir, remote, paths),
  };
  return shipReleases(request, folders);
}

/**
 * Makes a separate store for one release of another store, byte for byte.
 *
 * @param options `force`: it will run in another shell than this checkout's, so the gate's findings do not
 *   count.
 */
export async function publishCandidate(
  candidate: ReleaseFiles,
  { dataDir, environment, force }: { dataDir: string; environment: string; force: boolean },
): Promise<void> {
  const store = openFileStore(storeFolder(dataDir));
  const { version, declaration } = candidate.release;
  const request = { store, environment, who: 'smoke test', why: 'candidate', remote: declaration.name, version };
  await publishRelease(store, candidate, request);
  await promoteRelease({ ...request, force, shell: shellOfWorkspace(path.join(APPS, 'shell')) });
}

/**
 * Without the keys of its releases a store is useless to browsers, and published releases never change: a new store is
 * filled from the builds.
 */
async function setUnsignedStoreAside(dataDir: string): Promise<void> {
  const store = storeFolder(dataDir);
  if (existsSync(path.join(dataDir, KEYS_FOLDER)) || !existsSync(store)) return;
  const aside = `${store}.unsigned`;
  await rm(aside, { recursive: true, force: true });
  await rename(store, aside);
}
