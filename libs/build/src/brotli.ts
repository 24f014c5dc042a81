import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const brotli = promisify(brotliCompress);

/** Texts, and fonts in uncompressed formats. Source maps are for developer tools: every build would wait for theirs. */
const COMPRESSIBLE = /\.(js|mjs|css|json|svg|txt|vtt|ttf)$/;

/** Whether a release has a compressed form of a file, by the file's name. */
export function isCompressible(file: string): boolean {
  return COMPRESSIBLE.test(file);
}

/** Compresses any bytes at the highest quality: a server that compresses with every answer cannot afford that. */
export function brotliOf(content: Uint8Array): Promise<Uint8Array> {
  return brotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
    },
  });
}

/**
 * The form in which a server sends a file of a release.
 *
 * @returns `null` when the file is none to compress, or does not get smaller.
 */
export async function compressedFormOf(file: string, content: Uint8Array): Promise<Uint8Array | null> {
  if (!isCompressible(file)) return null;
  const form = await brotliOf(content);
  return form.byteLength < content.byteLength ? form : null;
}
