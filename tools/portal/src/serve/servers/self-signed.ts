import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Certificate } from './listen';

/** A self-signed certificate, which only its maker has a reason to trust. */
export interface SelfSigned extends Certificate {
  /** SHA-256 of the public key as base64: by this, a browser can be told to trust it. */
  readonly keyHash: string;
}

const DAY_MS = 86_400_000;
/** Tags of DER (X.690) and the two fields of a certificate that are numbered (RFC 5280, 4.1). */
const TAG = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  identifier: 0x06,
  text: 0x0c,
  time: 0x17,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
  extensions: 0xa3,
  dnsName: 0x82,
} as const;
/** Object identifiers, encoded. */
const COMMON_NAME = Buffer.from('550403', 'hex');
const OTHER_NAMES = Buffer.from('551d11', 'hex');
const ECDSA_WITH_SHA256 = Buffer.from('2a8648ce3d040302', 'hex');

/**
 * Makes a certificate for `localhost`, valid for two days, for servers of tests and benchmarks. By Node alone, which
 * reads certificates and makes none: openssl is not on every machine.
 */
export function selfSigned(now = Date.now()): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicBytes = publicKey.export({ type: 'spki', format: 'der' });
  const algorithm = sequence(part(TAG.identifier, ECDSA_WITH_SHA256));
  const name = sequence(
    part(TAG.set, sequence(part(TAG.identifier, COMMON_NAME), part(TAG.text, Buffer.from('localhost')))),
  );
  const names = sequence(part(TAG.dnsName, Buffer.from('localhost')));
  const content = sequence(
    part(TAG.version, part(TAG.integer, Buffer.from([2]))),
    // Positive and without a zero ahead, which DER would have to leave out.
    part(TAG.integer, Buffer.concat([Buffer.from([0x01]), randomBytes(8)])),
    algorithm,
    name,
    sequence(timeOf(now - DAY_MS), timeOf(now + DAY_MS)),
    name,
    publicBytes,
    part(TAG.extensions, sequence(sequence(part(TAG.identifier, OTHER_NAMES), part(TAG.octets, names)))),
  );
  const signature = part(TAG.bits, Buffer.from([0]), sign('sha256', content, privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pemOf(sequence(content, algorithm, signature)),
    keyHash: createHash('sha256').update(publicBytes).digest('base64'),
  };
}

const sequence = (...parts: readonly Buffer[]) => part(TAG.sequence, ...parts);

/** A tag, the length of what follows, and that. */
function part(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content)]), content]);
}

function lengthOf({ length }: Buffer): readonly number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

/** `YYMMDDhhmmssZ`. */
function timeOf(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/[^0-9]/g, '');
  return part(TAG.time, Buffer.from(`${digits.slice(2, 14)}Z`));
}

function pemOf(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
