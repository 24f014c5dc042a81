import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { DeliveredFile } from './files';

const run = promisify(execFile);

/** Stands before the compressed bytes of `dcz` (RFC 9842): a mark, and the hash of the dictionary. */
const HEADER_BYTES = 40;

/**
 * Bytes on the line for a browser that takes the file of the same name in the release before as the dictionary: zstd 19,
 * by the program `zstd`, which Node 20 does not bring. What the release before had not is sent as it is.
 */
export async function bytesWithDictionary(file: DeliveredFile, before: readonly DeliveredFile[]): Promise<number> {
  const dictionary = before.find(({ name }) => name === file.name);
  if (!dictionary) return file.bytes;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nemus-dictionary-'));
  const [old, now] = [path.join(folder, 'old'), path.join(folder, 'now')];
  try {
    await writeFile(old, dictionary.plain);
    await writeFile(now, file.plain);
    const { stdout } = await run('zstd', ['-19', '-q', '-c', '-D', old, now], { encoding: 'buffer' });
    return Math.min(file.bytes, stdout.byteLength + HEADER_BYTES);
  } finally {
    await rm(folder, { recursive: true });
  }
}
