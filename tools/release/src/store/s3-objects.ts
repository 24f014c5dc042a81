import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type * as Sdk from '@aws-sdk/client-s3';
import { inParallel } from '../in-parallel';
import type { AuditLine } from './audit';
import { deliveryOf } from './delivery';
import type { FoundObject, StoredObjects } from './revision-store';
import { isAmazon, s3Location, type S3Address } from './s3-address';
import { ignoresConditions, problemOf, refusalOf } from './s3-refusals';

interface Opened {
  readonly sdk: typeof Sdk;
  readonly client: Sdk.S3Client;
}

/** Longest wait for a connection, and for a whole answer, in milliseconds. */
const TIMEOUTS = { connectionTimeout: 5_000, requestTimeout: 120_000, throwOnRequestTimeout: true } as const;
/** Lines of a log that are read in parallel. */
const PARALLEL = 16;
/** How often the SDK retries while a server is busy or silent. */
const ATTEMPTS = 4;
/** How often a write is retried while the server handles others for the same name. */
const TURNS = 20;
/** Where it is tried out, once in a process, whether the server keeps conditions. */
const CONDITIONS = 'checks/conditional-writes.txt';
/** No object's. */
const NO_ETAG = '"00000000000000000000000000000000"';

/**
 * Objects below a prefix of a bucket, by their path in the store. Only what a release store needs of S3: reading,
 * listing, and writes that happen under a condition or not at all.
 */
export class S3Objects implements StoredObjects {
  readonly location: string;
  readonly #address: S3Address;
  #opened: Promise<Opened> | null = null;
  #conditions: Promise<void> | null = null;

  constructor(address: S3Address) {
    this.#address = address;
    this.location = s3Location(address);
  }

