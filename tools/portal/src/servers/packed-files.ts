import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Bytes that are kept in memory; far above what a portal and its releases have. */
const CAPACITY = 64_000_000;

const kept = new Map<string, Promise<Buffer>>();
let size = 0;

/**
 * A file that never changes, compressed once for all who ask for it. What the build has left beside it (`.br`, `.gz`,
 * at the highest quality) is taken as it is.
 */
export async function packedForEver(file: string, encoding: 'br' | 'gzip'): Promise<Buffer> {
  // A file that was published wrongly and set right by hand is another one.
  const { mtimeMs, size: bytes } = await stat(file);
  const key = `${encoding} ${file} ${mtimeMs} ${bytes}`;
  const known = kept.get(key);
  if (known) return known;
  const packing = pack(file, encoding);
  kept.set(key, packing);
  try {
    size += (await packing).byteLength;
  } catch (error) {
    kept.delete(key);
    throw error;
  }
  if (size > CAPACITY) {
    kept.clear();
    size = 0;
  }
  return packing;
}

async function pack(file: string, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const built = await readFile(`${file}.${encoding === 'br' ? 'br' : 'gz'}`).catch(() => null);
  if (built) return built;
  const content = await readFile(file);
  return encoding === 'br' ? brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }) : zip(content);
}
