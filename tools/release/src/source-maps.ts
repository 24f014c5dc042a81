import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { parseJson } from './parse-json';
import type { ReleaseStore } from './store/store';

/** The private part of a store: no address for browsers serves it. */
export const PRIVATE_FOLDER = 'maps/';

/** All maps of a release are one file, since they are only read together. */
const mapsPath = (remote: string, version: string) => `${PRIVATE_FOLDER}${remote}/${version}.json.gz`;

const mapsSchema = z.record(
  z.string(),
  z.object({
    version: z.literal(3),
    sources: z.array(z.string()),
    names: z.array(z.string()),
    mappings: z.string(),
  }),
);
/** Source maps by the last part of their script's name, which error reports have. */
export type SourceMaps = z.infer<typeof mapsSchema>;

/**
 * The source maps that a build wrote for the scripts of its release; null if there are none.
 *
 * @param output Folder of the build, such as `apps/trainee/dist`.
 */
export async function packMaps(output: string, files: readonly string[]): Promise<Uint8Array | null> {
  const maps: Record<string, unknown> = {};
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    const text = await readFile(path.join(output, 'maps', `${file}.map`), 'utf8').catch(() => null);
    if (text !== null) maps[path.posix.basename(file)] = parseJson(text);
  }
  return Object.keys(maps).length === 0 ? null : promisify(gzip)(JSON.stringify(maps));
}

/** The source maps of a release, as far as there are any and this login may read them. */
export async function readMaps(store: ReleaseStore, remote: string, version: string): Promise<SourceMaps> {
  const content = await store.read(mapsPath(remote, version));
  return content ? mapsSchema.parse(parseJson((await promisify(gunzip)(content)).toString())) : {};
}

/** Stores a release's maps. The first ones stay: another machine may compress the same ones to other bytes. */
export async function putMaps(store: ReleaseStore, remote: string, version: string, content: Uint8Array | null) {
  const file = mapsPath(remote, version);
  if (content && !(await exists(store, file))) await store.putImmutable(file, content);
}

/** Removes the maps of a release. */
export async function removeMaps(store: ReleaseStore, remote: string, version: string): Promise<void> {
  const file = mapsPath(remote, version);
  if (await exists(store, file)) await store.remove(file);
}

async function exists(store: ReleaseStore, file: string): Promise<boolean> {
  return (await store.list(path.posix.dirname(file))).includes(path.posix.basename(file));
}
