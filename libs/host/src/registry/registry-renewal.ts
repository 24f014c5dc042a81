import { withPatience } from '@nemus/contract';
import { REGISTRY_FRESH_AT_START_MS, REGISTRY_FRESH_MS, REGISTRY_WAIT_MS } from '@nemus/start/limits';

/** When the store is requested again. */
export interface RegistryRenewal {
  /** Refreshes. Resolves when the state is up to date; never rejects. */
  refresh(): Promise<void>;
  /**
   * Before an area is opened: refreshes, so that promotions, rollbacks and switches apply from this navigation on. Null
   * when the store has just answered and nothing was opened since; otherwise resolves with the answer, or without it on
   * timeout.
   */
  renew(): Promise<void> | null;
  /**
   * An area may be opened next: refreshes now, so that `renew` need not wait; not when the store has just answered.
   * Resolves when the state is up to date; never rejects.
   */
  prepare(): Promise<void>;
}

/** @param read requests the store; is never called while it runs, and never rejects */
export function createRegistryRenewal(read: () => Promise<unknown>, now: () => Date): RegistryRenewal {
  let running: Promise<void> | null = null;
  /** When the current answer arrived; null once an area was opened with it. */
  let unusedSince: number | null = null;
  let freshFor: number = REGISTRY_FRESH_AT_START_MS;

  function refresh(): Promise<void> {
    if (running) return running;
    running = read().then(() => {
      running = null;
      // From the answer on: on a slow line, the request is old before its answer can be used.
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
