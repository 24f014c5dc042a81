import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliCompress, createGzip, constants } from 'node:zlib';
import { acceptsEncoding } from '@nemus/release';
import { readByteRange } from './byte-range';
import { packedForEver } from './packed-files';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.vtt': 'text/vtt; charset=utf-8',
  '.pdf': 'application/pdf',
};
/** Texts, and fonts that are not compressed by themselves. */
const COMPRESSED = /^(text\/|application\/json|image\/svg|font\/ttf)/;

/** How long browsers may keep a file: for ever, or only while the server says that it has not changed. */
export type Caching = 'immutable' | 'revalidate';
const CACHE_CONTROL: Readonly<Record<Caching, string>> = {
  immutable: 'public, max-age=31536000, immutable',
  revalidate: 'no-cache',
};

/**
 * File that an address names inside a folder, or null when it leaves the folder, hides (leading dot), or is no file.
 *
 * @param pathname Path of the address, still percent-encoded.
 */
export async function findFile(folder: string, pathname: string): Promise<string | null> {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (decoded.includes('\0') || decoded.split(/[\\/]/).some((segment) => segment.startsWith('.'))) return null;
  const file = path.join(folder, decoded);
  const found = await stat(file).catch(() => null);
  return found?.isFile() ? file : null;
}

/** Sends a file: validated by its content, compressed when that helps, and only its head for HEAD. */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  caching: Caching,
): Promise<void> {
  const type = CONTENT_TYPES[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
  response.setHeader('Content-Type', type);
  response.setHeader('Cache-Control', CACHE_CONTROL[caching]);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (caching === 'revalidate') {
    const etag = `"${createHash('sha256')
      .update(await readFile(file))
      .digest('base64url')
      .slice(0, 27)}"`;
    response.setHeader('ETag', etag);
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304).end();
      return;
    }
  }
  const encoding = COMPRESSED.test(type) ? chooseEncoding(request.headers['accept-encoding']) : null;
  if (COMPRESSED.test(type)) response.setHeader('Vary', 'Accept-Encoding');
  const packed = encoding && caching === 'immutable' ? await packedForEver(file, encoding) : null;
  if (encoding && packed) {
    response.writeHead(200, { 'Content-Encoding': encoding, 'Content-Length': packed.byteLength });
    // Node sends no body to HEAD.
    response.end(packed);
    return;
  }
  if (request.method === 'HEAD') {
    response.writeHead(200).end();
    return;
  }
  if (encoding === 'br') {
    response.writeHead(200, { 'Content-Encoding': 'br' });
    await pipeline(
      createReadStream(file),
      createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      response,
    );
    return;
  }
  if (encoding === 'gzip') {
    response.writeHead(200, { 'Content-Encoding': 'gzip' });
    await pipeline(createReadStream(file), createGzip(), response);
    return;
  }
  await sendBytes(request, response, file);
}

/** Sends a file as it is, or the part that a player asks for. */
async function sendBytes(request: IncomingMessage, response: ServerResponse, file: string): Promise<void> {
  const { size } = await stat(file);
  response.setHeader('Accept-Ranges', 'bytes');
  const range = readByteRange(request.headers.range, size);
  if (range === 'unsatisfiable') {
    response.writeHead(416, { 'Content-Range': `bytes */${size}` }).end();
    return;
  }
  if (range === 'whole') {
    response.writeHead(200, { 'Content-Length': size });
    await pipeline(createReadStream(file), response);
    return;
  }
  const { start, end } = range;
  response.writeHead(206, { 'Content-Range': `bytes ${start}-${end}/${size}`, 'Content-Length': end - start + 1 });
  await pipeline(createReadStream(file, { start, end }), response);
}

function chooseEncoding(accepted: string | string[] | undefined): 'br' | 'gzip' | null {
  if (acceptsEncoding(accepted, 'br')) return 'br';
  return acceptsEncoding(accepted, 'gzip') ? 'gzip' : null;
}
