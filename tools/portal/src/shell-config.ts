import type { TrustedKeys } from '@nemus/registry';
import type { Addresses } from './addresses';
import type { PortalSettings } from './settings';

/** What `/config.json` answers: everything about an environment that the shell must not have built in. Public. */
export function shellConfig({
  environment,
  addresses,
  publishableKey,
  trustedKeys,
  settings,
}: {
  environment: string;
  addresses: Addresses;
  publishableKey: string;
  /** Keys that may speak for each area. */
  trustedKeys: TrustedKeys;
  settings: Pick<PortalSettings, 'supportEmail' | 'overrideOrigins'>;
}) {
  return {
    environment,
    supabase: { url: addresses.api, publishableKey },
    storeUrl: `${addresses.store}/`,
    registryUrl: `${addresses.store}/registry/${environment}.json`,
    supportEmail: settings.supportEmail,
    content: {
      impressum: '/content/impressum.md',
      datenschutz: '/content/datenschutz.md',
      barrierefreiheit: '/content/barrierefreiheit.md',
    },
    trustedKeys,
    overrideOrigins: settings.overrideOrigins,
  };
}
