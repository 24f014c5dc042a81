import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { registryPath, stopListPath } from '@nemus/registry';
import { z } from 'zod';
import { inParallel } from '../in-parallel';
import { parseJson } from '../parse-json';
import { Refusal } from '../refusal';
import { auditLineSchema, type AuditInput, type AuditLine } from './audit';
import { changedDocument, documentText } from './document';
import { proposalFile, revisionName, revisionsAmong, revisionSchema, type Revision } from './revision';
import { purgeLog, type CompareAndSetResult, type EntryChange, type ReleaseStore, type StopsChange } from './store';

/** An object that was read. */
export interface FoundObject {
  readonly content: Uint8Array;
  /** Names this content of the object. */
  readonly etag: string;
}

/** Objects by their path in the store: of a folder, or of a bucket. */
export interface StoredObjects {
  readonly location: string;
  /** An object; `null` when there is none. */
  get(path: string): Promise<FoundObject | null>;
  /** Creates an object, which exactly one writer can do. @returns `null` when it was created, else the existing one. */
  create(path: string, content: Uint8Array): Promise<Uint8Array | null>;
  /** Replaces an object when it is still the one of this ETag; `null`: when there is none. @returns whether it was. */
  replace(path: string, content: Uint8Array, etag: string | null): Promise<boolean>;
  write(path: string, content: Uint8Array): Promise<void>;
  remove(path: string): Promise<void>;
  /** Names directly in a folder, sorted; those of folders end with a slash. */
  list(folder: string): Promise<string[]>;
  /** Adds a line to a log. */
  appendLine(log: string, line: AuditLine): Promise<void>;
  readLines(log: string): Promise<readonly string[]>;
  /** Adds the line of a revision, which has it as well, where people read the log as a file. */
  noteRevision?(log: string, line: AuditLine): Promise<void>;
}

/** Objects that are read in parallel. */
const PARALLEL = 16;
/** How often the document for browsers is brought up to the newest revision while others write as well. */
const ATTEMPTS = 50;

const shownSchema = z.object({ revision: z.int().min(1) }).or(z.object({ serial: z.int().min(1) }));

/** Where the revisions of a document are, and where browsers read it. */
interface Track {
  readonly folder: string;
  readonly shown: string;
}

/** The state of a track: its newest revision, and what browsers read. */
interface Standing {
  readonly revision: number;
  readonly document: string | null;
  readonly shown: string | null;
  readonly etag: string | null;
}

/** A store of objects, wherever they are. */
export class RevisionStore implements ReleaseStore {
  readonly location: string;
  readonly #objects: StoredObjects;

  constructor(objects: StoredObjects) {
    this.#objects = objects;
    this.location = objects.location;
  }

  async putImmutable(path: string, content: Uint8Array) {
    const found = await this.#objects.create(path, content);
    if (!found) return 'created';
    if (Buffer.compare(found, content) === 0) return 'identical';
    throw new Refusal(
      'already-exists',
      `${path} exists in the store with other bytes. What is published never changes.`,
      'Build again: a change of any input gives a new version. An unfinished upload is removed by "npx --no-install @nemus/release gc".',
    );
  }

