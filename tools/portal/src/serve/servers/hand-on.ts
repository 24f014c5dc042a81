import { request as ask, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { refuse, type SiteRequest, type SiteResponse } from './exchange';
import {
  AMBIGUOUS,
  HANDED_ON_CACHE_CONTROL,
  HANDED_ON_KINDS,
  HANDED_ON_METHODS,
  NOT_HANDED_BACK,
  NOT_HANDED_ON,
  type HandedOn,
} from './handed-on';
import type { Headers } from './page-headers';

/** Mean one connection, never the next (RFC 9110, 7.6.1). */
const OF_A_CONNECTION = [
  'Connection',
  'Keep-Alive',
  'Proxy-Authenticate',
  'Proxy-Authorization',
  'Proxy-Connection',
  'TE',
  'Trailer',
  'Transfer-Encoding',
  'Upgrade',
];
const lower = (names: readonly string[]) => new Set(names.map((name) => name.toLowerCase()));
const LEFT_OUT_THERE = lower([...OF_A_CONNECTION, ...NOT_HANDED_ON, 'Host', 'Expect']);
const LEFT_OUT_HERE = lower([...OF_A_CONNECTION, ...NOT_HANDED_BACK]);
const AMBIGUOUS_ADDRESS = new RegExp(AMBIGUOUS, 'i');

/** The place behind this origin that a path leads to, if it does. */
export const placeBehind = (pathname: string, places: readonly HandedOn[]) =>
  places.find(({ path }) => pathname.startsWith(path));

/** Whether the method of a request may be asked of the backend. */
export const isAskable = ({ method = '' }: SiteRequest) => HANDED_ON_METHODS.includes(method);

/** Whether a request is one that the backend never gets: for code or a frame, or by an address of two meanings. */
export function isLedAstray({ url = '', headers }: SiteRequest): boolean {
  const kind = headers['sec-fetch-dest'] ?? '';
  return AMBIGUOUS_ADDRESS.test(url) || typeof kind !== 'string' || !HANDED_ON_KINDS.includes(kind);
}

/**
 * Hands a request on to the backend, and its answer back.
 *
 * @param api address of the backend.
 * @param own headers of this origin, which take the place of the backend's.
 * @param secure whether this origin is reached by https.
 */
export async function handOn(
  request: SiteRequest,
  response: SiteResponse,
  { api, place, own, secure = false }: { api: string; place: HandedOn; own: Headers; secure?: boolean | undefined },
): Promise<void> {
  const most = place.megabytes * 1024 * 1024;
  if (Number(request.headers['content-length'] ?? 0) > most) {
    refuse(request, response, 413, own);
    return;
  }
  const asked = ask(new URL(api).origin, {
    path: request.url,
    method: request.method,
    headers: {
      ...keptOf(request.headers, LEFT_OUT_THERE),
      'x-forwarded-for': request.socket.remoteAddress ?? '',
      'x-forwarded-proto': secure ? 'https' : 'http',
    },
    // Without keep-alive: a connection that the backend is closing would lose a request that must not be repeated.
    agent: false,
  });
  response.once('close', () => asked.destroy());
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).once('error', reject);
  });
  const limited = atMost(most);
  limited.once('error', (error) => asked.destroy(error));
  // Not a pipeline, which would end the caller's connection with the first failure: there is an answer to it.
  request.pipe(limited).pipe(asked);
  try {
    const answer = await answered;
    const left = new Set([...LEFT_OUT_HERE, ...lower(Object.keys(own))]);
    const headers = { 'cache-control': HANDED_ON_CACHE_CONTROL, ...keptOf(answer.headers, left), ...own };
    response.writeHead(answer.statusCode ?? 502, headers);
    await pipeline(answer, response);
  } catch (error) {
    if (response.destroyed) return;
    if (response.headersSent) response.destroy();
    else {
      const status = error instanceof TooMuch ? 413 : 502;
      refuse(request, response, status, { ...own, 'Cache-Control': 'no-store' });
    }
  }
}

class TooMuch extends Error {
  override readonly name = 'TooMuch';
}

/** Passes on so many bytes, and fails with the next. */
function atMost(bytes: number): Transform {
  let left = bytes;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) done(new TooMuch());
      else done(null, chunk);
    },
  });
}

/** Without HTTP/2's replacement of the request line (`:path`), which is no valid HTTP/1.1 header. */
function keptOf(headers: IncomingHttpHeaders, leftOut: ReadonlySet<string>) {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || name.startsWith(':') || leftOut.has(name) ? [] : [[name, value] as const],
    ),
  );
}
