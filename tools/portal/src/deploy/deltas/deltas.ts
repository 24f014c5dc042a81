import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deltaPath, generationOf } from '../../serve/servers/dictionaries';
import { deltaOf, digestOf } from './zstd';

/** So many versions of a file are made small for browsers that have one of so many before them. */
const NEWEST = 2;
const BEFORE = 3;
/** What saves less is not worth a file, nor what the browser does for it. */
const WORTH = 0.8;

/** What was done. */
export interface MadeDeltas {
  readonly made: number;
  readonly kept: number;
  readonly removed: number;
}

/**
 * Makes the missing deltas between the newest versions of files and earlier ones, and removes deltas whose file is
 * gone. They need no trust: browsers unpack them and compare the result with the hash that they know, as without a
 * delta.
 *
 * @param root folder that is served, such as the release store.
 * @param generations which files are versions of one (`servers/dictionaries.ts`).
 * @param out folder of the deltas, of this command alone.
 */
export async function makeDeltas(root: string, generations: readonly string[], out: string): Promise<MadeDeltas> {
  const wanted = new Set<string>();
  let [made, kept] = [0, 0];
  for (const versions of await versionsOf(root, generations)) {
    for (const [index, file] of versions.slice(0, NEWEST).entries()) {
      const now = await readFile(path.join(root, file));
      const others = versions.filter((other, at) => other !== file && at <= index + BEFORE);
      for (const other of others) {
        const had = await readFile(path.join(root, other));
        const target = deltaPath(file, digestOf(had));
        if (had.equals(now) || wanted.has(path.normalize(target))) continue;
        if (await exists(path.join(out, target))) kept += 1;
        else {
          const delta = await deltaOf(had, now);
          if (delta.length > (await sizeNow(path.join(root, file), now)) * WORTH) continue;
          await writeWhole(path.join(out, target), delta);
          made += 1;
        }
        wanted.add(path.normalize(target));
      }
    }
  }
  return { made, kept, removed: await removeOthers(out, wanted) };
}

/** Paths of the versions of each file, the newest first. */
async function versionsOf(root: string, generations: readonly string[]): Promise<string[][]> {
  const groups = new Map<string, { file: string; time: number }[]>();
  for (const name of await readdir(root, { recursive: true })) {
    const file = `/${name.split(path.sep).join('/')}`;
    const generation = generationOf(generations, file);
    if (generation === null) continue;
    const { mtimeMs } = await stat(path.join(root, name));
    groups.set(generation, [...(groups.get(generation) ?? []), { file, time: mtimeMs }]);
  }
  return [...groups.values()].map((group) =>
    group.toSorted((a, b) => b.time - a.time || a.file.localeCompare(b.file)).map(({ file }) => file),
  );
}

/** Bytes on the line without a delta. */
async function sizeNow(file: string, bytes: Buffer): Promise<number> {
  return stat(`${file}.br`).then(
    ({ size }) => size,
    () => bytes.length,
  );
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** No request gets a half-written file. */
async function writeWhole(file: string, bytes: Buffer) {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.new`, bytes);
  await rename(`${file}.new`, file);
}

async function removeOthers(out: string, wanted: ReadonlySet<string>): Promise<number> {
  const found = await readdir(out, { recursive: true, withFileTypes: true }).catch(() => []);
  const others = found
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !wanted.has(`/${path.relative(out, file).split(path.sep).join('/')}`));
  for (const file of others) await rm(file);
  return others.length;
}
