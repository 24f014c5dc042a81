/**
 * What the page and its worker (apps/shell/worker) agree on. The file imports nothing, so that the script in the page's
 * head bundles only what it uses.
 */

/** Where the worker is served, on the shell's own origin. Must never change, since browsers look for updates there. */
export const WORKER_PATH = '/worker.js';

/** Prefix of the worker's cache names; removing the worker deletes them. */
export const WORKER_CACHES = 'nemus-worker-';

/** Paths that a portal's own server may proxy to the backend; they are not pages of the shell. */
export const BACKEND_PATHS = ['/auth/v1/', '/functions/v1/', '/rest/v1/', '/storage/v1/'] as const;

/** The worker tells a page that it came from the cache and that the server has another one. */
export const NEW_PAGE = 'nemus-new-page';
