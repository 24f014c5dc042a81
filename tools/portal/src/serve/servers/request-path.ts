import type { SiteRequest } from './exchange';

/**
 * Path of a request, as `URL` writes it. Two leading slashes name a host to `URL`, or are invalid; here they are part
 * of the path.
 */
export function requestPath({ url = '/' }: Pick<SiteRequest, 'url'>): string {
  return new URL(`http://portal/${url.replace(/^\/+/, '')}`).pathname;
}