  /** An object; `null` when there is none. */
  async get(path: string): Promise<FoundObject | null> {
    const { sdk, client } = await this.#open();
    try {
      const { Body, ETag = '' } = await client.send(new sdk.GetObjectCommand(this.#named(path)));
      return { content: (await Body?.transformToByteArray()) ?? new Uint8Array(), etag: ETag };
    } catch (error) {
      if (problemOf(error).code === 'NoSuchKey') return null;
      throw this.#refusal(error, `read ${path}`);
    }
  }

  /**
   * Creates an object, which exactly one writer can do.
   *
   * @returns `null` when it was created, else the existing object. A retry after a lost answer finds what it wrote
   * itself: callers compare.
   */
  async create(path: string, content: Uint8Array): Promise<Uint8Array | null> {
    await this.#requireConditions();
    for (;;) {
      if (await this.#put(path, content, { IfNoneMatch: '*' })) return null;
      const found = await this.get(path);
      // Else it was removed in between.
      if (found) return found.content;
    }
  }

  /**
   * Replaces an object when it is still the one that was read. @param etag Of that object; `null` when there was none.
   *
   * @returns Whether it was replaced.
   */
  async replace(path: string, content: Uint8Array, etag: string | null): Promise<boolean> {
    await this.#requireConditions();
    if (etag === null) return this.#put(path, content, { IfNoneMatch: '*' });
    if (await this.#put(path, content, { IfMatch: etag })) return true;
    // Ceph before 17 compares with the bare name, and takes none in quotes for its own.
    const isSame = (await this.get(path))?.etag === etag;
    return isSame && this.#put(path, content, { IfMatch: etag.replaceAll('"', '') });
  }

  /** Writes an object, whatever was there. */
  async write(path: string, content: Uint8Array): Promise<void> {
    await this.#put(path, content, {});
  }

  /** Removes an object; none is fine. */
  async remove(path: string): Promise<void> {
    const { sdk, client } = await this.#open();
    try {
      await client.send(new sdk.DeleteObjectCommand(this.#named(path)));
    } catch (error) {
      throw this.#refusal(error, `remove ${path}`);
    }
  }

  /** Names directly in a folder, sorted; those of folders end with a slash. */
  async list(folder: string): Promise<string[]> {
    const { sdk, client } = await this.#open();
    const { Bucket, Key: Prefix } = this.#named(folder === '' || folder.endsWith('/') ? folder : `${folder}/`);
    const names: string[] = [];
    try {
      const pages = sdk.paginateListObjectsV2({ client }, { Bucket, Prefix, Delimiter: '/' });
      for await (const { CommonPrefixes = [], Contents = [] } of pages) {
        const found = [...CommonPrefixes.map((entry) => entry.Prefix), ...Contents.map((entry) => entry.Key)];
        names.push(...found.map((name) => (name ?? '').slice(Prefix.length)));
      }
    } catch (error) {
      throw this.#refusal(error, `list ${folder}`);
    }
    return names.filter((name) => name !== '').toSorted();
  }

  async appendLine(log: string, line: AuditLine): Promise<void> {
    const name = `${line.at.replaceAll(':', '')}-${randomUUID()}.json`;
    await this.create(`audit/${log}/${name}`, Buffer.from(JSON.stringify(line)));
  }

  async readLines(log: string): Promise<readonly string[]> {
    const lines: string[] = [];
    await inParallel(PARALLEL, await this.list(`audit/${log}/`), async (name) => {
      const found = await this.get(`audit/${log}/${name}`);
      if (found) lines.push(Buffer.from(found.content).toString());
    });
    return lines;
  }

  /** @returns `false` when the condition is false. */
  async #put(path: string, content: Uint8Array, condition: Pick<Sdk.PutObjectCommandInput, 'IfMatch' | 'IfNoneMatch'>) {
    const { sdk, client } = await this.#open();
    const { contentType, cacheControl, contentEncoding } = deliveryOf(path);
    const input: Sdk.PutObjectCommandInput = {
      ...this.#named(path),
      Body: content,
      ContentType: contentType,
      CacheControl: cacheControl,
      ...(contentEncoding ? { ContentEncoding: contentEncoding } : {}),
      ...condition,
    };
    for (let turn = 1; ; turn += 1) {
      try {
        await client.send(new sdk.PutObjectCommand(input));
        return true;
      } catch (error) {
        const { status, code } = problemOf(error);
        if (status === 412 || (condition.IfMatch !== undefined && code === 'NoSuchKey')) return false;
        // Another writer is writing the same name, and the winner is not known yet.
        if (status !== 409 || turn === TURNS) throw this.#refusal(error, `write ${path}`);
        await pause(Math.random() * Math.min(500, turn * 25));
      }
    }
  }

  /**
   * Tests once that the server refuses a write whose condition is false. Some servers accept the header and write
   * anyway: two concurrent releases would then lose one silently.
   */
  #requireConditions(): Promise<void> {
    this.#conditions ??= (async () => {
      const content = Buffer.from('Whether this server keeps the conditions of writes.\n');
      // The first of all writes creates it; after that, neither may.
      if (await this.#put(CONDITIONS, content, { IfNoneMatch: '*' })) {
        if (await this.#put(CONDITIONS, content, { IfNoneMatch: '*' })) throw ignoresConditions(this.location);
      }
      if (await this.#put(CONDITIONS, content, { IfMatch: NO_ETAG })) throw ignoresConditions(this.location);
    })();
    return this.#conditions;
  }

  #named(path: string): { Bucket: string; Key: string } {
    const segments = path.replace(/\/$/, '').split('/');
    if (path !== '' && segments.some((segment) => /^\.{0,2}$/.test(segment))) {
      throw new Error(`"${path}" leaves the store.`);
    }
    return { Bucket: this.#address.bucket, Key: this.#address.prefix + path };
  }

  #refusal(error: unknown, what: string) {
    return refusalOf(error, what, this.location);
  }

  /** Loads the SDK on first use: without a bucket it costs nothing. */
  #open(): Promise<Opened> {
    this.#opened ??= (async () => {
      // The SDK warns about Node 20 with every command; our README names the tested versions.
      process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
      const sdk = await import('@aws-sdk/client-s3');
      const { endpoint, region } = this.#address;
      const isOwn = isAmazon(this.#address);
      const client = new sdk.S3Client({
        maxAttempts: ATTEMPTS,
        requestHandler: TIMEOUTS,
        ...(region === undefined && isOwn ? {} : { region: region ?? 'us-east-1' }),
        // Other servers have no names for each bucket, and not all of them the checksums of Amazon's later years.
        ...(isOwn
          ? {}
          : {
              forcePathStyle: true,
              requestChecksumCalculation: 'WHEN_REQUIRED' as const,
              responseChecksumValidation: 'WHEN_REQUIRED' as const,
            }),
        ...(endpoint === undefined ? {} : { endpoint }),
      });
      return { sdk, client };
    })();
    return this.#opened;
  }
}
