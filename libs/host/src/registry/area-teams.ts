import type { StoreApi } from 'zustand/vanilla';
import type { RegistryState } from './registry-state';

/** Teams of the areas. Used from the first report on, possibly before the registry has loaded. */
export class AreaTeams {
  #registry: Pick<StoreApi<RegistryState>, 'getState'> | null = null;

  /** From here on, the registry is known. */
  readFrom(registry: Pick<StoreApi<RegistryState>, 'getState'>) {
    this.#registry = registry;
  }

  /** The team of an area; null if unknown. */
  of(remote: string): string | null {
    return this.#registry?.getState().document?.remotes.find(({ name }) => name === remote)?.team ?? null;
  }
}
