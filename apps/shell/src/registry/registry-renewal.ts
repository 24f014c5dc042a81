import { withPatience } from '@nemus/contract';
import { REGISTRY_FRESH_AT_START_MS, REGISTRY_FRESH_MS, REGISTRY_WAIT_MS } from '@nemus/start/limits';

/** When the store is asked again. */
export interface RegistryRenewal {
  /** Asks the store again. Resolves when the state is up to date; never rejects. */
  refresh(): Promise<void>;
  /**
   * Before an area is opened: asks the store again, so that what was promoted, taken back or switched off counts from
   * this navigation on. Null when the store answered just now and nothing was opened since; otherwise resolves with the
   * answer, or without it when that takes too long to wait for.
   */
  renew(): Promise<void> | null;
  /**
   * Somebody is about to open an area: asks the store now, so that `renew` need not wait; not when it has just answered.
   * Resolves when the state is up to date; never rejects.
   */
  prepare(): Promise<void>;
}

/** @param read asks the store; is never called while it runs, and never rejects */
export function createRegistryRenewal(read: () => Promise<unknown>, now: () => Date): RegistryRenewal {
  let running: Promise<void> | null = null;
  /** When the answer at hand came; null once an area was opened with it. */
  let unusedSince: number | null = null;
  let freshFor: number = REGISTRY_FRESH_AT_START_MS;

  function refresh(): Promise<void> {
    if (running) return running;
    running = read().then(() => {
      running = null;
      // From the answer on: on a slow line, the question is old before there is anything to use.
      unusedSince = now().getTime();
    });
    return running;
  }

  const isFresh = () => !running && unusedSince !== null && now().getTime() - unusedSince < freshFor;

  return {
    refresh,
    prepare: () => (isFresh() ? Promise.resolve() : refresh()),
    renew: () => {
      const answer = isFresh() ? null : refresh();
      unusedSince = null;
      freshFor = REGISTRY_FRESH_MS;
      if (answer === null) return null;
      void answer.then(() => (unusedSince = null));
      return withPatience(answer, REGISTRY_WAIT_MS);
    },
  };
}
