import { z } from 'zod';
import { generateKeyPair, keyIdOf, openSigner, type KeyPairText, type Signer } from './keys';
import { openRegistry, type SeenRegistry } from './open-registry';
import type { RegisteredRemote } from './registry';
import { sampleEntry, samplePointer, sampleRegistry, sampleRelease } from './samples';
import { releaseProblem, signEntry, signRelease } from './signature';
import { trustedKeysSchema, type TrustedKey, type TrustedKeys } from './signature-schema';

const now = new Date('2026-06-15T00:00:00.000Z');
const day = (offset: number) => new Date(now.getTime() + offset * 86_400_000);

let alpha: { pair: KeyPairText; signer: Signer };
let beta: { pair: KeyPairText; signer: Signer };
let trustedKeys: TrustedKeys;

async function newTeam() {
  const pair = await generateKeyPair();
  return { pair, signer: await openSigner(pair) };
}

const pin = ({ pair }: { pair: KeyPairText }, change: Partial<TrustedKey> = {}, routes = ['/alpha', '/beta']) => ({
  keys: [{ id: pair.keyId, publicKey: pair.publicKey, ...change }],
  routes,
});

beforeAll(async () => {
  alpha = await newTeam();
  beta = await newTeam();
  trustedKeys = { alpha: pin(alpha), beta: pin(beta, {}, ['/beta']) };
});

const signed = (
  entry: RegisteredRemote,
  signer: Signer,
  change: { serial?: number; issuedAt?: Date; environment?: string } = {},
) => signEntry(entry, signer, { environment: 'test', serial: 5, issuedAt: day(-1), expiresAt: day(30), ...change });

const open = (remotes: object[], options: { seen?: SeenRegistry; trustedKeys?: TrustedKeys; now?: Date } = {}) =>
  openRegistry(JSON.stringify({ ...sampleRegistry(), remotes }), {
    environment: 'test',
    now,
    trustedKeys,
    seen: null,
    ...options,
  });

/** Names that were accepted, and why the others were not. */
async function outcome(...args: Parameters<typeof open>) {
  const opened = await open(...args);
  if (!opened.ok) throw new Error(opened.message);
  return {
    accepted: opened.registry.remotes.map(({ name }) => name),
    refused: opened.refused.map(({ message }) => message),
  };
}

