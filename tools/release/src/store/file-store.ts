import { createHash, randomUUID } from 'node:crypto';
import { appendFile, link, mkdir, open, readFile, readdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { AuditLine } from './audit';
import { RevisionStore, type FoundObject, type StoredObjects } from './revision-store';
import type { ReleaseStore } from './store';

/**
 * A store in a folder of this machine:
 *
 *     registry/<environment>.json            what browsers read
 *     revisions/<environment>/<number>.json  every revision, with its audit line
 *     registry/<environment>.stops.json      what operators have stopped
 *     stops/<environment>/<number>.json      every stop list, with its audit line
 *     releases/<remote>/<version>/           release.json and every built file
 *     maps/<remote>/<version>.json.gz        its source maps
 *     audit/<log>.jsonl                      one JSON line per change
 *     proposals/<environment>/<remote>.json  changes pending a second signature
 *
 * Writing a revision creates its file, which exactly one process can do: no lock is held, so none is left behind when a
 * process dies. The document for browsers follows from the newest revision.
 *
 * Only `registry/` and `releases/` are for browsers.
 */
export function openFileStore(root: string): ReleaseStore {
  return new RevisionStore(openFolder(root));
}

/** The files below a folder, read and written in one step each. */
export function openFolder(root: string): StoredObjects {
  return new FolderObjects(path.resolve(root));
}

/** Files below a folder. */
class FolderObjects implements StoredObjects {
  readonly location: string;

  constructor(root: string) {
    this.location = root;
  }

  async get(file: string): Promise<FoundObject | null> {
    const content = await readIfExists(this.#resolve(file));
    return content && { content, etag: createHash('sha256').update(content).digest('hex') };
  }

  async create(file: string, content: Uint8Array): Promise<Uint8Array | null> {
    for (;;) {
      if (await createFile(this.#resolve(file), content)) return null;
      const found = await readIfExists(this.#resolve(file));
      // Else it was removed in between.
      if (found) return found;
    }
  }

  async replace(file: string, content: Uint8Array, etag: string | null): Promise<boolean> {
    if (((await this.get(file))?.etag ?? null) !== etag) return false;
    await replaceFile(this.#resolve(file), content);
    return true;
  }

  write(file: string, content: Uint8Array) {
    return replaceFile(this.#resolve(file), content);
  }

  list(folder: string) {
    return listIfExists(this.#resolve(folder));
  }

  async remove(file: string) {
    const target = this.#resolve(file);
    await rm(target, { force: true });
    for (let folder = path.dirname(target); folder !== this.location; folder = path.dirname(folder)) {
      if ((await listIfExists(folder)).length > 0) return;
      await rmdir(folder).catch((error: unknown) => {
        if (!isCode(error, 'ENOENT')) throw error;
      });
    }
  }

  async appendLine(log: string, line: AuditLine) {
    const file = this.#resolve(`audit/${log}.jsonl`);
    await mkdir(path.dirname(file), { recursive: true });
    // One write in append mode: lines of several processes do not mix.
    await appendFile(file, `${JSON.stringify(line)}\n`);
  }

  noteRevision(log: string, line: AuditLine) {
    return this.appendLine(log, line);
  }

  async readLines(log: string): Promise<readonly string[]> {
    const text = (await readIfExists(this.#resolve(`audit/${log}.jsonl`)))?.toString() ?? '';
    return text.split('\n').filter((line) => line !== '');
  }

  #resolve(file: string): string {
    const resolved = path.join(this.location, file);
    if (resolved !== this.location && !resolved.startsWith(this.location + path.sep)) {
      throw new Error(`"${file}" leaves the store.`);
    }
    return resolved;
  }
}

/** Creates a file with all its content in one step; `false` when it exists already. */
async function createFile(target: string, content: Uint8Array): Promise<boolean> {
  return writeBeside(target, content, async (temporary) => {
    try {
      await link(temporary, target);
      return true;
    } catch (error) {
      if (isCode(error, 'EEXIST')) return false;
      throw error;
    } finally {
      await rm(temporary);
    }
  });
}

/**
 * Replaces a file with all its new content in one step. Servers identify a version by the second and the size of its
 * file (ETag of nginx): a second change within one second is dated into the next, or browsers would keep the
 * first.
 */
async function replaceFile(target: string, content: Uint8Array): Promise<void> {
  const before = await stat(target).catch(() => null);
  await writeBeside(target, content, async (temporary) => {
    const earliest = before === null ? 0 : Math.floor(before.mtimeMs / 1000) + 1;
    // By the file's own time: the clock of a file system is some milliseconds behind the one that programs read.
    if ((await stat(temporary)).mtimeMs / 1000 < earliest) await utimes(temporary, earliest, earliest);
    await rename(temporary, target);
  });
}

async function writeBeside<T>(target: string, content: Uint8Array, finish: (temporary: string) => Promise<T>) {
  await mkdir(path.dirname(target), { recursive: true });
  const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}`);
  const handle = await open(temporary, 'wx');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return finish(temporary);
}

async function readIfExists(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'EISDIR')) return null;
    throw error;
  }
}

/** Names in a folder without those of unfinished writes; folders end with a slash. */
async function listIfExists(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter(({ name }) => !name.startsWith('.'))
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .toSorted();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
