import type { Platform } from './load-platform';

/** The part of the platform that reads registries. */
export type RegistryReader = Pick<Platform, 'digestOf' | 'openRegistry' | 'readAccepted' | 'unchangedSpan'>;
