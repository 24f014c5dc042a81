import { randomBytes } from 'node:crypto';

const PERIOD = 30;

/** What an authenticator app is given, once. */
export interface NewSecret {
  /** Base32, as the auth server keeps it. */
  readonly secret: string;
  readonly uri: string;
  /** The uri as a picture: the source of an SVG. */
  readonly qrCode: string;
}

/** Code and picture are needed when an account adds a factor: not before. */
const loadCodes = () => import('otpauth');

/** A new secret for an account. */
export async function makeSecret(issuer: string, email: string): Promise<NewSecret> {
  const [{ Secret, TOTP }, { generate }, { toSvgSource }] = await Promise.all([
    loadCodes(),
    import('lean-qr'),
    import('lean-qr/extras/svg'),
  ]);
  // RFC 4226 recommends 160 bits.
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer });
  const uri = new TOTP({ issuer, label: email, secret, period: PERIOD }).toString();
  // Names of colours, not their numbers: clients put it behind `data:image/svg+xml;utf-8,`, where a # ends it.
  const qrCode = toSvgSource(generate(uri), { on: 'black', off: 'white', width: 256, height: 256 });
  return { secret: secret.base32, uri, qrCode };
}

/**
 * Which 30-second step a code is of; null when it is not the current, the previous or the next one. Compared in
 * constant time by the library.
 *
 * @param now milliseconds; for tests.
 */
export async function stepOf(code: string, secret: string, now = Date.now()): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const { Secret, TOTP } = await loadCodes();
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD });
  const delta = totp.validate({ token: code, window: 1, timestamp: now });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta;
}
