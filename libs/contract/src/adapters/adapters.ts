import type { ContractAdapter } from './adapter';

/**
 * The older majors of the contract that this shell still runs, newest first. None: there is one major so far. Whoever
 * makes the next one adds the last version of this one here, with its end (docs/guides/changing-the-contract.md).
 */
export const CONTRACT_ADAPTERS: readonly ContractAdapter[] = [];
