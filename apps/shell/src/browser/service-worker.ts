import { WORKER_CACHES, WORKER_PATH } from '@nemus/start/worker';

/** The parts of the browser that this needs; null where there are none: without https, in some private windows. */
export interface WorkerPlaces {
  readonly container: Pick<ServiceWorkerContainer, 'register' | 'getRegistrations'> | undefined;
  readonly caches: Pick<CacheStorage, 'keys' | 'delete'> | undefined;
}

const places = (): WorkerPlaces => ({
  container: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
  caches: 'caches' in window ? window.caches : undefined,
});

/**
 * Puts the worker of returning visitors to work from the next visit on, or takes it out with everything that it kept.
 * Rejects where the browser refuses; the portal goes on without it.
 */
export async function switchServiceWorker(
  isOn: boolean,
  { container, caches }: WorkerPlaces = places(),
): Promise<void> {
  if (isOn) {
    // The browser's own cache never answers for the worker, so that the next one is found at once.
    await container?.register(WORKER_PATH, { scope: '/', updateViaCache: 'none' });
    return;
  }
  const registrations = (await container?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
  const names = (await caches?.keys()) ?? [];
  await Promise.all(names.filter((name) => name.startsWith(WORKER_CACHES)).map((name) => caches?.delete(name)));
}
