import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { selfSigned } from './self-signed';

it('makes a certificate for localhost that signs itself, and a key that belongs to it', () => {
  const { key, cert, keyHash } = selfSigned();
  const made = new X509Certificate(cert);
  expect(made.checkHost('localhost')).toBe('localhost');
  expect(made.checkHost('nemus.example')).toBeUndefined();
  expect(made.checkIssued(made)).toBe(true);
  expect(made.verify(made.publicKey)).toBe(true);
  expect(made.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(Date.parse(made.validTo) - Date.parse(made.validFrom)).toBe(86_400_000);
  const publicBytes = made.publicKey.export({ type: 'spki', format: 'der' });
  expect(keyHash).toBe(createHash('sha256').update(publicBytes).digest('base64'));
});

it('makes another one each time', () => {
  const [one, other] = [selfSigned(), selfSigned()];
  expect(new X509Certificate(one.cert).serialNumber).not.toBe(new X509Certificate(other.cert).serialNumber);
  expect(one.keyHash).not.toBe(other.keyHash);
});
