import { z } from 'zod';

/** Short name of a public key: `k-` and the first 16 hexadecimal digits of the key's SHA-256. */
export const keyIdSchema = z.string().regex(/^k-[0-9a-f]{16}$/);

/** ECDSA P-256 signature, raw (r and s, 32 bytes each) in base64. */
const signatureValueSchema = z.string().regex(/^[A-Za-z0-9+/]{86}==$/);

/** Signature of a release document, over its canonical JSON without this field. */
export const releaseSignatureSchema = z.strictObject({ keyId: keyIdSchema, value: signatureValueSchema });
export type ReleaseSignature = z.infer<typeof releaseSignatureSchema>;

/**
 * Signature of one area's entry in a registry, over its canonical JSON, the environment and the fields here.
 * `serial` is the revision that the entry was written with, so that an older entry cannot come back.
 */
export const entrySignatureSchema = z.strictObject({
  keyId: keyIdSchema,
  serial: z.number().int().positive(),
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  value: signatureValueSchema,
  /** A second person's signature over the same content and the first signature, where the remote's pin requires two. */
  countersignature: z.strictObject({ keyId: keyIdSchema, value: signatureValueSchema }).optional(),
});
export type EntrySignature = z.infer<typeof entrySignatureSchema>;

/** A public key that may speak for one remote. */
export const trustedKeySchema = z.strictObject({
  id: keyIdSchema,
  /** Uncompressed P-256 point (65 bytes) in base64. */
  publicKey: z.string().regex(/^[A-Za-z0-9+/]{87}=$/),
  /** Entries signed with it are refused before this time. */
  notBefore: z.iso.datetime().optional(),
  /**
   * Entries signed with it are refused from this time on. Releases stay valid, since an entry signed with a current key
   * signs their digest; a stolen key is removed from the list instead.
   */
  notAfter: z.iso.datetime().optional(),
});
export type TrustedKey = z.infer<typeof trustedKeySchema>;

/** Keys and claims of one remote, as the platform pins them. */
export const pinSchema = z
  .strictObject({
    keys: z.array(trustedKeySchema).min(1),
    /** Path prefixes that the remote may claim, and no others; an area that only fills slots has none. */
    routes: z.array(z.string().startsWith('/'), {
      error: 'Say which paths the area may claim, such as "routes": ["/dashboard"].',
    }),
    /** How many keys sign an entry: 2 requires a second person. Releases always carry one signature. */
    threshold: z.literal([1, 2]).optional(),
  })
  .refine(({ keys, threshold = 1 }) => new Set(keys.map(({ publicKey }) => publicKey)).size >= threshold, {
    path: ['threshold'],
    error: 'Two signatures need two different keys.',
  });
export type Pin = z.infer<typeof pinSchema>;

/**
 * Which keys may speak for which remote (`trustedKeys` in the shell's `config.json`), by remote name. Empty: signatures
 * are not required (one machine). Otherwise every remote needs a line here.
 */
export const trustedKeysSchema = z.record(z.string(), pinSchema);
export type TrustedKeys = z.infer<typeof trustedKeysSchema>;
