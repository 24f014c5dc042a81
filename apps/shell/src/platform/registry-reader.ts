import type { Platform } from './load-platform';

/** The part of the platform that reads registries and stop lists. */
export type RegistryReader = Pick<
  Platform,
  'digestOf' | 'openRegistry' | 'openStopList' | 'readAccepted' | 'unchangedSpan'
>;
