import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { z } from 'zod';
import { currentContext } from '../api/request-context';

const sidecarSchema = z.object({ mimetype: z.string(), cacheControl: z.string() });
type Sidecar = z.infer<typeof sidecarSchema>;

/** The facts about a stored object for lite. */
export interface StoredMetadata {
  cacheControl: string;
  contentLength: number;
  size: number;
  mimetype: string;
  lastModified: Date;
  eTag: string;
  contentRange?: string;
  httpStatusCode: number;
}

/** A body as lite hands it over. */
type UploadBody = ReadableStream | Uint8Array;

/**
 * Keeps the objects of Storage as files. lite's own adapter is not exported, and sends the whole file for every range.
 */
export class DiskStorage {
  /** Part of lite's interface, unused. */
  readonly driver = null;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = path.resolve(folder);
  }

  /**
   * One object. With a `Range`, only that part is read and `contentRange` names it; a part that does not exist has an
   * empty body and a `contentRange` without one.
   */
  async getObject(
    bucket: string,
    key: string,
  ): Promise<{ metadata: StoredMetadata; httpStatusCode: number; body: ReadableStream }> {
    const file = this.#fileOf(bucket, key);
    const metadata = await this.#metadataOf(file);
    const range = currentContext()?.range ?? null;
    const size = metadata.size;
    if (!range) return { metadata, httpStatusCode: 200, body: readPart(file) };
    if (range.from >= size) {
      const none = { ...metadata, contentLength: 0, contentRange: `bytes */${size}`, httpStatusCode: 416 };
      return { metadata: none, httpStatusCode: 416, body: new Blob([]).stream() };
    }
    const to = Math.min(range.to ?? size - 1, size - 1);
    const contentRange = `bytes ${range.from}-${to}/${size}`;
    const part = { ...metadata, contentLength: to - range.from + 1, contentRange, httpStatusCode: 206 };
    return { metadata: part, httpStatusCode: 206, body: readPart(file, { start: range.from, end: to }) };
  }

  async uploadObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    body: UploadBody,
    contentType: string,
    cacheControl: string,
  ): Promise<StoredMetadata> {
    const file = this.#fileOf(bucket, key);
    await mkdir(path.dirname(file), { recursive: true });
    const draft = `${file}.${crypto.randomUUID()}.new`;
    try {
      if (body instanceof Uint8Array) await writeFile(draft, body);
      // The global type of a web stream and Node's own describe the same object.
      else await pipeline(Readable.fromWeb(body as NodeReadableStream), createWriteStream(draft));
      await rename(draft, file);
    } finally {
      await rm(draft, { force: true });
    }
    const sidecar: Sidecar = { mimetype: contentType, cacheControl };
    await writeFile(`${file}.json`, JSON.stringify(sidecar));
    return this.#metadataOf(file);
  }

  /** Puts the files of a folder into a bucket, as uploaded. */
  async fill(bucket: string, folder: string, type: string): Promise<void> {
    for (const name of await readdir(folder)) {
      await this.uploadObject(bucket, name, undefined, await readFile(path.join(folder, name)), type, 'no-store');
    }
  }

  async deleteObject(bucket: string, key: string): Promise<void> {
    const file = this.#fileOf(bucket, key);
    await rm(file, { force: true });
    await rm(`${file}.json`, { force: true });
  }

  async deleteObjects(bucket: string, keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.deleteObject(bucket, key);
  }

  async copyObject(bucket: string, key: string, _version: string | undefined, toBucket: string, toKey: string) {
    const [from, to] = [this.#fileOf(bucket, key), this.#fileOf(toBucket, toKey)];
    await mkdir(path.dirname(to), { recursive: true });
    await copyFile(from, to);
    await copyFile(`${from}.json`, `${to}.json`);
    const { eTag, lastModified, httpStatusCode } = await this.#metadataOf(to);
    return { eTag, lastModified, httpStatusCode };
  }

  headObject(bucket: string, key: string): Promise<StoredMetadata> {
    return this.#metadataOf(this.#fileOf(bucket, key));
  }

  /** Called by image transformation, which the project does not use. */
  privateAssetUrl(): Promise<string> {
    return Promise.reject(new Error('Image transformation is not part of this project.'));
  }

  /**
   * Keys become file names through encoding, so that no key leads out of the folder or collides with another key's
   * files.
   */
  #fileOf(bucket: string, key: string): string {
    const encode = (part: string) => encodeURIComponent(part).replace(/\./g, '%2E');
    return path.join(this.#folder, encode(bucket), ...key.split('/').map((part) => `${encode(part)}`)) + '.object';
  }

  async #metadataOf(file: string): Promise<StoredMetadata> {
    const [{ size, mtime, mtimeMs }, sidecar] = await Promise.all([stat(file), readFile(`${file}.json`, 'utf8')]);
    const { mimetype, cacheControl } = sidecarSchema.parse(JSON.parse(sidecar));
    const digest = createHash('sha256').update(`${file} ${mtimeMs} ${size}`).digest('hex').slice(0, 32);
    return {
      cacheControl,
      contentLength: size,
      size,
      mimetype,
      lastModified: mtime,
      eTag: `"${digest}"`,
      httpStatusCode: 200,
    };
  }
}

function readPart(file: string, part?: { readonly start: number; readonly end: number }): ReadableStream {
  return Readable.toWeb(createReadStream(file, part)) as ReadableStream;
}
