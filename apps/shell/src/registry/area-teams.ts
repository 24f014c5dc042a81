import type { StoreApi } from 'zustand/vanilla';
import type { RegistryState } from './registry-state';

/** Teams of the areas. Asked from the first report on, when the registry that knows them may not be there yet. */
export class AreaTeams {
  #registry: Pick<StoreApi<RegistryState>, 'getState'> | null = null;

  /** From here on, the registry knows. */
  readFrom(registry: Pick<StoreApi<RegistryState>, 'getState'>) {
    this.#registry = registry;
  }

  /** The team of an area; null while or where nobody knows. */
  of(remote: string): string | null {
    return this.#registry?.getState().document?.remotes.find(({ name }) => name === remote)?.team ?? null;
  }
}
