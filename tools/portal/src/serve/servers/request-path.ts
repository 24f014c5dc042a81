import type { SiteRequest } from './exchange';

/**
 * Path of a request, as `URL` writes it. What begins with two slashes names a host to `URL`, or nothing that it can
 * read; here it is a path as any other.
 */
export function requestPath({ url = '/' }: Pick<SiteRequest, 'url'>): string {
  return new URL(`http://portal/${url.replace(/^\/+/, '')}`).pathname;
}
