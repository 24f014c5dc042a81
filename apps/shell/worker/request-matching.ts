import { BACKEND_PATHS } from '@nemus/start/worker';
import { isHash } from './hash';
import type { ShellFile } from './shell-build';

/** Paths on the shell's origin that lead to no page, also when somebody opens them in a tab. */
const FOLDERS = ['/assets/', '/content/', ...BACKEND_PATHS];

/**
 * Whether a request opens the portal's page. What looks like a file is left to the server, which knows which files there
 * are and answers with the page where there is none.
 */
export function isPageNavigation({ mode, method }: Pick<Request, 'mode' | 'method'>, url: URL): boolean {
  if (mode !== 'navigate' || method !== 'GET') return false;
  return !FOLDERS.some((folder) => url.pathname.startsWith(folder)) && !/\.[^/]*$/.test(url.pathname);
}

/**
 * The hash that the answer to a request must have; null for everything else, which the worker leaves to the browser:
 * data, sign-in, registry, stop list and configuration among it. Nobody can tell whether an older answer to those is
 * the right one.
 *
 * @param origin of the shell.
 * @param files of the shell. Fonts are asked for without a hash, and so is what Chromium finds in the page ahead of its
 *   parser, whatever stands there.
 */
export function hashOf(request: Request, origin: string, files: readonly ShellFile[]): string | null {
  const { method, mode, url, integrity, headers } = request;
  if (method !== 'GET' || headers.has('Range') || headers.has('Authorization')) return null;
  // An answer to `no-cors` cannot be read, hence not be compared.
  if (mode !== 'cors' && mode !== 'same-origin') return null;
  const own = files.find((file) => url === `${origin}${file.url}`);
  if (own) return own.integrity;
  return isHash(integrity) ? integrity : null;
}
