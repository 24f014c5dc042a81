import { isSignedBy, signedText, type Signer } from './keys';
import type { RegisteredRemote } from './registry';
import { signedFields } from './signed-fields';
import type { EntrySignature, Pin } from './signature-schema';

/** Why a second signature does not count. */
export type CountersignatureProblem =
  | 'one-signature'
  | 'same-key-twice'
  | 'unknown-countersigner'
  | 'countersigner-not-valid'
  | 'forged-countersignature';

/** One readable sentence per problem. */
export const COUNTERSIGNATURE_PROBLEM_TEXTS: Readonly<Record<CountersignatureProblem, string>> = {
  'one-signature': 'It carries one signature; this remote needs those of two people.',
  'same-key-twice': 'Both of its signatures are of the same key.',
  'unknown-countersigner': 'It is countersigned with a key that may not speak for this remote.',
  'countersigner-not-valid': 'It is countersigned with a key that is not valid now.',
  'forged-countersignature': 'Its content does not match its countersignature.',
};

/** How many keys must sign an entry. */
export function signaturesNeeded(pin: Pin | undefined): 1 | 2 {
  return pin?.threshold ?? 1;
}

/** Includes the first signature, so that a countersignature cannot be moved to another one. */
function countersignedText(environment: string, entry: object, first: EntrySignature, by: string): string {
  const signature = { ...first, countersignature: undefined };
  return signedText('nemus-countersignature-1', { environment, entry: signedFields(entry), signature, by });
}

/** The signed entry with a second person's signature. Throws a TypeError for an unsigned entry. */
export async function countersignEntry(
  entry: RegisteredRemote,
  signer: Signer,
  environment: string,
): Promise<RegisteredRemote> {
  const { signature } = entry;
  if (!signature) throw new TypeError(`The entry of "${entry.name}" is not signed.`);
  const value = await signer.sign(countersignedText(environment, entry, signature, signer.keyId));
  return { ...entry, signature: { ...signature, countersignature: { keyId: signer.keyId, value } } };
}

/**
 * Checks the second signature of an entry whose first one is valid.
 *
 * @param raw The entry as it came.
 * @returns `null` when it is valid, or none is needed.
 */
export async function countersignatureProblem(
  signature: EntrySignature,
  raw: object,
  { environment, pin, now }: { environment: string; pin: Pin; now: Date },
): Promise<CountersignatureProblem | null> {
  if (signaturesNeeded(pin) === 1) return null;
  const second = signature.countersignature;
  if (!second) return 'one-signature';
  const publicKeyOf = (keyId: string) => pin.keys.find(({ id }) => id === keyId)?.publicKey;
  const key = pin.keys.find(({ id }) => id === second.keyId);
  if (!key) return 'unknown-countersigner';
  // One key under two names is still one key.
  if (key.publicKey === publicKeyOf(signature.keyId)) return 'same-key-twice';
  const isBefore = key.notBefore !== undefined && now < new Date(key.notBefore);
  const isAfter = key.notAfter !== undefined && now >= new Date(key.notAfter);
  if (isBefore || isAfter) return 'countersigner-not-valid';
  const text = countersignedText(environment, raw, signature, second.keyId);
  return (await isSignedBy(key.publicKey, second.value, text)) ? null : 'forged-countersignature';
}
