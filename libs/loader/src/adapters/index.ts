/** Areas of older majors of the contract. Free of the page, so that the gate can read the terms as well. */
export { defineAdapter, type AdapterParts, type ContractAdapter, type OlderProps } from './adapter';
export { CONTRACT_ADAPTERS } from './adapters';
