import { z } from 'zod';
import { remoteDeclarationSchema } from '@nemus/contract';
import { releaseSignatureSchema } from './signature-schema';

/** Subresource Integrity value, as in `<script integrity>`. SHA-384 throughout. */
export const integritySchema = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/);

/** `<semver>-<build id>`; the build id is the hash of everything the build read. Also the folder in the store. */
export const releaseVersionSchema = z.string().regex(/^\d+\.\d+\.\d+-[0-9a-f]{8,16}$/);

const relativeFile = z.string().regex(/^(?!\/)(?!.*\.\.)[\w./-]+$/, 'A path inside the release, without "..".');

/** A module that the remote takes from the shell's share scope. */
export const sharedRequirementSchema = z.strictObject({
  name: z.string().min(1),
  /** Semver range that the remote was built against. */
  range: z.string().min(1),
});
export type SharedRequirement = z.infer<typeof sharedRequirementSchema>;

/**
 * The release document (`release.json`): what one immutable release is, and the hash of every file in it.
 * The registry carries the digest of this document, so the chain of trust reaches every byte.
 */
export const releaseDocumentSchema = z.strictObject({
  schema: z.literal(1),
  declaration: remoteDeclarationSchema,
  version: releaseVersionSchema,
  commit: z.string().min(1),
  builtAt: z.iso.datetime(),
  /** Global variable of the container; carries the release id, so that two releases never mix. */
  container: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/),
  /** The container's script. */
  entry: relativeFile,
  /** Files that the first screen of `./app` needs, entry included, in the order to request them. */
  preload: z.array(relativeFile),
  /** The same for every other exposed module, by expose name. */
  slotPreload: z.record(z.string(), z.array(relativeFile)),
  files: z.record(relativeFile, z.strictObject({ integrity: integritySchema, bytes: z.number().int().nonnegative() })),
  shared: z.array(sharedRequirementSchema),
  /** Who built it; enforced when the shell pins keys. */
  signature: releaseSignatureSchema.optional(),
});
export type ReleaseDocument = z.infer<typeof releaseDocumentSchema>;
