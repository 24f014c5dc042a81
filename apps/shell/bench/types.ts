/** Types of what a measured program replaces. */
export type { PortalConfig } from '@nemus/host/config/config';
export type { Platform } from '../src/platform/load-platform';
export type { RegistrySource } from '@nemus/host/registry/registry-source';
export type { RegistryState } from '@nemus/host/registry/registry-state';
