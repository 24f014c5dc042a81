// Served instead of /worker.js, this ends every worker of the portal at the next visit, with all that it kept
// (docs/operator.md). It belongs to no build, so that it works when a build does not.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const deleted = caches
    .keys()
    .then((names) =>
      Promise.all(names.filter((name) => name.startsWith('nemus-worker-')).map((name) => caches.delete(name))),
    );
  event.waitUntil(deleted.then(() => self.registration.unregister()));
});
