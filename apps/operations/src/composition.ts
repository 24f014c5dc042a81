import { queryOptions } from '@tanstack/react-query';
import type { ReleasesPort } from '@nemus/contract';
import { z } from 'zod';

// What this area reads of the store's documents, which the shell has checked. Newer fields are ignored.

const pointerSchema = z.object({ version: z.string(), contract: z.string() });

const areaSchema = z.object({
  name: z.string(),
  title: z.string(),
  team: z.string(),
  enabled: z.boolean(),
  /** German. */
  disabledReason: z.string().optional(),
  slots: z.array(z.object({ name: z.string() })),
  stable: pointerSchema,
  canary: z
    .object({ pointer: pointerSchema, percent: z.number(), cohorts: z.array(z.string()).default([]) })
    .optional(),
  canaryHalted: z.object({ version: z.string(), at: z.string(), reason: z.string() }).optional(),
  /** Newest first. */
  lastGood: z.array(pointerSchema),
  signature: z
    .object({
      keyId: z.string(),
      serial: z.number(),
      expiresAt: z.string(),
      countersignature: z.object({ keyId: z.string() }).optional(),
    })
    .optional(),
});
/** An area as the registry has it. */
export type ComposedArea = z.infer<typeof areaSchema>;

const registrySchema = z.object({
  revision: z.number(),
  issuedAt: z.string(),
  expiresAt: z.string(),
  remotes: z.array(areaSchema),
  switches: z.record(z.string(), z.object({ by: z.string(), since: z.string() })).optional(),
});
/** All areas of the portal. */
export type Registry = z.infer<typeof registrySchema>;

const stopFields = { name: z.string(), reason: z.string(), by: z.string(), since: z.string() };
const stopsSchema = z.object({
  serial: z.number(),
  issuedAt: z.string(),
  expiresAt: z.string(),
  areas: z.array(z.object({ ...stopFields, versions: z.array(z.string()).optional() })),
  canaries: z.array(z.object({ ...stopFields, version: z.string() })),
  signature: z.object({ keyId: z.string() }),
});
/** What operators have stopped. */
export type Stops = z.infer<typeof stopsSchema>;

const compositionSchema = z.object({ registry: registrySchema, stops: stopsSchema.nullable() });

/** The registry and the stop list, read again from the store. Fails while there is no registry. */
export const compositionQuery = (releases: ReleasesPort) =>
  queryOptions({
    queryKey: ['composition', releases.environment],
    queryFn: async () => compositionSchema.parse(await releases.read()),
  });

/** A release that some account gets. */
export interface ReleaseInUse {
  readonly area: ComposedArea;
  readonly version: string;
  readonly contract: string;
  readonly isCanary: boolean;
}

/** Stable releases and running canaries, in the order of the registry. */
export function releasesInUse({ remotes }: Registry): ReleaseInUse[] {
  return remotes.flatMap((area) => {
    const { stable, canary, canaryHalted } = area;
    const runs = canary !== undefined && canaryHalted?.version !== canary.pointer.version;
    return [{ area, ...stable, isCanary: false }, ...(runs ? [{ area, ...canary.pointer, isCanary: true }] : [])];
  });
}
