import { formedFile } from '../compressed';

/** Files of releases never change, so caches may keep them for a year. */
export const KEPT_SECONDS = 31_536_000;

/** Content types by file extension, of all that a release may have. A page is none: the store's origin shows none. */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  md: 'text/markdown',
  txt: 'text/plain',
  vtt: 'text/vtt',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  ttf: 'font/ttf',
  woff2: 'font/woff2',
  mp4: 'video/mp4',
  webm: 'video/webm',
  pdf: 'application/pdf',
};

/** Whether a type is text, sent with `charset=utf-8`. */
export const isText = (type: string) => type.startsWith('text/') || type === 'application/json';

/** Content type of a file by its extension, with its charset. */
export function contentTypeOf(file: string, types = FILE_TYPES): string {
  const type = types[file.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';
  return isText(type) ? `${type}; charset=utf-8` : type;
}

/** The metadata that an object store sends with an object. */
export interface Delivery {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly contentEncoding?: 'br';
}

/**
 * How a file of a store is to be delivered, for a store that keeps it as metadata (S3 does). A compressed form has the
 * type of its file and its encoding: a CDN's rule then only changes the address.
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
