import { FILE_TYPES } from '@nemus/release';
import { WORKER_PATH } from '@nemus/start/worker';
import { HANDED_ON, type HandedOn } from './handed-on';
import { commonHeaders, FILE_POLICY, HTTPS_ALONE, workerHeaders, type Headers } from './page-headers';

/** How long browsers may keep a file: for ever, or with revalidation. */
export type Caching = 'immutable' | 'revalidate';
export const CACHE_CONTROL: Readonly<Record<Caching, string>> = {
  immutable: 'public, max-age=31536000, immutable',
  revalidate: 'no-cache',
};
/** A missing file may be published within a minute. */
export const MISSING_CACHE_CONTROL = 'no-store';

/** Content types by file extension, independent of a server's system. */
export const CONTENT_TYPES: Readonly<Record<string, string>> = { html: 'text/html', ...FILE_TYPES };
export const UNKNOWN_TYPE = 'application/octet-stream';

/** Whether a type is worth compressing: text and other uncompressed formats. */
export const isCompressible = (type: string) => /^(text\/|application\/json|image\/svg|font\/ttf)/.test(type);

/** A folder (with a slash at its end) or a file of a site. */
export interface Place {
  readonly path: string;
  readonly caching: Caching;
  /** Sent instead of the site's headers for files, where a file needs others. */
  readonly headers?: Headers;
}

/**
 * What one origin answers: the source of the local server and of an operator's (script `deploy-config`). Files are
 * read, never written; dotfiles are hidden; a compressed file (`.br`, `.gz`) is beside its own.
 */
export interface Site {
  /** Sent with every answer. */
  readonly headers: Headers;
  /** Sent with every answer except the page. */
  readonly fileHeaders: Headers;
  /** Folders and files with their own rules: a missing file gets 404, and never the page. */
  readonly places: readonly Place[];
  /** Sent with the page, which answers every navigation that is no file; null when there are only locations. */
  readonly page: Headers | null;
  /** Addresses that the backend answers under this origin; empty where it has an origin of its own. */
  readonly handedOn: readonly HandedOn[];
  /** Answers preflight requests of other origins; null where none are allowed. */
  readonly preflight: Headers | null;
}

/**
 * The shell's origin.
 *
 * @param page headers of the page (`pageHeaders`).
 * @param backend whether the backend is reached under this origin.
 * @param keysFile path of the areas' keys, where the configuration names a file of them: every version has its name.
 */
export function shellSite({
  page,
  secure,
  backend = false,
  keysFile,
}: {
  page: Headers;
  secure: boolean;
  backend?: boolean;
  keysFile?: string | undefined;
}): Site {
  const headers = commonHeaders({ secure });
  return {
    headers,
    fileHeaders: { 'Content-Security-Policy': FILE_POLICY },
    places: [
      { path: '/assets/', caching: 'immutable' },
      { path: '/content/', caching: 'revalidate' },
      { path: '/config.json', caching: 'revalidate' },
      { path: WORKER_PATH, caching: 'revalidate', headers: workerHeaders({ secure }) },
      ...(keysFile === undefined ? [] : [{ path: keysFile, caching: 'immutable' } as const]),
    ],
    handedOn: backend ? HANDED_ON : [],
    page: Object.fromEntries(Object.entries(page).filter(([name]) => !(name in headers))),
    preflight: null,
  };
}

/**
 * The release store, as a CDN has it: readable from every origin (integrity needs CORS) and without credentials,
 * releases immutable for ever, registry and stops always revalidated. Keys, audit and proposals beside them stay
 * hidden.
 */
export const storeSite = ({ secure }: { secure: boolean }): Site => ({
  headers: {
    ...(secure ? HTTPS_ALONE : {}),
    'Access-Control-Allow-Origin': '*',
    // The version of the registry, which a start requests instead of the document.
    'Access-Control-Expose-Headers': 'ETag',
    'Timing-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
  },
  // A release that is opened directly is no page of the portal.
  fileHeaders: { 'Content-Security-Policy': FILE_POLICY },
  places: [
    { path: '/releases/', caching: 'immutable' },
    { path: '/registry/', caching: 'revalidate' },
  ],
  page: null,
  handedOn: [],
  preflight: {
    'Access-Control-Allow-Methods': 'GET, HEAD',
    'Access-Control-Allow-Headers': '*',
    'Access-Control-Max-Age': '86400',
  },
});

/** The location of a path; null for every other path. */
export function placeOf(site: Site, pathname: string): Place | null {
  return site.places.find(({ path }) => (path.endsWith('/') ? pathname.startsWith(path) : pathname === path)) ?? null;
}

/** Headers of a file in any location; null means none. */
export function headersOf(site: Site, place: Place | null): Headers {
  return place?.headers ?? site.fileHeaders;
}

/** The methods that a site answers. */
export function methodsOf(site: Site): readonly string[] {
  return ['GET', 'HEAD', ...(site.preflight ? ['OPTIONS'] : [])];
}
