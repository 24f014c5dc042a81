/** Areas of older majors of the contract, for shells and the release gate. Areas do not use it. */
export { adapterTermSchema, type AdapterTerm } from './term';
export { defineAdapter, type AdapterParts, type ContractAdapter, type OlderProps } from './adapter';
export { CONTRACT_ADAPTERS } from './adapters';
