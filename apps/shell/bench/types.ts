/** Types of what a measured program replaces. */
export type { PortalConfig } from '../src/config/config';
export type { Platform } from '../src/platform/load-platform';
export type { RegistrySource } from '../src/registry/registry-source';
export type { RegistryState } from '../src/registry/registry-state';
