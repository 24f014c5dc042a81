import { z } from 'zod';
import {
  menuEntrySchema,
  remoteDeclarationSchema,
  routeDeclarationSchema,
  slotDeclarationSchema,
} from '@nemus/contract';
import { integritySchema, releaseVersionSchema } from './release';
import { entrySignatureSchema } from './signature-schema';

/** Points to one release: where its document is, and its hash. */
export const releasePointerSchema = z.strictObject({
  version: releaseVersionSchema,
  /** Folder of the release, relative to the store's root, with a trailing slash. */
  path: z.string().regex(/^releases\/[a-z0-9-]+\/[\w.-]+\/$/),
  digest: integritySchema,
  contract: z.string().min(1),
});
export type ReleasePointer = z.infer<typeof releasePointerSchema>;

/** When a canary is worse than this, it stops by itself. */
export const canaryBoundSchema = z.strictObject({
  /** Share of accounts for which it failed at least once, 0 to 1. */
  failureRate: z.number().min(0).max(1),
  /** Number of accounts before the share counts. */
  minimumAccounts: z.number().int().positive(),
});
export type CanaryBound = z.infer<typeof canaryBoundSchema>;

export const canarySchema = z.strictObject({
  pointer: releasePointerSchema,
  /** Share of accounts in percent, 0 to 100. */
  percent: z.number().min(0).max(100),
  cohorts: z.array(z.string()).default([]),
  /** Changes who is in the share; kept while the percentage rises, so that no account drops out. */
  salt: z.string().min(1),
  bound: canaryBoundSchema.optional(),
});
export type Canary = z.infer<typeof canarySchema>;

/** One area as the shell needs it before it fetches any of its code. */
export const registeredRemoteSchema = z.strictObject({
  name: remoteDeclarationSchema.shape.name,
  title: z.string().min(1),
  team: z.string().min(1),
  routes: z.array(routeDeclarationSchema),
  menu: z.array(menuEntrySchema),
  slots: z.array(slotDeclarationSchema),
  enabled: z.boolean(),
  /** Why the area is switched off, in German, shown to users. */
  disabledReason: z.string().optional(),
  stable: releasePointerSchema,
  canary: canarySchema.optional(),
  /** Set when a canary was stopped by its own failures; no account gets that version until a new canary is set. */
  canaryHalted: z
    .strictObject({ version: releaseVersionSchema, at: z.iso.datetime(), reason: z.string().min(1) })
    .optional(),
  /** Earlier releases that worked, newest first. */
  lastGood: z.array(releasePointerSchema).max(3),
  /** The team's signature; enforced when the shell pins keys. See `UNSIGNED_FIELDS` for what it leaves out. */
  signature: entrySignatureSchema.optional(),
});
export type RegisteredRemote = z.infer<typeof registeredRemoteSchema>;

/** Who switched an area off, and when. It is not signed; {@link switchedOff} decides what may be shown. */
export const switchFactsSchema = z.object({ by: z.string().min(1).max(80), since: z.iso.datetime() });
export type SwitchFacts = z.infer<typeof switchFactsSchema>;

/** The registry of one environment: the only mutable document of the store. */
export const registryDocumentSchema = z.strictObject({
  schema: z.literal(1),
  environment: z.string().regex(/^[a-z0-9-]+$/),
  /** Incremented with every write; writes compare and set it. */
  revision: z.number().int().nonnegative(),
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  remotes: z.array(registeredRemoteSchema),
  /**
   * Next to the entries, which older shells parse strictly: the envelope may have fields that they do not know. Purely
   * informative, so an unreadable value does no harm.
   */
  switches: z.record(z.string(), switchFactsSchema).optional().catch(undefined),
});
export type RegistryDocument = z.infer<typeof registryDocumentSchema>;
