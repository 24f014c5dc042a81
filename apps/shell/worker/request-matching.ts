import { BACKEND_PATHS } from '@nemus/start/worker';
import { isHash } from './hash';
import type { ShellFile } from './shell-build';

/** Paths on the shell's origin that are not pages, even if opened in a tab. */
const FOLDERS = ['/assets/', '/content/', ...BACKEND_PATHS];

/**
 * Whether a request opens the portal's page. Paths that look like files are left to the server, which knows its files
 * and answers with the page otherwise.
 */
export function isPageNavigation({ mode, method }: Pick<Request, 'mode' | 'method'>, url: URL): boolean {
  if (mode !== 'navigate' || method !== 'GET') return false;
  return !FOLDERS.some((folder) => url.pathname.startsWith(folder)) && !/\.[^/]*$/.test(url.pathname);
}

/**
 * The required hash of a response; null for everything else, which the worker leaves to the browser, including data,
 * sign-in, registry, stop list and configuration: an older answer to those may be wrong.
 *
 * @param origin of the shell.
 * @param files of the shell. Fonts are requested without a hash, and so are files that Chromium's preload scanner
 * finds.
 */
export function hashOf(request: Request, origin: string, files: readonly ShellFile[]): string | null {
  const { method, mode, url, integrity, headers } = request;
  if (method !== 'GET' || headers.has('Range') || headers.has('Authorization')) return null;
  // A `no-cors` response cannot be read, so it cannot be checked.
  if (mode !== 'cors' && mode !== 'same-origin') return null;
  const own = files.find((file) => url === `${origin}${file.url}`);
  if (own) return own.integrity;
  return isHash(integrity) ? integrity : null;
}
