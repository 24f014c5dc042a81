import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { registryPath, stopListPath } from '@nemus/registry';
import { z } from 'zod';
import { inParallel } from '../in-parallel';
import { parseJson } from '../parse-json';
import { Refusal } from '../refusal';
import { auditLineSchema, type AuditInput, type AuditLine } from './audit';
import { changedDocument, documentText } from './document';
import {
  proposalFile,
  revisionName,
  revisionsAmong,
  revisionSchema,
  revisionsOf,
  stopsOf,
  type Revision,
} from './revision';
import { parseS3Address } from './s3-address';
import { S3Objects } from './s3-objects';
import { purgeLog, type CompareAndSetResult, type EntryChange, type ReleaseStore, type StopsChange } from './store';

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

/**
 * A store in a bucket of Amazon S3, or of a compatible server. Its objects match a store in a folder, except that the
 * audit log has one object per line:
 *
 *     registry/<environment>.json            what browsers read
 *     revisions/<environment>/<number>.json  every revision, with its audit line
 *     registry/<environment>.stops.json      what operators have stopped
 *     stops/<environment>/<number>.json      every stop list, with its audit line
 *     releases/<remote>/<version>/           release.json and every built file
 *     audit/<log>/<time>-<id>.json           one line about a change of no registry
 *     proposals/<environment>/<remote>.json  changes pending a second signature
 *
 * Creating the object of a revision (`If-None-Match: *`) is the decision: of all concurrent writers, one succeeds. The
 * document for browsers follows, never backwards (`If-Match`). If a writer stops before that, the next reader completes
 * it.
 *
 * This code does not check who may release which area: that is the job of the bucket's policy, or of the build server.
 *
 * @param address Such as `s3://bucket/folder?endpoint=https://…`.
 * @param env Variables for the missing parts of the address. The SDK finds the credentials.
 */
export function openS3Store(
  address: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): ReleaseStore {
  return new S3Store(new S3Objects(parseS3Address(address, env)));
}

class S3Store implements ReleaseStore {
  readonly location: string;
  readonly #objects: S3Objects;

  constructor(objects: S3Objects) {
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
    return this.#decide(track, revision, { audit, document: changedDocument(before, change, now) });
  }

  async writeStops({ environment, expectedSerial, list, audit }: StopsChange): Promise<CompareAndSetResult> {
    const track = stopsTrack(environment);
    const { revision: found } = await this.#standing(track);
    if (found !== expectedSerial) return { ok: false, revision: found };
    const { serial } = list;
    const line = { ...audit, at: new Date().toISOString(), serial };
    return this.#decide(track, serial, { audit: line, document: documentText(list) });
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
    const at = new Date().toISOString();
    const content = Buffer.from(JSON.stringify({ ...line, at }));
    await this.#objects.create(`audit/${log}/${at.replaceAll(':', '')}-${randomUUID()}.json`, content);
  }

  notePurge(environment: string, line: AuditInput) {
    return this.appendAudit(purgeLog(environment), line);
  }

  async readAudit(log: string): Promise<AuditLine[]> {
    const lines: AuditLine[] = [];
    const folder = `audit/${log}/`;
    const names = await this.#objects.list(folder);
    await inParallel(PARALLEL, names, async (name) => {
      const text = await this.#text(folder + name);
      if (text !== null) lines.push(auditLineSchema.parse(JSON.parse(text)));
    });
    for (const track of [registryTrack(log), stopsTrack(log)]) {
      const revisions = revisionsAmong(await this.#objects.list(`${track.folder}/`));
      await inParallel(PARALLEL, revisions, async (number) => {
        const revision = await this.#revision(track, number);
        if (revision) lines.push(revision.audit);
      });
    }
    return lines.toSorted((a, b) => a.at.localeCompare(b.at) || (a.revision ?? 0) - (b.revision ?? 0));
  }

  /** Creates a revision, and shows it to browsers. */
  async #decide(track: Track, number: number, revision: Revision): Promise<CompareAndSetResult> {
    // Two equal writes in the same millisecond stay two; a retry after a lost answer stays one.
    const content = Buffer.from(JSON.stringify({ ...revision, nonce: randomUUID() }));
    const found = await this.#objects.create(fileOf(track, number), content);
    if (found && Buffer.compare(found, content) !== 0) return { ok: false, revision: number };
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
      if (await this.#objects.replace(track.shown, Buffer.from(document), etag)) return;
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
  folder: revisionsOf(environment),
  shown: registryPath(environment),
});
const stopsTrack = (environment: string): Track => ({
  folder: stopsOf(environment),
  shown: stopListPath(environment),
});
const fileOf = ({ folder }: Track, number: number) => `${folder}/${revisionName(number)}`;

/** The revision of a document for browsers; `null` when it has none. */
function numberOf(text: string): number | null {
  const parsed = shownSchema.safeParse(parseJson(text)).data;
  if (!parsed) return null;
  return 'revision' in parsed ? parsed.revision : parsed.serial;
}
