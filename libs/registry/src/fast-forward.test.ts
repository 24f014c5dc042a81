/** A stolen key, and the honest one that must work after it. */
import { generateKeyPair, openSigner, type KeyPairText, type Signer } from './keys';
import { openRegistry, type SeenRegistry } from './open-registry';
import { CLOCK_TOLERANCE, ENTRY_VALIDITY_DAYS } from './replay';
import { sampleEntry, sampleRegistry } from './samples';
import { signEntry, type EntryStampInput } from './signature';
import type { TrustedKey } from './signature-schema';

const now = new Date('2026-06-15T00:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const DAY = 86_400_000;

let stolen: { pair: KeyPairText; signer: Signer };
let fresh: { pair: KeyPairText; signer: Signer };

beforeAll(async () => {
  const make = async () => {
    const pair = await generateKeyPair();
    return { pair, signer: await openSigner(pair) };
  };
  stolen = await make();
  fresh = await make();
});

const pin = ({ pair: { keyId: id, publicKey } }: { pair: KeyPairText }): TrustedKey => ({ id, publicKey });

/** What a browser says about an entry, and what it remembers afterwards. */
async function meet(
  { signer }: { signer: Signer },
  stamp: Partial<EntryStampInput>,
  keys: readonly { pair: KeyPairText }[],
  seen: SeenRegistry | null = null,
) {
  const issuedAt = stamp.issuedAt ?? now;
  const entry = await signEntry(sampleEntry('alpha'), signer, {
    environment: 'test',
    serial: 5,
    issuedAt,
    expiresAt: new Date(issuedAt.getTime() + 30 * DAY),
    ...stamp,
  });
  const opened = await openRegistry(JSON.stringify({ ...sampleRegistry(), remotes: [entry] }), {
    environment: 'test',
    now: issuedAt > now ? now : later(2 * DAY),
    trustedKeys: { alpha: { keys: keys.map(pin), routes: ['/alpha'] } },
    seen,
  });
  if (!opened.ok) throw new Error(opened.message);
  return { refused: opened.refused.map(({ message }) => message), seen: opened.seen };
}

it.each([
  ['a minute more than the tolerance ahead', CLOCK_TOLERANCE + 60_000, /still to come/],
  ['a century ahead', 36_500 * DAY, /still to come/],
])('refuses what was signed %s', async (_when, ms, message) => {
  expect((await meet(stolen, { issuedAt: later(ms) }, [stolen])).refused).toEqual([expect.stringMatching(message)]);
});

it('accepts what a browser with a slow clock sees', async () => {
  expect((await meet(stolen, { issuedAt: later(CLOCK_TOLERANCE) }, [stolen])).refused).toEqual([]);
});

it.each([
  [ENTRY_VALIDITY_DAYS, []],
  [ENTRY_VALIDITY_DAYS + 1, [expect.stringMatching(/valid for more than 180 days/)]],
])('takes no signature that is valid for too long: %d days', async (days, refused) => {
  expect((await meet(stolen, { expiresAt: later(days * DAY) }, [stolen])).refused).toEqual(refused);
});

describe('after a stolen key has signed the highest serial', () => {
  const end = { serial: Number.MAX_SAFE_INTEGER };
  const after = { serial: 6, issuedAt: new Date(now.getTime() + 1_000) };

  it('the honest key comes back with its next entry, once the stolen one is off the list', async () => {
    const { seen } = await meet(stolen, { ...end, issuedAt: later(CLOCK_TOLERANCE) }, [stolen]);
    expect((await meet(fresh, { serial: 6 }, [fresh], seen)).refused).toEqual([]);
  });

  it('a later key starts over, also while both are valid', async () => {
    const { seen } = await meet(stolen, end, [stolen]);
    expect((await meet(fresh, after, [stolen, fresh], seen)).refused).toEqual([]);
  });

  it('the same key is taken when it signs later', async () => {
    const { seen } = await meet(stolen, end, [stolen]);
    expect((await meet(stolen, after, [stolen], seen)).refused).toEqual([]);
  });

  it('what was signed before the theft does not come back', async () => {
    const before = { serial: 4, issuedAt: later(-DAY) };
    const first = await meet(fresh, {}, [stolen, fresh]);
    const { seen } = await meet(stolen, after, [stolen, fresh], first.seen);
    // Neither while both keys count nor with the honest one alone.
    for (const keys of [[stolen, fresh], [fresh]]) {
      expect((await meet(fresh, before, keys, seen)).refused).toEqual([expect.stringContaining('was seen before')]);
    }
    expect((await meet(stolen, before, [stolen, fresh], seen)).refused).toHaveLength(1);
  });
});
