/** What reading the registry and opening areas takes: a chunk of its own, see `load-platform.ts`. */
export { openRegistry } from '@nemus/registry';
export { createLoader, federationHost } from '@nemus/loader';
