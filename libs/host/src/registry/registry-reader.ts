import type * as rules from '@nemus/registry';

/** What reads registries and stop lists. Its code comes with an account. */
export type RegistryReader = Pick<
  typeof rules,
  'digestOf' | 'openRegistry' | 'openStopList' | 'readAccepted' | 'unchangedSpan'
>;
