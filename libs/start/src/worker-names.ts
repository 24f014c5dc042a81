/**
 * What the page and its worker (apps/shell/worker) agree on. The file imports nothing, so that the script in the page's
 * head takes from it only what it names.
 */

/** Where the worker is served, on the shell's own origin: one address for ever, since browsers ask there for the next. */
export const WORKER_PATH = '/worker.js';

/** Beginning of the names of the worker's caches; whoever takes the worker out deletes what begins so. */
export const WORKER_CACHES = 'nemus-worker-';

/** Paths that a portal's own server may hand on to the backend; whatever is opened there is no page of the shell. */
export const BACKEND_PATHS = ['/auth/v1/', '/functions/v1/', '/rest/v1/', '/storage/v1/'] as const;

/** The worker tells a page that it came from the device and that the server has another one. */
export const NEW_PAGE = 'nemus-new-page';
