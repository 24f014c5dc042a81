import { registryPath, stopListPath, type TrustedKey } from '@nemus/registry';
import type { DeployedConfig } from '@nemus/release/deployed';
import type { Addresses } from '../addresses';

/**
 * The configuration of a deployed portal with the backend and store of this machine. It has no keys of areas: this
 * machine cannot sign the entry that points to the candidate, whose own signature the smoke test compares earlier.
 */
export function localConfig(
  { trustedKeysFile: _file, ...config }: DeployedConfig,
  here: { local: Addresses; environment: string; publishableKey: string; operatorKeys: readonly TrustedKey[] },
): object {
  const { local, environment, publishableKey, operatorKeys } = here;
  return {
    ...config,
    environment,
    supabase: { ...config.supabase, url: local.portal, publishableKey },
    storeUrl: `${local.store}/`,
    registryUrl: `${local.store}/${registryPath(environment)}`,
    ...(config.stops && {
      stops: { ...config.stops, url: `${local.store}/${stopListPath(environment)}`, keys: operatorKeys },
    }),
    ...(config.telemetryUrl !== undefined && { telemetryUrl: `${local.portal}/functions/v1/area-reports` }),
    trustedKeys: {},
    overrideOrigins: [],
  };
}
