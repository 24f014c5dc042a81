import { bytesOf, fromBase64, toBase64 } from './digest';
import { canonicalJson } from './canonical';

/** ECDSA on P-256 with SHA-256: the one signature algorithm that WebCrypto has in every browser and in Node. */
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** A key pair as text: the content of a team's key file. */
export interface KeyPairText {
  readonly keyId: string;
  /** Uncompressed P-256 point in base64: for the shell's configuration. */
  readonly publicKey: string;
  /** PKCS #8 in base64: stays with the team. */
  readonly privateKey: string;
}

/** Signs on behalf of a team. */
export interface Signer {
  readonly keyId: string;
  readonly sign: (message: string) => Promise<string>;
}

/** Makes a new key pair for a team. */
export async function generateKeyPair(): Promise<KeyPairText> {
  const pair = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const privateKey = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey));
  return { keyId: await keyIdOf(publicKey), publicKey: toBase64(publicKey), privateKey: toBase64(privateKey) };
}

/** Id of a public key: `k-` and the first 16 hexadecimal digits of its SHA-256. */
export async function keyIdOf(publicKey: Uint8Array | string): Promise<string> {
  const bytes = typeof publicKey === 'string' ? fromBase64(publicKey) : bytesOf(publicKey);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `k-${Array.from(hash.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** A signer from the text of a key pair. Throws when the private key is damaged. */
export async function openSigner({ keyId, privateKey }: Omit<KeyPairText, 'publicKey'>): Promise<Signer> {
  const key = await crypto.subtle.importKey('pkcs8', fromBase64(privateKey), ALGORITHM, false, ['sign']);
  return {
    keyId,
    sign: async (message) => toBase64(new Uint8Array(await crypto.subtle.sign(ALGORITHM, key, bytesOf(message)))),
  };
}

/** Whether the signature was made over exactly this message by the owner of the public key; never throws. */
export async function isSignedBy(publicKey: string, value: string, message: string): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', fromBase64(publicKey), ALGORITHM, false, ['verify']);
    return await crypto.subtle.verify(ALGORITHM, key, fromBase64(value), bytesOf(message));
  } catch {
    // An unreadable key or signature was not made by the owner.
    return false;
  }
}

/**
 * The text that is signed: the kind of document, then the canonical JSON. The kind keeps a signature for one kind of
 * document from passing for another.
 */
export function signedText(
  kind: 'nemus-entry-1' | 'nemus-countersignature-1' | 'nemus-release-1' | 'nemus-stops-1' | 'nemus-logbook-heads-1',
  content: unknown,
): string {
  return `${kind}\n${canonicalJson(content)}`;
}