  async read(path: string) {
    return (await this.#objects.get(path))?.content ?? null;
  }

  list(folder: string) {
    return this.#objects.list(folder);
  }

  remove(path: string) {
    return this.#objects.remove(path);
  }

  async environments() {
    return (await this.#objects.list('revisions/')).map((name) => name.slice(0, -1));
  }

  readRegistry(environment: string) {
    return this.#readMended(registryTrack(environment));
  }

  readStops(environment: string) {
    return this.#readMended(stopsTrack(environment));
  }

  async compareAndSet(change: EntryChange): Promise<CompareAndSetResult> {
    const { environment, expectedRevision } = change;
    const track = registryTrack(environment);
    const { revision: found, document: before } = await this.#standing(track);
    if (found !== expectedRevision) return { ok: false, revision: found };
    const now = new Date();
    const revision = expectedRevision + 1;
    const audit = { ...change.audit, at: now.toISOString(), revision };
    return this.#decide(environment, track, revision, { audit, document: changedDocument(before, change, now) });
  }

  async writeStops({ environment, expectedSerial, list, audit }: StopsChange): Promise<CompareAndSetResult> {
    const track = stopsTrack(environment);
    const { revision: found } = await this.#standing(track);
    if (found !== expectedSerial) return { ok: false, revision: found };
    const { serial } = list;
    const line = { ...audit, at: new Date().toISOString(), serial };
    return this.#decide(environment, track, serial, { audit: line, document: documentText(list) });
  }

  async putProposal(environment: string, remote: string, text: string | null) {
    const file = proposalFile(environment, remote);
    if (text === null) await this.#objects.remove(file);
    else await this.#objects.write(file, Buffer.from(text));
  }

  async readProposal(environment: string, remote: string) {
    return this.#text(proposalFile(environment, remote));
  }

  async appendAudit(log: string, line: AuditInput) {
    await this.#objects.appendLine(log, { ...line, at: new Date().toISOString() });
  }

  notePurge(environment: string, line: AuditInput) {
    return this.appendAudit(purgeLog(environment), line);
  }

  async readAudit(log: string): Promise<AuditLine[]> {
    const lines = (await this.#objects.readLines(log)).map((text) => auditLineSchema.parse(JSON.parse(text)));
    // A folder has a line for most revisions; where a process died in between, the revision alone has it.
    const known = new Set(lines.map(({ revision, serial }) => `${revision} ${serial}`));
    for (const track of [registryTrack(log), stopsTrack(log)]) {
      const revisions = revisionsAmong(await this.#objects.list(`${track.folder}/`));
      await inParallel(PARALLEL, revisions, async (number) => {
        const revision = await this.#revision(track, number);
        if (!revision || known.has(`${revision.audit.revision} ${revision.audit.serial}`)) return;
        lines.push(revision.audit);
      });
    }
    return lines.toSorted((a, b) => a.at.localeCompare(b.at) || (a.revision ?? 0) - (b.revision ?? 0));
  }

  /** Creates a revision, and shows it to browsers. */
  async #decide(log: string, track: Track, number: number, revision: Revision): Promise<CompareAndSetResult> {
    // Two equal writes in the same millisecond stay two; a retry after a lost answer stays one.
    const content = Buffer.from(JSON.stringify({ ...revision, nonce: randomUUID() }));
    const found = await this.#objects.create(fileOf(track, number), content);
    if (found && Buffer.compare(found, content) !== 0) return { ok: false, revision: number };
    await this.#objects.noteRevision?.(log, revision.audit);
    await this.#show(track);
    return { ok: true, revision: number };
  }

  /**
   * The newest document. If its writer stopped before browsers could read it, the write is completed, given the rights.
   */
  async #readMended(track: Track): Promise<string | null> {
    const { document, shown } = await this.#standing(track);
    if (document !== shown) {
      await this.#show(track).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
      });
    }
    return document;
  }

  /** Updates the document for browsers to the newest revision, even with concurrent writers. */
  async #show(track: Track): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const { document, shown, etag } = await this.#standing(track);
      if (document === null || document === shown) return;
      // Read again: in a folder, an earlier document may have replaced it at the same moment.
      if (await this.#objects.replace(track.shown, Buffer.from(document), etag)) continue;
      await pause(Math.random() * Math.min(200, attempt * 10));
    }
    throw new Refusal(
      'conflict',
      `The change is decided, and others kept writing ${track.shown}.`,
      'Run "npx --no-install @nemus/release status": it shows browsers the newest revision.',
    );
  }

  /**
   * The state of a track. The browsers' document is read first, so every newer revision is found after it, and a
   * replacement (under its ETag) never goes back.
   */
  async #standing(track: Track): Promise<Standing> {
    const found = await this.#objects.get(track.shown);
    const shown = found ? Buffer.from(found.content).toString() : null;
    const etag = found?.etag ?? null;
    let number = numberOf(shown ?? '');
    let newest = number === null ? null : await this.#revision(track, number);
    if (number === null || newest === null) {
      // Missing, or written by hand: the revisions are authoritative.
      number = revisionsAmong(await this.#objects.list(`${track.folder}/`)).at(-1) ?? null;
      newest = number === null ? null : await this.#revision(track, number);
    }
    if (number === null || newest === null) return { revision: 0, document: null, shown, etag };
    for (;;) {
      const next = await this.#revision(track, number + 1);
      if (next === null) return { revision: number, document: newest.document, shown, etag };
      [number, newest] = [number + 1, next];
    }
  }

  async #revision(track: Track, number: number): Promise<Revision | null> {
    const text = await this.#text(fileOf(track, number));
    return text === null ? null : revisionSchema.parse(JSON.parse(text));
  }

  async #text(path: string): Promise<string | null> {
    const found = await this.#objects.get(path);
    return found ? Buffer.from(found.content).toString() : null;
  }
}

const registryTrack = (environment: string): Track => ({
  folder: `revisions/${environment}`,
  shown: registryPath(environment),
});
const stopsTrack = (environment: string): Track => ({
  folder: `stops/${environment}`,
  shown: stopListPath(environment),
});
const fileOf = ({ folder }: Track, number: number) => `${folder}/${revisionName(number)}`;

/** The revision of a document for browsers; `null` when it has none. */
function numberOf(text: string): number | null {
  const parsed = shownSchema.safeParse(parseJson(text)).data;
  if (!parsed) return null;
  return 'revision' in parsed ? parsed.revision : parsed.serial;
}
