import { registryPath, stopListPath, type TrustedKey, type TrustedKeys } from '@nemus/registry';
import type { Addresses } from './addresses';
import type { PortalSettings } from './settings';

/** What `/config.json` answers: everything about an environment that the shell must not have built in. Public. */
export function shellConfig({
  environment,
  addresses,
  publishableKey,
  trustedKeys,
  operatorKeys,
  settings,
}: {
  environment: string;
  addresses: Addresses;
  publishableKey: string;
  /** Keys that may speak for each area. */
  trustedKeys: TrustedKeys;
  /** Keys that may stop areas. */
  operatorKeys: readonly TrustedKey[];
  settings: Pick<PortalSettings, 'supportEmail' | 'overrideOrigins' | 'earlyStart' | 'worker'>;
}) {
  return {
    environment,
    supabase: { url: addresses.api, publishableKey },
    storeUrl: `${addresses.store}/`,
    registryUrl: `${addresses.store}/${registryPath(environment)}`,
    stops: { url: `${addresses.store}/${stopListPath(environment)}`, keys: operatorKeys },
    supportEmail: settings.supportEmail,
    content: {
      impressum: '/content/impressum.md',
      datenschutz: '/content/datenschutz.md',
      barrierefreiheit: '/content/barrierefreiheit.md',
      agb: '/content/agb.md',
      widerrufsbelehrung: '/content/widerrufsbelehrung.md',
    },
    trustedKeys,
    overrideOrigins: settings.overrideOrigins,
    // Left out where they are on: configurations are read by shells that do not know them, too.
    ...(settings.earlyStart ? {} : { earlyStart: false }),
    ...(settings.worker ? {} : { worker: false }),
    telemetryUrl: `${addresses.api}/functions/v1/area-reports`,
  };
}
