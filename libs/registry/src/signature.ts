import {
  COUNTERSIGNATURE_PROBLEM_TEXTS,
  countersignatureProblem,
  type CountersignatureProblem,
} from './countersignature';
import { isSignedBy, signedText, type Signer } from './keys';
import { ENTRY_VALIDITY_DAYS, timeProblem, type TimeProblem } from './replay';
import type { RegisteredRemote } from './registry';
import type { ReleaseDocument } from './release';
import { signedFields } from './signed-fields';
import type { EntrySignature, TrustedKeys } from './signature-schema';

/** Why a signature is not valid. */
export type TrustProblem =
  | 'unpinned'
  | 'unsigned'
  | 'unknown-key'
  | 'key-not-yet-valid'
  | 'key-retired'
  | 'forged'
  | TimeProblem
  | CountersignatureProblem
  | 'route-not-allowed';

/** One readable sentence per problem. */
export const TRUST_PROBLEM_TEXTS: Readonly<Record<TrustProblem, string>> = {
  unpinned: 'No key is registered for this remote.',
  unsigned: 'It carries no signature.',
  'unknown-key': 'It is signed with a key that may not speak for this remote.',
  'key-not-yet-valid': 'It is signed with a key that is not valid yet.',
  'key-retired': 'It is signed with a key that is no longer valid.',
  forged: 'Its content does not match its signature.',
  expired: 'Its signature has expired.',
  'issued-in-future': 'It was signed at a time that is still to come.',
  'valid-too-long': `Its signature is valid for more than ${ENTRY_VALIDITY_DAYS} days.`,
  ...COUNTERSIGNATURE_PROBLEM_TEXTS,
  'route-not-allowed': 'It claims a path that is not registered for this remote.',
};

type EntryStamp = Omit<EntrySignature, 'value' | 'countersignature'>;

function entryText(environment: string, entry: object, stamp: EntryStamp): string {
  const signed = signedFields(entry);
  const { keyId, serial, issuedAt, expiresAt } = stamp;
  return signedText('nemus-entry-1', { environment, entry: signed, keyId, serial, issuedAt, expiresAt });
}

/** When and with which revision an entry is signed. */
export interface EntryStampInput {
  readonly environment: string;
  /** Revision of the registry once it contains the entry. */
  readonly serial: number;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** The entry with the team's signature; an earlier signature is replaced. */
export async function signEntry(
  entry: RegisteredRemote,
  signer: Signer,
  { environment, serial, issuedAt, expiresAt }: EntryStampInput,
): Promise<RegisteredRemote> {
  const stamp = {
    keyId: signer.keyId,
    serial,
    issuedAt: issuedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
  return { ...entry, signature: { ...stamp, value: await signer.sign(entryText(environment, entry, stamp)) } };
}

/**
 * Checks one entry against the pinned keys. `raw` is the entry before any schema filled in defaults, which is what was
 * signed.
 *
 * @returns `null` when it may be trusted.
 */
export async function entryProblem(
  entry: RegisteredRemote,
  raw: object,
  trust: { environment: string; trustedKeys: TrustedKeys; now: Date },
): Promise<TrustProblem | null> {
  const pinned = pinOf(trust.trustedKeys, entry.name);
  if (!pinned) return 'unpinned';
  const { signature } = entry;
  if (!signature) return 'unsigned';
  const key = pinned.keys.find(({ id }) => id === signature.keyId);
  if (!key) return 'unknown-key';
  if (key.notBefore !== undefined && trust.now < new Date(key.notBefore)) return 'key-not-yet-valid';
  if (key.notAfter !== undefined && trust.now >= new Date(key.notAfter)) return 'key-retired';
  const time = timeProblem(signature, trust.now, ENTRY_VALIDITY_DAYS);
  if (time) return time;
  if (!(await isSignedBy(key.publicKey, signature.value, entryText(trust.environment, raw, signature)))) {
    return 'forged';
  }
  const second = await countersignatureProblem(signature, raw, { ...trust, pin: pinned });
  if (second) return second;
  const allowed = (path: string) => pinned.routes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
  return entry.routes.every(({ path }) => allowed(path)) ? null : 'route-not-allowed';
}

/** The release document with the team's signature; an earlier signature is replaced. */
export async function signRelease(release: ReleaseDocument, signer: Signer): Promise<ReleaseDocument> {
  const value = await signer.sign(releaseText(release));
  return { ...release, signature: { keyId: signer.keyId, value } };
}

/**
 * Checks a release document against the pinned keys. A retired key is still valid here: the entry that points to the
 * release is signed with a current one. A stolen key is taken off the list.
 *
 * @param raw The document before any schema filled in defaults.
 * @returns `null` when it may be trusted.
 */
export async function releaseProblem(
  release: ReleaseDocument,
  raw: object,
  trustedKeys: TrustedKeys,
): Promise<TrustProblem | null> {
  const pinned = pinOf(trustedKeys, release.declaration.name);
  if (!pinned) return 'unpinned';
  const { signature } = release;
  if (!signature) return 'unsigned';
  const key = pinned.keys.find(({ id }) => id === signature.keyId);
  if (!key) return 'unknown-key';
  return (await isSignedBy(key.publicKey, signature.value, releaseText(raw))) ? null : 'forged';
}

function releaseText(release: object): string {
  return signedText('nemus-release-1', { ...release, signature: undefined });
}

/** The pin of a remote; inherited names, such as `constructor`, pin nothing. */
export function pinOf(trustedKeys: TrustedKeys, remote: string) {
  return Object.hasOwn(trustedKeys, remote) ? trustedKeys[remote] : undefined;
}

/** Whether signatures are required at all. */
export function isTrustEnforced(trustedKeys: TrustedKeys): boolean {
  return Object.keys(trustedKeys).length > 0;
}
