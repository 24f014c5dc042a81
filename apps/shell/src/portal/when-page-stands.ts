import type { Loader } from '@nemus/loader';
import { idleAfter } from '@nemus/start/idle';
import { AFTER_AREA_MS, AFTER_AREA_AT_MOST_MS } from '@nemus/start/limits';

/**
 * Calls back once, when no area has been loading for a while and the browser is idle: for what would take the line or
 * the processor from a page that is still starting. Returns a function that cancels it.
 */
export function whenPageStands(loader: Pick<Loader, 'getSnapshot' | 'subscribe'>, act: () => void): () => void {
  let endWait = () => {};
  const isLoading = () =>
    Object.values(loader.getSnapshot()).some(({ phase }) => !['ready', 'failed', 'closed'].includes(phase));
  const look = () => {
    endWait();
    if (!isLoading()) endWait = idleAfter(AFTER_AREA_MS, go, AFTER_AREA_AT_MOST_MS);
  };
  const unsubscribe = loader.subscribe(look);
  const limit = setTimeout(go, AFTER_AREA_AT_MOST_MS);
  const stop = () => {
    endWait();
    unsubscribe();
    clearTimeout(limit);
  };
  function go() {
    stop();
    act();
  }
  look();
  return stop;
}
