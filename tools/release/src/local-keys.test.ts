import { isSignedBy, trustedKeysSchema } from '@nemus/registry';
import { knownSigner, localSigner, localTrust } from './local-keys';
import { temporaryFolder } from './samples/sample-app';

let folder = '';
let remove = () => Promise.resolve();
beforeEach(async () => ({ folder, remove } = await temporaryFolder()));
afterEach(() => remove());

it('makes a key once, and pins it for its remote alone', async () => {
  expect(await localTrust(folder)).toEqual({});
  const first = await localSigner(folder, 'alpha');
  const again = await localSigner(folder, 'alpha');
  const other = await localSigner(folder, 'beta');
  expect(again.keyId).toBe(first.keyId);
  expect(other.keyId).not.toBe(first.keyId);
  const trust = await localTrust(folder);
  expect(Object.keys(trust).toSorted()).toEqual(['alpha', 'beta']);
  expect(trust['alpha']?.keys.map(({ id }) => id)).toEqual([first.keyId]);
  expect(trust['alpha']?.routes).toEqual([]);
  const publicKey = trust['alpha']?.keys[0]?.publicKey ?? '';
  expect(await isSignedBy(publicKey, await again.sign('text'), 'text')).toBe(true);
});

it('makes no key for a change of an area that has none', async () => {
  expect(await knownSigner(folder, 'alpha')).toBeUndefined();
  expect(await localTrust(folder)).toEqual({});
  const made = await localSigner(folder, 'alpha');
  expect((await knownSigner(folder, 'alpha'))?.keyId).toBe(made.keyId);
});

it('pins the paths that an area declares, those of earlier releases with them', async () => {
  await localSigner(folder, 'alpha', ['/alpha']);
  await localSigner(folder, 'alpha', ['/books', '/alpha']);
  await localSigner(folder, 'alpha');
  const trust = await localTrust(folder);
  expect(trust['alpha']?.routes).toEqual(['/alpha', '/books']);
  expect(trustedKeysSchema.parse(trust)).toEqual(trust);
});
