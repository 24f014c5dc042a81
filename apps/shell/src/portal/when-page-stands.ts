import type { Loader } from '@nemus/loader';
import { whenIdle } from '@nemus/start/idle';
import { AFTER_AREA_MS, AFTER_AREA_AT_MOST_MS } from '@nemus/start/limits';

/**
 * Calls back once, when no area has been loading for a while and the browser is idle: for what would take the line or
 * the processor from a page that is still starting. Returns a function that cancels it.
 */
export function whenPageStands(loader: Pick<Loader, 'getSnapshot' | 'subscribe'>, act: () => void): () => void {
  const ends: (() => void)[] = [];
  const stop = () => ends.splice(0).forEach((end) => end());
  const go = () => {
    stop();
    act();
  };
  const isLoading = () =>
    Object.values(loader.getSnapshot()).some(({ phase }) => !['ready', 'failed', 'closed'].includes(phase));
  const look = () => {
    if (isLoading()) return;
    const timer = setTimeout(() => {
      if (!isLoading()) ends.push(whenIdle(go));
    }, AFTER_AREA_MS);
    ends.push(() => clearTimeout(timer));
  };
  const limit = setTimeout(go, AFTER_AREA_AT_MOST_MS);
  ends.push(() => clearTimeout(limit), loader.subscribe(look));
  look();
  return stop;
}
