import { randomUUID } from 'node:crypto';
import { appendFile, link, mkdir, open, readFile, readdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { registryPath, stopListPath } from '@nemus/registry';
import { Refusal } from '../refusal';
import { auditLineSchema, type AuditInput, type AuditLine } from './audit';
import { changedDocument, documentText } from './document';
import { proposalFile, revisionName, revisionsAmong, revisionSchema, revisionsOf, stopsOf } from './revision';
import { purgeLog, type CompareAndSetResult, type EntryChange, type ReleaseStore, type StopsChange } from './store';

/**
 * A store in a folder of this machine:
 *
 *     registry/<environment>.json            what browsers read
 *     revisions/<environment>/<number>.json  every revision, with its audit line
 *     registry/<environment>.stops.json      what operators have stopped
 *     stops/<environment>/<number>.json      every stop list, with its audit line
 *     releases/<remote>/<version>/           release.json and every built file
 *     audit/<log>.jsonl                      one JSON line per change
 *     proposals/<environment>/<remote>.json  changes pending a second signature
 *
 * Writing a revision creates its file, which exactly one process can do: no lock is held, so none is left behind when a
 * process dies. The document for browsers follows from the newest revision.
 *
 * Only `registry/` and `releases/` are for browsers.
 */
export function openFileStore(root: string): ReleaseStore {
  return new FileStore(path.resolve(root));
}

class FileStore implements ReleaseStore {
  readonly location: string;

  constructor(root: string) {
    this.location = root;
  }

  async putImmutable(file: string, content: Uint8Array) {
    const target = this.#resolve(file);
    if (await createFile(target, content)) return 'created';
    if (Buffer.compare(await readFile(target), content) === 0) return 'identical';
    throw new Refusal(
      'already-exists',
      `${file} exists in the store with other bytes. What is published never changes.`,
      'Build again: a change of any input gives a new version. An unfinished upload is removed by "npx --no-install @nemus/release gc".',
    );
  }

  async read(file: string) {
    return readIfExists(this.#resolve(file));
  }

  async list(folder: string) {
    return listIfExists(this.#resolve(folder));
  }

  async remove(file: string) {
    const target = this.#resolve(file);
    await rm(target, { force: true });
    for (let folder = path.dirname(target); folder !== this.location; folder = path.dirname(folder)) {
      if ((await listIfExists(folder)).length > 0) return;
      await rmdir(folder);
    }
  }

  async environments() {
    return (await this.list('revisions/')).map((name) => name.slice(0, -1));
  }

  async readRegistry(environment: string) {
    return (await this.#newest(revisionsOf(environment)))?.document ?? null;
  }

  async readStops(environment: string) {
    return (await this.#newest(stopsOf(environment)))?.document ?? null;
  }

  async writeStops({ environment, expectedSerial, list, audit }: StopsChange): Promise<CompareAndSetResult> {
    const found = (await this.#newest(stopsOf(environment)))?.revision ?? 0;
    if (found !== expectedSerial) return { ok: false, revision: found };
    const { serial } = list;
    const line = { ...audit, at: new Date().toISOString(), serial };
    const content = Buffer.from(JSON.stringify({ audit: line, document: documentText(list) }));
    if (!(await createFile(this.#revisionFile(stopsOf(environment), serial), content))) {
      return { ok: false, revision: serial };
    }
    await this.#appendLine(environment, line);
    await this.#show(stopsOf(environment), stopListPath(environment));
    return { ok: true, revision: serial };
  }

  async compareAndSet(change: EntryChange): Promise<CompareAndSetResult> {
    const { environment, expectedRevision } = change;
    const newest = await this.#newest(revisionsOf(environment));
    const found = newest?.revision ?? 0;
    if (found !== expectedRevision) return { ok: false, revision: found };
    const now = new Date();
    const revision = expectedRevision + 1;
    const audit = { ...change.audit, at: now.toISOString(), revision };
    const document = changedDocument(newest?.document ?? null, change, now);
    const content = Buffer.from(JSON.stringify({ audit, document }));
    // Creating the file is the decision: of all who computed this revision, one gets it.
    if (!(await createFile(this.#revisionFile(revisionsOf(environment), revision), content)))
      return { ok: false, revision };
    await this.#appendLine(environment, audit);
    await this.#show(revisionsOf(environment), registryPath(environment));
    return { ok: true, revision };
  }

  async putProposal(environment: string, remote: string, text: string | null) {
    const file = proposalFile(environment, remote);
    if (text === null) await rm(this.#resolve(file), { force: true });
    else await replaceFile(this.#resolve(file), Buffer.from(text));
  }

  async readProposal(environment: string, remote: string) {
    return (await this.read(proposalFile(environment, remote)))?.toString() ?? null;
  }

  async appendAudit(log: string, line: AuditInput) {
    await this.#appendLine(log, { ...line, at: new Date().toISOString() });
  }

  notePurge(environment: string, line: AuditInput) {
    return this.appendAudit(purgeLog(environment), line);
  }

  async readAudit(log: string): Promise<AuditLine[]> {
    const text = (await this.read(`audit/${log}.jsonl`))?.toString() ?? '';
    const lines = text.split('\n').filter((line) => line !== '');
    const written = lines.map((line) => auditLineSchema.parse(JSON.parse(line)));
    // If a process died between writing revision and line, the revision alone has the line.
    const known = new Set(written.map(({ revision, serial }) => `${revision} ${serial}`));
    for (const folder of [revisionsOf(log), stopsOf(log)]) {
      for (const number of await this.#revisions(folder)) {
        if (known.has(folder === stopsOf(log) ? `undefined ${number}` : `${number} undefined`)) continue;
        written.push((await this.#readRevision(folder, number)).audit);
      }
    }
    return written.toSorted((a, b) => a.at.localeCompare(b.at) || (a.revision ?? 0) - (b.revision ?? 0));
  }

  /** Updates the document for browsers to the newest revision, even with concurrent writers. */
  async #show(folder: string, target: string) {
    let shown = 0;
    for (;;) {
      const newest = await this.#newest(folder);
      if (!newest || newest.revision === shown) return;
      await replaceFile(this.#resolve(target), Buffer.from(newest.document));
      shown = newest.revision;
    }
  }

  async #newest(folder: string): Promise<{ revision: number; document: string } | null> {
    const revision = (await this.#revisions(folder)).at(-1);
    if (revision === undefined) return null;
    return { revision, document: (await this.#readRevision(folder, revision)).document };
  }

  async #revisions(folder: string): Promise<number[]> {
    return revisionsAmong(await listIfExists(this.#resolve(folder)));
  }

  async #readRevision(folder: string, revision: number) {
    const text = await readFile(this.#revisionFile(folder, revision), 'utf8');
    return revisionSchema.parse(JSON.parse(text));
  }

  #revisionFile(folder: string, revision: number) {
    return this.#resolve(`${folder}/${revisionName(revision)}`);
  }

  async #appendLine(log: string, line: AuditLine) {
    const file = this.#resolve(`audit/${log}.jsonl`);
    await mkdir(path.dirname(file), { recursive: true });
    // One write in append mode: lines of several processes do not mix.
    await appendFile(file, `${JSON.stringify(line)}\n`);
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
