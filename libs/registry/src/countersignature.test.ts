import { countersignEntry } from './countersignature';
import { generateKeyPair, openSigner, type KeyPairText, type Signer } from './keys';
import { openRegistry } from './open-registry';
import type { RegisteredRemote } from './registry';
import { sampleEntry, samplePointer, sampleRegistry } from './samples';
import { signEntry } from './signature';
import type { Pin, TrustedKey } from './signature-schema';

interface Person {
  readonly pair: KeyPairText;
  readonly signer: Signer;
}

const now = new Date('2026-06-15T00:00:00.000Z');
const stamp = {
  environment: 'test',
  serial: 5,
  issuedAt: new Date('2026-06-14T00:00:00.000Z'),
  expiresAt: new Date('2026-07-14T00:00:00.000Z'),
};
let ada: Person;
let ben: Person;
let stranger: Person;

async function newPerson(): Promise<Person> {
  const pair = await generateKeyPair();
  return { pair, signer: await openSigner(pair) };
}

beforeAll(async () => {
  [ada, ben, stranger] = await Promise.all([newPerson(), newPerson(), newPerson()]);
});

const keyOf = ({ pair }: Person, change: Partial<TrustedKey> = {}): TrustedKey => ({
  id: pair.keyId,
  publicKey: pair.publicKey,
  ...change,
});
const pinOfTwo = (change: Partial<Pin> = {}): Pin => ({
  keys: [keyOf(ada), keyOf(ben)],
  routes: ['/alpha'],
  threshold: 2,
  ...change,
});
const first = (entry = sampleEntry('alpha')) => signEntry(entry, ada.signer, stamp);
const both = async (entry = sampleEntry('alpha')) => countersignEntry(await first(entry), ben.signer, 'test');

/** Why a browser rejects the entry; null when it accepts it. */
async function refusalOf(entry: RegisteredRemote, pin = pinOfTwo()): Promise<string | null> {
  const opened = await openRegistry(JSON.stringify(sampleRegistry([entry])), {
    environment: 'test',
    now,
    trustedKeys: { alpha: pin },
    seen: null,
  });
  if (!opened.ok) throw new Error(opened.message);
  return opened.refused[0]?.message ?? null;
}

it('takes an entry that two people signed, in either order', async () => {
  expect(await refusalOf(await both())).toBeNull();
  const other = await signEntry(sampleEntry('alpha'), ben.signer, stamp);
  expect(await refusalOf(await countersignEntry(other, ada.signer, 'test'))).toBeNull();
});

it('asks for the second one only where the pin does', async () => {
  expect(await refusalOf(await first(), pinOfTwo({ threshold: 1 }))).toBeNull();
  expect(await refusalOf(await first(), pinOfTwo({ threshold: undefined }))).toBeNull();
  expect(await refusalOf(await first())).toMatch(/needs those of two people/);
});

function signatureOf({ signature }: RegisteredRemote) {
  if (!signature) throw new Error('The entry is not signed.');
  return signature;
}

const withSecond = (entry: RegisteredRemote, change: object): RegisteredRemote => {
  const signature = signatureOf(entry);
  if (!signature.countersignature) throw new Error('The entry is not countersigned.');
  return { ...entry, signature: { ...signature, countersignature: { ...signature.countersignature, ...change } } };
};

it.each<[string, () => Promise<RegisteredRemote>, RegExp]>([
  ['the same key twice', async () => countersignEntry(await first(), ada.signer, 'test'), /same key/],
  [
    'the first signature as the second',
    async () => {
      const entry = await first();
      return withSecond(await both(), { keyId: ada.pair.keyId, value: entry.signature?.value });
    },
    /same key/,
  ],
  [
    'a second key that is not pinned',
    async () => countersignEntry(await first(), stranger.signer, 'test'),
    /countersigned with a key that may not/,
  ],
  [
    'a stranger under the second key',
    async () => {
      const forged = await countersignEntry(await first(), stranger.signer, 'test');
      return withSecond(forged, { keyId: ben.pair.keyId });
    },
    /does not match its countersignature/,
  ],
  [
    'a second signature for another environment',
    async () => countersignEntry(await first(), ben.signer, 'staging'),
    /does not match its countersignature/,
  ],
  [
    'a second signature from another entry',
    async () => {
      const other = await both(sampleEntry('alpha', { title: 'Anders' }));
      return withSecond(await both(), { ...other.signature?.countersignature });
    },
    /does not match its countersignature/,
  ],
  [
    'a second signature under another first one of the same content',
    async () => {
      const again = await signEntry(sampleEntry('alpha'), ada.signer, { ...stamp, serial: 6 });
      return {
        ...again,
        signature: { ...signatureOf(again), countersignature: (await both()).signature?.countersignature },
      };
    },
    /does not match its countersignature/,
  ],
  [
    'content that was changed after both',
    async () => ({ ...(await both()), stable: samplePointer('alpha', 7) }),
    /does not match its signature/,
  ],
  [
    'its second signature as its only one',
    async () => {
      const entry = await both();
      const { countersignature, ...rest } = signatureOf(entry);
      return { ...entry, signature: { ...rest, ...countersignature } };
    },
    /does not match its signature/,
  ],
])('refuses an entry with %s', async (_what, forge, message) => {
  expect(await refusalOf(await forge())).toMatch(message);
});

it.each([
  ['is retired', { notAfter: now.toISOString() }],
  ['is not valid yet', { notBefore: '2026-06-16T00:00:00.000Z' }],
])('refuses a second key that %s', async (_what, change) => {
  const pin = pinOfTwo({ keys: [keyOf(ada), keyOf(ben, change)] });
  expect(await refusalOf(await both(), pin)).toMatch(/not valid now/);
});

it('counts one key under two names as one', async () => {
  const alias = `k-${'0'.repeat(16)}`;
  const pin = pinOfTwo({ keys: [keyOf(ada), keyOf(ben), keyOf(ada, { id: alias })] });
  const entry = await countersignEntry(await first(), { ...ada.signer, keyId: alias }, 'test');
  expect(await refusalOf(entry, pin)).toMatch(/same key/);
});

it('does not countersign an unsigned entry', async () => {
  await expect(countersignEntry(sampleEntry('alpha'), ben.signer, 'test')).rejects.toThrow('is not signed');
});
