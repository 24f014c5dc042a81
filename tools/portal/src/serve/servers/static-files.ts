import { stat } from 'node:fs/promises';
import path from 'node:path';
import compression from 'compression';
import { contentTypeOf } from '@nemus/release';
import Negotiator from 'negotiator';
import send from 'send';
import type { SiteRequest, SiteResponse } from './exchange';
import type { Headers } from './page-headers';
import { CONTENT_TYPES, isCompressible } from './site';

/** Extension of a compressed file, by its encoding. */
const ENDINGS: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz' };
/** The smaller one first, whichever the browser names first. */
const PREFERRED = ['br', 'gzip'];

/** Compresses files without a compressed form on the fly; ranges refer to the file's own bytes. */
const compress = compression({
  threshold: 0,
  filter: (_request, response) =>
    !response.hasHeader('Content-Range') && isCompressible(String(response.getHeader('Content-Type') ?? '')),
});

/** Lets the answer to a request be compressed; to be called before anything is written. */
export function compressAnswer(request: SiteRequest, response: SiteResponse): void {
  compress(request, response, () => undefined);
}

/**
 * Sends the file that a path names inside of a folder: with validators, ranges on request, and the compressed form of
 * the build or the publisher, if it is beside the file.
 *
 * `send` and not `sirv`: sirv 3.0.2 answers `bytes=0-0` with the whole file and `bytes=-5` with the first six bytes,
 * throws at `bytes=20-10`, sends brotli to `br;q=0`, and while it reads a changing folder hides no dotfile (tried).
 *
 * @param pathname path of the address, still percent-encoded.
 * @param headers sent with the file.
 * @returns false when there is no such file, it hides (leading dot), or the path leaves the folder; nothing is sent
 * then.
 */
export async function sendFile(
  request: SiteRequest,
  response: SiteResponse,
  { folder, pathname, headers }: { folder: string; pathname: string; headers: Headers },
): Promise<boolean> {
  const type = contentTypeOf(pathname, CONTENT_TYPES);
  const isSmall = !isCompressible(type);
  const encodings = isSmall ? [] : new Negotiator(request).encodings(['br', 'gzip', 'identity']);
  // A client that accepts none of our encodings gets the file as it is.
  for (const encoding of new Set([...PREFERRED.filter((each) => encodings.includes(each)), 'identity'])) {
    const ending = ENDINGS[encoding] ?? '';
    // A compressed form without its file is a leftover of a removed one.
    if (ending !== '' && !(await isFile(folder, pathname))) continue;
    const own = {
      ...headers,
      'Content-Type': type,
      ...(isSmall ? {} : { Vary: 'Accept-Encoding' }),
      ...(ending === '' ? {} : { 'Content-Encoding': encoding }),
    };
    if (await sendForm(request, response, { folder, pathname: pathname + ending, headers: own })) return true;
  }
  return false;
}

async function isFile(folder: string, pathname: string): Promise<boolean> {
  try {
    return (await stat(path.join(folder, decodeURIComponent(pathname)))).isFile();
  } catch {
    return false;
  }
}

/** Sends one file as it is; false when there is none. */
function sendForm(
  request: SiteRequest,
  response: SiteResponse,
  { folder, pathname, headers }: { folder: string; pathname: string; headers: Headers },
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const stream = send(request, pathname, { root: folder, index: false, dotfiles: 'ignore', cacheControl: false });
    stream.on('headers', (answer: SiteResponse) => {
      for (const [name, value] of Object.entries(headers)) answer.setHeader(name, value);
    });
    stream.on('directory', () => resolve(false));
    stream.on('error', (error: { status?: number; headers?: Headers }) => {
      if (error.status === 416 || error.status === 412) {
        response.removeHeader('Content-Encoding');
        response.writeHead(error.status, error.headers).end();
        resolve(true);
      } else if (response.headersSent || (error.status ?? 500) >= 500) reject(error);
      else resolve(false);
    });
    response.once('close', () => resolve(true));
    stream.pipe(response);
  });
}
