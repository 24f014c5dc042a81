import path from 'node:path';
import type { SiteRequest, SiteResponse } from './exchange';
import { HANDED_ON_POLICY } from './handed-on';
import { handOn, isAskable, isLedAstray, placeBehind } from './hand-on';
import type { Headers } from './page-headers';
import { requestPath } from './request-path';
import { CACHE_CONTROL, headersOf, methodsOf, MISSING_CACHE_CONTROL, placeOf, type Site } from './site';
import { previewEnd } from '@nemus/registry';
import { contentTypeOf } from '@nemus/release';
import { compressAnswer, sendFile } from './static-files';

/** A file inside of a folder. */
export interface FilePlace {
  readonly folder: string;
  readonly pathname: string;
}

/** The folder of a site's files. */
export interface SiteFolders {
  readonly root: string;
  /** Folders elsewhere, by their path with a slash at its end. */
  readonly others?: Readonly<Record<string, string>>;
  /** Files that are made for each request, by their path. */
  readonly made?: Readonly<Record<string, string>>;
  /** Address of the backend, for what the site hands on. */
  readonly api?: string | undefined;
  /** Whether the site is reached by https, which the backend is told in a header. */
  readonly secure?: boolean;
  /** Another place for files that are in none of these. */
  readonly beside?: ((pathname: string) => FilePlace | null) | undefined;
}

/** A navigation, even to an address with a dot; scripts, styles and pictures request other types. */
function isNavigation({ headers }: SiteRequest): boolean {
  return headers['sec-fetch-mode'] === 'navigate' || headers.accept?.includes('text/html') === true;
}

/** Answers a request according to the site's description, as an operator's server does. */
export async function answerFrom(
  site: Site,
  request: SiteRequest,
  response: SiteResponse,
  folders: SiteFolders,
): Promise<void> {
  setHeaders(response, site.headers);
  if (request.method === 'OPTIONS' && site.preflight) {
    response.writeHead(204, { ...site.preflight }).end();
    return;
  }
  const pathname = requestPath(request);
  const handedOn = placeBehind(pathname, site.handedOn);
  if (handedOn && folders.api !== undefined && isAskable(request)) {
    if (isLedAstray(request)) return answerMissing(site, response);
    compressAnswer(request, response);
    const own = { ...site.headers, 'Content-Security-Policy': HANDED_ON_POLICY };
    return handOn(request, response, { api: folders.api, place: handedOn, own, secure: folders.secure });
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { ...site.fileHeaders, Allow: methodsOf(site).join(', ') }).end();
    return;
  }
  compressAnswer(request, response);
  const place = placeOf(site, pathname);
  const isHidden = hides(pathname) || hasEnded(pathname);
  const isPage = site.page !== null && (pathname === '/' || pathname === '/index.html');
  if (!isPage && !isHidden && !handedOn && (place || site.page)) {
    const headers = { ...headersOf(site, place), 'Cache-Control': CACHE_CONTROL[place?.caching ?? 'revalidate'] };
    const made = folders.made?.[pathname];
    if (made !== undefined) return sendText(response, made, { ...headers, 'Content-Type': contentTypeOf(pathname) });
    if (await sendFile(request, response, { ...fileOf(folders, pathname), headers })) return;
    const beside = folders.beside?.(pathname);
    if (beside && (await sendFile(request, response, { ...beside, headers }))) return;
  }
  // The page routes navigations without a file; other requests for a missing file get 404.
  const isOpened = isNavigation(request) || path.extname(pathname) === '';
  if (site.page && !place && !handedOn && (isPage || isOpened)) {
    const headers = { ...site.page, 'Cache-Control': CACHE_CONTROL.revalidate };
    if (await sendFile(request, response, { folder: folders.root, pathname: '/index.html', headers })) return;
  }
  answerMissing(site, response);
}

/** Whether a path is in a preview that has ended; nginx compares the same (`deploy/nginx.conf.eta`). */
function hasEnded(pathname: string): boolean {
  return pathname.split('/').some((segment) => {
    const end = previewEnd(unescapedPath(segment));
    return end !== null && end <= new Date();
  });
}

function unescapedPath(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function answerMissing(site: Site, response: SiteResponse): void {
  setHeaders(response, site.fileHeaders);
  response.writeHead(404, { 'Content-Type': contentTypeOf('.txt'), 'Cache-Control': MISSING_CACHE_CONTROL });
  response.end('Not found\n');
}

/**
 * Whether a path changes its meaning once it is decoded, or names a hidden file: it would pass the rules of one
 * location and be read from another.
 */
function hides(pathname: string): boolean {
  return /%(2f|5c|00)|\/(\.|%2e)|\\/i.test(pathname);
}

function fileOf({ root, others = {} }: SiteFolders, pathname: string): FilePlace {
  const prefix = Object.keys(others).find((each) => pathname.startsWith(each));
  const folder = prefix === undefined ? undefined : others[prefix];
  return prefix === undefined || folder === undefined
    ? { folder: root, pathname }
    : { folder, pathname: pathname.slice(prefix.length - 1) };
}

function sendText(response: SiteResponse, text: string, headers: Headers): void {
  response.writeHead(200, { ...headers });
  // Node sends no body to HEAD.
  response.end(text);
}

function setHeaders(response: SiteResponse, headers: Headers): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
