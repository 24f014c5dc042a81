import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  areaPath,
  digestOf,
  parseRelease,
  previewEnd,
  RELEASE_FILE,
  releasePath,
  type ReleaseDocument,
} from '@nemus/registry';
import { Refusal } from './refusal';
import { isSiteFile, PAGE_FILE } from './shell/shell-release';
import { packMaps } from './source-maps';
import type { ReleaseStore } from './store/store';

/** A release with its files, wherever they are. */
export interface ReleaseFiles {
  readonly release: ReleaseDocument;
  /** The original document, which its signature covers. */
  readonly raw: object;
  /** Text of `release.json`; its digest is what the registry carries. */
  readonly text: string;
  readonly digest: string;
  /** Every existing file, in the document or not; without `release.json`. */
  readonly present: readonly string[];
  /** The bytes of a file; `null` when it is missing. */
  readonly read: (file: string) => Promise<Uint8Array | null>;
  /** The source maps of a built release, for the private part of the store; null when the build wrote none. */
  readonly maps?: () => Promise<Uint8Array | null>;
  /** The bytes of a file that the area's releases share, by its name in the release; left out where none are. */
  readonly readShared?: (file: string) => Promise<Uint8Array | null>;
}

/** Name of the folder in an app that a build fills. */
export const OUTPUT_FOLDER = 'dist';
/** Folder of an app's built files; the shell's is the site itself. */
export function builtFolder(appFolder: string): string {
  const site = path.join(appFolder, OUTPUT_FOLDER, 'site');
  return existsSync(site) ? site : path.join(appFolder, OUTPUT_FOLDER, 'files');
}

/**
 * Opens a packed release of an app.
 *
 * @param appFolder Folder of the app, such as `apps/trainee`.
 * @param packed Text of the release document; by default the last packed one.
 */
export async function openPacked(appFolder: string, packed?: string): Promise<ReleaseFiles> {
  const output = path.join(appFolder, OUTPUT_FOLDER);
  const text = packed ?? (await readFile(path.join(output, RELEASE_FILE), 'utf8').catch(() => null));
  if (text === null) {
    throw new Refusal(
      'not-built',
      `${appFolder} has no packed release.`,
      `Run "npx --no-install @nemus/release pack ${appFolder}".`,
    );
  }
  const folder = builtFolder(appFolder);
  const present = await listFolder(folder);
  const isShell = existsSync(path.join(folder, PAGE_FILE));
  const files = await openText(text, appFolder, isShell ? present.filter(isSiteFile) : present, (file) =>
    readFile(path.join(folder, file)).catch(() => null),
  );
  return { ...files, maps: () => packMaps(output, Object.keys(files.release.files)) };
}

/** Opens a published release. */
export async function openPublished(store: ReleaseStore, remote: string, version: string): Promise<ReleaseFiles> {
  const folder = releasePath(remote, version);
  const content = await store.read(folder + RELEASE_FILE);
  if (!content) {
    throw new Refusal(
      'not-published',
      `${remote} ${version} is not in the store ${store.location}.`,
      `Publish it first; "npx --no-install @nemus/release status ${remote}" lists the published releases.`,
    );
  }
  const present = (await listStore(store, folder)).filter((file) => file !== RELEASE_FILE);
  const files = await openText(Buffer.from(content).toString(), `${remote} ${version}`, present, (file) =>
    store.read(folder + file),
  );
  return { ...files, readShared: (file) => store.read(areaPath(remote) + file) };
}

async function openText(
  text: string,
  name: string,
  present: readonly string[],
  read: ReleaseFiles['read'],
): Promise<ReleaseFiles> {
  const parsed = parseRelease(text);
  if (!parsed.ok) {
    throw new Refusal('malformed', `${name} has no usable release document.`, 'Build and pack it again.', {
      details: [parsed.message],
    });
  }
  return { release: parsed.release, raw: parsed.raw, text, digest: await digestOf(text), present, read };
}

/** Paths of all files below a folder, relative to it, with forward slashes, sorted. */
export async function listFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .toSorted();
}

/** Paths of all files below a folder of the store, relative to it. */
export async function listStore(store: ReleaseStore, folder: string): Promise<string[]> {
  const names = await store.list(folder);
  const nested = await Promise.all(
    names.map(async (name) =>
      name.endsWith('/') ? (await listStore(store, folder + name)).map((file) => name + file) : [name],
    ),
  );
  return nested.flat();
}

/** Versions of a remote that are completely published, without previews. */
export async function publishedVersions(store: ReleaseStore, remote: string): Promise<string[]> {
  const versions = (await store.list(`releases/${remote}/`)).filter(
    (name) => name.endsWith('/') && previewEnd(name.slice(0, -1)) === null,
  );
  const complete = await Promise.all(
    versions.map(async (name) => (await store.list(`releases/${remote}/${name}`)).includes(RELEASE_FILE)),
  );
  return versions.filter((_, index) => complete[index]).map((name) => name.slice(0, -1));
}
