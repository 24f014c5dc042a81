import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Readable, Writable } from 'node:stream';

/** A request, as far as a site reads it: Node's of HTTP/1.1 and of HTTP/2 are alike, and have no type in common. */
export interface SiteRequest extends Readable {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** With HTTP/2 this includes the request line, as names that begin with a colon. */
  readonly headers: IncomingHttpHeaders;
  readonly httpVersionMajor: number;
  readonly socket: { readonly localPort?: number | undefined; readonly remoteAddress?: string | undefined };
}

/** An answer, as far as a site writes it. */
export interface SiteResponse extends Writable {
  readonly headersSent: boolean;
  getHeader(name: string): unknown;
  hasHeader(name: string): boolean;
  setHeader(name: string, value: string): unknown;
  removeHeader(name: string): void;
  writeHead(status: number, headers?: OutgoingHttpHeaders): SiteResponse;
}

/**
 * Answers a request without reading its body to the end. With HTTP/1.1 its connection ends with it; HTTP/2 knows no
 * such header, and the rest is thrown away, since other requests share the connection.
 */
export function refuse(
  request: SiteRequest,
  response: SiteResponse,
  status: number,
  headers: OutgoingHttpHeaders,
): void {
  const isShared = request.httpVersionMajor >= 2;
  response.writeHead(status, { ...headers, ...(isShared ? {} : { Connection: 'close' }) }).end();
  if (isShared) request.resume();
}
