import { formedFile } from '../compressed';

/** Files of releases never change, so caches may keep them for a year. */
export const KEPT_SECONDS = 31_536_000;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
  txt: 'text/plain; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  webm: 'video/webm',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

/** Content type of a file by the end of its name. */
export function contentTypeOf(file: string): string {
  return CONTENT_TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
}

/** What an object store says about an object whenever it sends it. */
export interface Delivery {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly contentEncoding?: 'br';
}

/**
 * How a file of a store is to be delivered, for a store that keeps it as metadata (S3 does). A compressed form has the
 * type of its file and says that it is compressed: a CDN's rule then only changes the address.
 */
export function deliveryOf(file: string): Delivery {
  if (file.startsWith('releases/')) {
    const cacheControl = `public, max-age=${KEPT_SECONDS}, immutable`;
    const plain = formedFile(file);
    if (plain === null) return { contentType: contentTypeOf(file), cacheControl };
    return { contentType: contentTypeOf(plain), cacheControl, contentEncoding: 'br' };
  }
  const isForBrowsers = file.startsWith('registry/');
  return { contentType: contentTypeOf(file), cacheControl: isForBrowsers ? 'no-cache' : 'private, no-store' };
}
