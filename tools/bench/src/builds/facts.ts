import { z } from 'zod';
import { portalConfigSchema } from '../../../../apps/shell/bench/config';
import type { Facts } from './build';

const registrySchema = z.looseObject({
  remotes: z.array(z.looseObject({ signature: z.unknown().optional(), lastGood: z.array(z.unknown()).default([]) })),
});

/**
 * The built-in facts of a program without releases, from the answers of the portal's servers. The configuration is read
 * as the portal reads it, since missing fields have a meaning: without `earlyStart` the early start is on.
 */
export function factsOf(config: unknown, registry: unknown): Facts {
  const { remotes, ...rest } = registrySchema.parse(registry);
  return {
    config: { ...portalConfigSchema.parse(config), trustedKeys: {} },
    // Menu and routes only: one program knows nothing of signatures and earlier releases.
    registry: {
      ...rest,
      remotes: remotes.map(({ signature: _signature, ...remote }) => ({ ...remote, lastGood: [] })),
    },
  };
}
