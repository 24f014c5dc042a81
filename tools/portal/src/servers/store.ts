import { findFile, sendFile } from './static-files';
import { listen, type RunningServer } from './listen';
import { requestPath } from './request-path';

/** What the release store's server serves. */
export interface StoreServerOptions {
  /** Folder with `registry/` and `releases/`. */
  readonly folder: string;
  /** 0 takes a free one. */
  readonly port: number;
}

/**
 * Serves the release store as a CDN would: from an origin of its own, readable from every origin (integrity needs
 * CORS), releases immutable for ever, the registry always validated. Read-only: publishing goes to the folder.
 */
export function startStoreServer({ folder, port }: StoreServerOptions): Promise<RunningServer> {
  return listen(port, async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    // The version of the registry, which a start asks for instead of the document.
    response.setHeader('Access-Control-Expose-Headers', 'ETag');
    response.setHeader('Timing-Allow-Origin', '*');
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    if (request.method === 'OPTIONS') {
      response.writeHead(204, {
        'Access-Control-Allow-Methods': 'GET, HEAD',
        'Access-Control-Allow-Headers': '*',
        'Access-Control-Max-Age': '86400',
      });
      response.end();
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD, OPTIONS' }).end();
      return;
    }
    const pathname = requestPath(request);
    const isPublic = pathname.startsWith('/releases/') || pathname.startsWith('/registry/');
    const file = isPublic ? await findFile(folder, pathname) : null;
    if (!file) {
      // Never cached: what is missing now may be published in a minute.
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
      response.end('Not found\n');
      return;
    }
    await sendFile(request, response, file, pathname.startsWith('/releases/') ? 'immutable' : 'revalidate');
  });
}