describe('openRegistry with pinned keys', () => {
  it('accepts what each team signed for its own area', async () => {
    const remotes = [await signed(sampleEntry('alpha'), alpha.signer), await signed(sampleEntry('beta'), beta.signer)];
    expect(await outcome(remotes)).toEqual({ accepted: ['alpha', 'beta'], refused: [] });
  });

  it.each<[string, (entry: RegisteredRemote) => Promise<object> | object, RegExp]>([
    ['no signature', () => sampleEntry('alpha'), /no signature/],
    ['another team', (entry) => signed(entry, beta.signer), /may not speak/],
    [
      'another team under our key id',
      async (entry) => {
        const forged = await signed(entry, beta.signer);
        return { ...forged, signature: { ...forged.signature, keyId: alpha.pair.keyId } };
      },
      /does not match/,
    ],
    [
      'a changed pointer',
      async (entry) => ({ ...(await signed(entry, alpha.signer)), stable: samplePointer('alpha', 7) }),
      /does not match/,
    ],
    [
      'a changed route',
      async (entry) => ({ ...(await signed(entry, alpha.signer)), routes: [{ path: '/beta', title: 'x' }] }),
      /does not match/,
    ],
    [
      'an added canary',
      async (entry) => ({
        ...(await signed(entry, alpha.signer)),
        canary: { pointer: samplePointer('alpha', 7), percent: 100, salt: 's' },
      }),
      /does not match/,
    ],
    [
      'a longer life',
      async (entry) => {
        const original = await signed(entry, alpha.signer);
        return { ...original, signature: { ...original.signature, expiresAt: day(100).toISOString() } };
      },
      /does not match/,
    ],
    ['another environment', (entry) => signed(entry, alpha.signer, { environment: 'staging' }), /does not match/],
    [
      'another remote of the team',
      async () => ({ ...(await signed(sampleEntry('gamma'), alpha.signer)), name: 'alpha' }),
      /does not match/,
    ],
    [
      'a damaged signature',
      async (entry) => {
        const original = await signed(entry, alpha.signer);
        return { ...original, signature: { ...original.signature, value: `${'A'.repeat(86)}==` } };
      },
      /does not match/,
    ],
  ])('refuses an entry with %s, and takes the other area', async (_case, forge, message) => {
    const result = await outcome([await forge(sampleEntry('alpha')), await signed(sampleEntry('beta'), beta.signer)]);
    expect(result).toEqual({ accepted: ['beta'], refused: [expect.stringMatching(message)] });
  });

  it('refuses an area without a pinned key', async () => {
    expect(await outcome([await signed(sampleEntry('constructor'), alpha.signer)])).toEqual({
      accepted: [],
      refused: ['No key is registered for this remote.'],
    });
  });

  it('refuses an entry past its time', async () => {
    const entry = await signed(sampleEntry('alpha'), alpha.signer);
    expect((await outcome([entry], { now: day(30) })).refused).toEqual(['Its signature has expired.']);
  });

  it('lets an area be switched off without the key', async () => {
    const entry = await signed(sampleEntry('alpha'), alpha.signer);
    expect((await outcome([{ ...entry, enabled: false, disabledReason: 'Wartung' }])).accepted).toEqual(['alpha']);
  });

  it('refuses an entry older than the one seen, even in a document of a high revision', async () => {
    const older = await signed(sampleEntry('alpha'), alpha.signer, { serial: 4, issuedAt: day(-3) });
    const newer = await signed(sampleEntry('alpha'), alpha.signer, { serial: 6, issuedAt: day(-2) });
    const opened = await open([newer]);
    if (!opened.ok) throw new Error(opened.message);
    expect((await outcome([older], { seen: opened.seen })).refused).toEqual([expect.stringContaining('serial 6')]);
    expect((await outcome([newer], { seen: opened.seen })).accepted).toEqual(['alpha']);
  });

  it('accepts a recreated store: lower serial, later signature', async () => {
    const seen = {
      revision: 90,
      issuedAt: day(-9).toISOString(),
      entries: { alpha: [{ keyId: alpha.pair.keyId, serial: 90, issuedAt: day(-9).toISOString() }] },
    };
    const entry = await signed(sampleEntry('alpha'), alpha.signer, { serial: 1 });
    expect((await outcome([entry], { seen })).accepted).toEqual(['alpha']);
  });

  it('keeps a stolen key inside its own area', async () => {
    const greedy = sampleEntry('alpha', { routes: sampleEntry('beta').routes, menu: [] });
    const remotes = [await signed(greedy, alpha.signer), await signed(sampleEntry('beta'), beta.signer)];
    const narrow = { ...trustedKeys, alpha: pin(alpha, {}, ['/alpha']) };
    expect(await outcome(remotes, { trustedKeys: narrow })).toEqual({
      accepted: ['beta'],
      refused: [expect.stringContaining('claims a path')],
    });
    // Where two pins share a path, the earlier area keeps it.
    expect(await outcome([...remotes].reverse())).toEqual({
      accepted: ['beta'],
      refused: [expect.stringContaining('overlaps')],
    });
  });

  it.each([
    [['/alpha'], '/alpha/deep', 'alpha'],
    [['/alpha'], '/alphabet', undefined],
    [['/alpha/deep'], '/alpha', undefined],
    [[], '/alpha', undefined],
  ])('with %j pinned, %s is accepted of %s', async (routes, claimed, accepted) => {
    const entry = sampleEntry('alpha', { routes: [{ path: claimed, layout: 'shared', title: 'x' }], menu: [] });
    const keys = { alpha: pin(alpha, {}, routes) };
    expect((await outcome([await signed(entry, alpha.signer)], { trustedKeys: keys })).accepted[0]).toBe(accepted);
  });

  it.each([
    ['before it begins', { notBefore: day(1).toISOString() }, ['It is signed with a key that is not valid yet.']],
    ['within its time', { notBefore: day(-1).toISOString(), notAfter: day(1).toISOString() }, []],
    ['after it ended', { notAfter: now.toISOString() }, ['It is signed with a key that is no longer valid.']],
  ])('checks a key’s validity period: %s', async (_case, change, refused) => {
    const keys = { alpha: pin(alpha, change) };
    expect((await outcome([await signed(sampleEntry('alpha'), alpha.signer)], { trustedKeys: keys })).refused).toEqual(
      refused,
    );
  });

  it('takes both keys while a rotation overlaps', async () => {
    const ending = pin(alpha, { notAfter: day(7).toISOString() });
    const keys = { alpha: { ...ending, keys: [...ending.keys, ...pin(beta).keys] } };
    for (const { signer } of [alpha, beta]) {
      expect((await outcome([await signed(sampleEntry('alpha'), signer)], { trustedKeys: keys })).accepted).toEqual([
        'alpha',
      ]);
    }
  });
});

