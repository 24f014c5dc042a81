import { createHash } from 'node:crypto';
import { generateKeyPair, isSignedBy, keyIdOf, openSigner } from './keys';

it('names a public key by the first 16 hexadecimal digits of its SHA-256', async () => {
  // Several keys: some have a byte below 16, whose digit needs its leading zero.
  for (let index = 0; index < 20; index += 1) {
    const { keyId, publicKey } = await generateKeyPair();
    const hash = createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex');
    expect(keyId).toBe(`k-${hash.slice(0, 16)}`);
    expect(await keyIdOf(publicKey)).toBe(keyId);
  }
});

it('verifies a signature for its message and its key alone', async () => {
  const [own, other] = [await generateKeyPair(), await generateKeyPair()];
  const value = await (await openSigner(own)).sign('text');
  expect(await isSignedBy(own.publicKey, value, 'text')).toBe(true);
  expect(await isSignedBy(own.publicKey, value, 'texT')).toBe(false);
  expect(await isSignedBy(other.publicKey, value, 'text')).toBe(false);
});

it.each([
  ['no key', 'no base64 !', 'AAAA'],
  ['a short key', 'AAAA', 'AAAA'],
])('takes nothing as signed with %s', async (_case, publicKey, value) => {
  expect(await isSignedBy(publicKey, value, 'text')).toBe(false);
});

it('takes nothing as signed whose signature cannot be read', async () => {
  const { publicKey } = await generateKeyPair();
  expect(await isSignedBy(publicKey, 'no base64 !', 'text')).toBe(false);
});
