import { BACKEND_PATHS } from '@nemus/start/worker';

/** Addresses that a site hands on to the backend, which lies behind it (docs/decisions/0018). */
export interface HandedOn {
  /** Beginning of the addresses, with a slash at its end. */
  readonly path: string;
  /** How much a request may bring. */
  readonly megabytes: number;
}

/** Files are as large as the bucket of courses takes them (100 MiB), with what a form puts around; all else is text. */
export const HANDED_ON: readonly HandedOn[] = BACKEND_PATHS.map((path) => ({
  path,
  megabytes: path === '/storage/v1/' ? 101 : 2,
}));

/** What may be asked of the backend. Without OPTIONS: no page of another origin has to ask whether it may. */
export const HANDED_ON_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * What browsers may request at such addresses (`Sec-Fetch-Dest`): data, media, a file in a tab, a report. Stored files
 * are never loaded as code, a style or a frame.
 */
export const HANDED_ON_KINDS = ['', 'empty', 'image', 'audio', 'video', 'track', 'document', 'report'];

/**
 * An address, as the request has written it, that another server could read differently: encoded separators, segments
 * that begin with a dot, empty segments, characters that no address has (the class leaves out `[`, `\` to `^` as well).
 * Case-insensitive; without a backslash, since each server reads those in its own way.
 */
export const AMBIGUOUS = '^[^?]*(%2f|%5c|%00|[^!-Z_-~]|//|/[.]|/%2e)';

/** Sent with what the backend answers. */
export const HANDED_ON_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** The default when the backend sets no caching. */
export const HANDED_ON_CACHE_CONTROL = 'no-store';

/**
 * Headers that apply to the whole origin, or that the site sets itself; they are removed from the backend's answers.
 */
export const NOT_HANDED_BACK = [
  'Set-Cookie',
  'Clear-Site-Data',
  'Service-Worker-Allowed',
  'Alt-Svc',
  'NEL',
  'Report-To',
  'Reporting-Endpoints',
  'Link',
  'Refresh',
  'WWW-Authenticate',
  'Server',
  'X-Powered-By',
  'Access-Control-Allow-Origin',
  'Access-Control-Allow-Credentials',
  'Access-Control-Allow-Headers',
  'Access-Control-Allow-Methods',
  'Access-Control-Expose-Headers',
  'Access-Control-Max-Age',
  'Timing-Allow-Origin',
  'Cross-Origin-Resource-Policy',
  'Content-Security-Policy',
  'Content-Security-Policy-Report-Only',
  'Strict-Transport-Security',
  'X-Frame-Options',
];

/**
 * What a request may not say: cookies, which the backend does not know, and the caller's address, which the server
 * itself says in `X-Forwarded-For`.
 */
export const NOT_HANDED_ON = [
  'Cookie',
  'Forwarded',
  'X-Forwarded-Host',
  'X-Real-IP',
  'X-Client-IP',
  'True-Client-IP',
  'CF-Connecting-IP',
  'Sb-Forwarded-For',
];