describe('openRegistry without pinned keys', () => {
  it('requires no signature, but never goes back', async () => {
    const opened = await open([sampleEntry('alpha')], { trustedKeys: {} });
    if (!opened.ok) throw new Error(opened.message);
    expect(opened.registry.remotes).toHaveLength(1);
    const seen = { ...opened.seen, revision: 6 };
    expect(await open([sampleEntry('alpha')], { trustedKeys: {}, seen })).toMatchObject({
      ok: false,
      problem: 'older',
    });
  });
});

describe('release documents', () => {
  it('are accepted from the pinned key, retired or not', async () => {
    const release = await signRelease(sampleRelease('alpha'), alpha.signer);
    expect(await releaseProblem(release, release, trustedKeys)).toBeNull();
    expect(
      await releaseProblem(release, release, { alpha: pin(alpha, { notAfter: day(-1).toISOString() }) }),
    ).toBeNull();
  });

  it('are refused otherwise', async () => {
    const release = await signRelease(sampleRelease('alpha'), alpha.signer);
    const changed = { ...release, entry: 'other.js' };
    const foreign = await signRelease(sampleRelease('alpha'), beta.signer);
    const unsigned = sampleRelease('alpha');
    expect(await releaseProblem(changed, changed, trustedKeys)).toBe('forged');
    expect(await releaseProblem(foreign, foreign, trustedKeys)).toBe('unknown-key');
    expect(await releaseProblem(unsigned, unsigned, trustedKeys)).toBe('unsigned');
    expect(await releaseProblem(release, release, { beta: pin(beta) })).toBe('unpinned');
  });
});

describe('a pin', () => {
  const { keys } = pin({ pair: { keyId: `k-${'0'.repeat(16)}`, publicKey: `${'A'.repeat(87)}=`, privateKey: '' } });
  const problem = (value: object) => {
    const parsed = trustedKeysSchema.safeParse({ alpha: value });
    return parsed.success ? null : z.prettifyError(parsed.error);
  };

  it('says which paths the area may claim', () => {
    expect(problem({ keys, routes: ['/alpha'] })).toBeNull();
    expect(problem({ keys, routes: [] })).toBeNull();
    expect(problem({ keys })).toContain('Say which paths the area may claim, such as "routes": ["/dashboard"].');
    expect(problem({ keys })).toContain('alpha.routes');
  });

  it('requires two signatures of two different keys', () => {
    const [key] = keys;
    const again = { ...key, id: `k-${'1'.repeat(16)}` };
    const other = { ...again, publicKey: `${'B'.repeat(87)}=` };
    expect(problem({ keys: [key, other], routes: [], threshold: 2 })).toBeNull();
    expect(problem({ keys: [key, again], routes: [], threshold: 2 })).toContain('two different keys');
    expect(problem({ keys: [key, other], routes: [], threshold: 3 })).toContain('alpha.threshold');
  });
});

it('names a key after its content', async () => {
  expect(await keyIdOf(alpha.pair.publicKey)).toBe(alpha.pair.keyId);
  expect(alpha.pair.keyId).not.toBe(beta.pair.keyId);
});
