import type { ContractAdapter } from './adapter';

/**
 * The older majors of the contract that this shell still runs, newest first. Empty: there is only one major so far. A
 * change to a new major adds the last version of this one here, with its end date
 * (docs/guides/changing-the-contract.md).
 */
export const CONTRACT_ADAPTERS: readonly ContractAdapter[] = [];
