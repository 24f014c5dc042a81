import type { WorkboxPlugin } from 'workbox-core/types';
import { hasHash } from './hash';

/** The oldest releases of areas and of the shell are deleted: room for some ten of each, at 2 KB to 300 KB. */
const MOST_FILES = 400;

/**
 * The rule of every file on the device, for Workbox: its hash is checked before it is stored, and again each time it is
 * read. Code in a page can write into the cache, since areas run in the shell's origin; forged files are deleted here
 * and requested again.
 */
export function byHash(caches: Pick<CacheStorage, 'open'>): WorkboxPlugin {
  return {
    async cacheWillUpdate({ request, response }) {
      if (response.status !== 200 || response.type === 'opaque') return null;
      return (await hasHash(response, request.integrity)) ? response : null;
    },
    async cachedResponseWillBeUsed({ cacheName, request, cachedResponse }) {
      if (!cachedResponse) return null;
      if (await hasHash(cachedResponse, request.integrity)) return cachedResponse;
      const cache = await caches.open(cacheName);
      await cache.delete(request, { ignoreVary: true });
      return null;
    },
  };
}

/** Deletes the oldest entries above the limit; files in use are stored again on their next request. */
export async function trimFiles(cache: Pick<Cache, 'keys' | 'delete'>, most = MOST_FILES): Promise<void> {
  const files = await cache.keys();
  for (const file of files.slice(0, Math.max(0, files.length - most))) await cache.delete(file);
}
