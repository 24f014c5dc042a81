import { forgetDevice } from '@nemus/host/device/forget-device';
import { WORKER_CACHES, WORKER_PATH } from '@nemus/start/worker';

/** The required browser APIs; null when missing: without https, in some private windows. */
export interface WorkerPlaces {
  readonly container: Pick<ServiceWorkerContainer, 'register' | 'getRegistrations'> | undefined;
  readonly caches: Pick<CacheStorage, 'keys' | 'delete'> | undefined;
}

const places = (): WorkerPlaces => ({
  container: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
  caches: 'caches' in window ? window.caches : undefined,
});

/**
 * Registers the worker of returning visitors for the next visit, or removes it with its caches. Rejects when the
 * browser refuses; the portal works without it.
 */
export async function switchServiceWorker(
  isOn: boolean,
  { container, caches }: WorkerPlaces = places(),
): Promise<void> {
  if (isOn) {
    // The worker script is never read from the HTTP cache, so that updates are found at once.
    await container?.register(WORKER_PATH, { scope: '/', updateViaCache: 'none' });
    return;
  }
  // Without it, no page opens without a connection.
  forgetDevice();
  const registrations = (await container?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
  const names = (await caches?.keys()) ?? [];
  await Promise.all(names.filter((name) => name.startsWith(WORKER_CACHES)).map((name) => caches?.delete(name)));
}
