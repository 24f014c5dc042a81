/**
 * The worker for returning visitors (docs/decisions/0021). It answers from the cache what a hash verifies: the shell's
 * page and files, and files of signed releases. Everything else goes to the network as if there were no worker. The
 * portal works without it, as on a first visit.
 */
import { NEW_PAGE, WORKER_CACHES, WORKER_PATH } from '@nemus/start/worker';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { hashOf, isPageNavigation } from './request-matching';
import { byHash, trimFiles } from './cached-files';
import { CachedPage } from './cached-page';
import { shellBuild } from './shell-build';

declare const self: ServiceWorkerGlobalScope;

/** The number changes with the format of the content; our other caches are deleted. */
const PAGES = `${WORKER_CACHES}pages-1`;
const FILES = `${WORKER_CACHES}files-1`;

const shellFiles = [...shellBuild.start, ...shellBuild.fonts];
const page = caches.open(PAGES).then((cache) => new CachedPage(cache, shellBuild));
// Not workbox-precaching: it returns stored files without checking them, and stores each file per release.
const files = new CacheFirst({ cacheName: FILES, plugins: [byHash(caches)], matchOptions: { ignoreVary: true } });

self.addEventListener('install', (event) => {
  // Open pages lose nothing: they request each file with its hash, whichever worker answers.
  event.waitUntil(Promise.all([storeShell(event), self.skipWaiting()]));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([page.then((kept) => kept.forgetOthers()), deleteCaches([PAGES, FILES])]));
});

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && isPageNavigation(request, url),
  ({ event, request }) => answerPage(event, request),
);

registerRoute(
  ({ request }) => hashOf(request, self.location.origin, shellFiles) !== null,
  ({ event, request }) =>
    files.handle({ event, request: withHash(request) }).catch((error: unknown) => past(error, request)),
);

/** All or nothing: a page whose files are missing would be slower than none. */
async function storeShell(event: ExtendableEvent) {
  const stored = shellFiles.map(async ({ url, integrity }) => {
    // With the page's requests, so that files it has just loaded are not loaded again.
    await Promise.all(files.handleAll({ event, request: new Request(url, { credentials: 'same-origin', integrity }) }));
  });
  await Promise.all([page.then((kept) => kept.store()), ...stored]);
}

async function answerPage(event: ExtendableEvent, request: Request): Promise<Response> {
  // Treat a failing storage as empty.
  const kept = await page.catch(() => null);
  const answer = await kept?.read().catch(() => null);
  if (answer) {
    event.waitUntil(follow(event));
    return answer;
  }
  try {
    const newest = await fetch(request);
    // Reports whether the server has this worker's page again.
    if (kept && newest.ok && !newest.redirected) event.waitUntil(kept.note(newest.clone()).then(lookAfter));
    return newest;
  } catch (error) {
    const older = await kept?.read({ evenOutdated: true }).catch(() => null);
    if (older) return older;
    throw error;
  }
}

/** Bypasses a failing storage; an error of Workbox means that the network has failed as well. */
function past(error: unknown, request: Request): Promise<Response> {
  if (error instanceof DOMException) return fetch(request);
  throw error;
}

/** After a cached page: is it still the server's? */
async function follow(event: ExtendableEvent) {
  const said = await (await page).compare();
  if (said === 'other') {
    const client = event instanceof FetchEvent ? await self.clients.get(event.resultingClientId) : undefined;
    client?.postMessage(NEW_PAGE);
  }
  await lookAfter(said);
  // Not when the page has just removed the worker: opening would create an empty cache.
  if (await caches.has(FILES)) await trimFiles(await caches.open(FILES));
}

/** When the server has another page, updates the worker. A shell without a worker removes this one. */
async function lookAfter(said: Awaited<ReturnType<CachedPage['compare']>>) {
  if (said !== 'other') return;
  const answer = await fetch(WORKER_PATH, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (answer?.status !== 404 && answer?.status !== 410) {
    await self.registration.update().catch(() => null);
    return;
  }
  await self.registration.unregister();
  await deleteCaches([]);
}

/** Deletes the worker's caches, with exceptions. */
async function deleteCaches(but: readonly string[]) {
  const names = await caches.keys();
  const ours = names.filter((name) => name.startsWith(WORKER_CACHES) && !but.includes(name));
  await Promise.all(ours.map((name) => caches.delete(name)));
}

/** A request with a hash; not every one has it. */
function withHash(request: Request): Request {
  const integrity = hashOf(request, self.location.origin, shellFiles) ?? '';
  return request.integrity === integrity
    ? request
    : new Request(request.url, { credentials: 'same-origin', integrity });
}
