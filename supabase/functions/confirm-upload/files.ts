import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { Environment } from '../_shared/environment.ts';
import type { Upload } from '../_shared/uploads.ts';
import { EXCERPT, isReadWhole, type Excerpt } from './kinds.ts';

/** The kept part of a file after reading, and its hash. */
export interface ReadFile extends Excerpt {
  readonly sha256: string;
}

/** Uploaded files, with the key that bypasses policies. */
export interface Files {
  /** Reads a file to its end; null when it does not exist. */
  read(upload: Upload, contentType: string): Promise<ReadFile | null>;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** Reads a body piece by piece: a film is larger than the memory of a function. */
async function excerptOf(body: ReadableStream<Uint8Array>, keepsAll: boolean): Promise<ReadFile> {
  const hash = createHash('sha256');
  const pieces: Uint8Array[] = [];
  let [head, size] = [new Uint8Array(), 0];
  const reader = body.getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    const piece = step.value;
    hash.update(piece);
    size += piece.length;
    if (head.length < EXCERPT) head = new Uint8Array(joined(head, piece.subarray(0, EXCERPT - head.length)));
    if (keepsAll) pieces.push(piece);
  }
  return { head, size, whole: keepsAll ? Buffer.concat(pieces) : null, sha256: hash.digest('hex') };
}

/** Opens the buckets with the secret key. */
export function openFiles({ supabaseUrl, secretKey }: Environment): Files {
  return {
    async read({ bucket, path }, contentType) {
      // Storage-js would return the whole file at once.
      const answer = await fetch(`${supabaseUrl}/storage/v1/object/${bucket}/${path}`, {
        headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` },
      });
      if (answer.status === 400 || answer.status === 404) {
        await answer.body?.cancel();
        return null;
      }
      if (!answer.ok || !answer.body) throw new Error(`Storage answered ${answer.status}.`);
      return excerptOf(answer.body, isReadWhole(contentType));
    },
  };
}
