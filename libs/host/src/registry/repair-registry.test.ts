/** @jest-environment ../../jest.browser.mjs */
import { countersignEntry, generateKeyPair, openSigner, signEntry, type RegisteredRemote } from '@nemus/registry';
import { answer, DOCUMENT, registryOf } from '../testing/registry-store';

describe('with pinned keys', () => {
  const pointer = (version: string) => ({
    version,
    path: `releases/alpha/${version}/`,
    digest: `sha384-${'A'.repeat(64)}`,
    contract: '^1.0.0',
  });
  const entry = (version: string): RegisteredRemote => ({
    name: 'alpha',
    title: 'Alpha',
    team: 'alpha',
    routes: [{ path: '/alpha', layout: 'shared', title: 'Alpha' }],
    menu: [],
    slots: [],
    enabled: true,
    stable: pointer(version),
    lastGood: [],
  });
  const OLD = '1.0.0-00000000';
  const NEW = '1.0.1-11111111';

  async function team() {
    const pair = await generateKeyPair();
    const signer = await openSigner(pair);
    const sign = (version: string, serial: number, expiresAt = '2026-12-01T00:00:00Z') =>
      signEntry(entry(version), signer, {
        environment: 'local',
        serial,
        issuedAt: new Date('2026-11-01T00:00:00Z'),
        expiresAt: new Date(expiresAt),
      });
    return {
      sign,
      trustedKeys: { alpha: { keys: [{ id: pair.keyId, publicKey: pair.publicKey }], routes: ['/alpha'] } },
    };
  }

  const documentOf = (revision: number, remote: object) => answer({ ...DOCUMENT, revision, remotes: [remote] });
  const versionOf = ({ source }: ReturnType<typeof registryOf>) =>
    source.store.getState().document?.remotes.map(({ stable }) => stable.version);

  it('accepts what the team signed', async () => {
    const { sign, trustedKeys } = await team();
    const portal = registryOf([documentOf(7, await sign(OLD, 7))], new Map(), undefined, trustedKeys);
    await portal.source.refresh();
    expect(versionOf(portal)).toEqual([OLD]);
    expect(portal.source.store.getState().refused).toEqual([]);
  });

  it.each<[string, (own: Awaited<ReturnType<typeof team>>) => Promise<object>]>([
    ['forged', async ({ sign }) => ({ ...(await sign(OLD, 8)), stable: pointer(NEW) })],
    ['signed by another team', async () => (await team()).sign(NEW, 8)],
    ['unsigned', () => Promise.resolve(entry(NEW))],
    ['older than the one before', ({ sign }) => sign(NEW, 6)],
    ['expired', ({ sign }) => sign(NEW, 8, '2026-11-05T00:00:00Z')],
  ])('keeps the last good entry when the new one is %s, also after a reload', async (_name, make) => {
    const own = await team();
    const bad = await make(own);
    const first = registryOf(
      [documentOf(7, await own.sign(OLD, 7)), documentOf(8, bad)],
      new Map(),
      undefined,
      own.trustedKeys,
    );
    await first.source.refresh();
    await first.source.refresh();
    expect(versionOf(first)).toEqual([OLD]);
    expect(first.source.store.getState()).toMatchObject({ stale: false, refused: [] });
    expect(first.reports).toEqual(['registry-entry-refused']);
    const reloaded = registryOf([documentOf(9, bad)], first.stored, undefined, own.trustedKeys);
    await reloaded.source.refresh();
    expect(versionOf(reloaded)).toEqual([OLD]);
  });

  it('requires a second signature if the pin does, and accepts an entry with two', async () => {
    const [own, second] = [await team(), await generateKeyPair()];
    const { keys, routes } = own.trustedKeys.alpha;
    const pin = { keys: [...keys, { id: second.keyId, publicKey: second.publicKey }], routes, threshold: 2 as const };
    const alone = await own.sign(OLD, 7);
    const both = await countersignEntry(await own.sign(NEW, 8), await openSigner(second), 'local');
    const portal = registryOf([documentOf(7, alone), documentOf(8, both)], new Map(), undefined, { alpha: pin });
    await portal.source.refresh();
    expect(versionOf(portal)).toEqual([]);
    expect(portal.source.store.getState().refused).toEqual([
      { name: 'alpha', message: 'It carries one signature; this remote needs those of two people.' },
    ]);
    await portal.source.refresh();
    expect(versionOf(portal)).toEqual([NEW]);
    expect(portal.source.store.getState().refused).toEqual([]);
  });

  it('leaves the area out and reports it without a good entry', async () => {
    const { trustedKeys } = await team();
    const portal = registryOf([documentOf(7, entry(NEW))], new Map(), undefined, trustedKeys);
    await portal.source.refresh();
    expect(versionOf(portal)).toEqual([]);
    expect(portal.source.store.getState().refused).toMatchObject([{ name: 'alpha' }]);
  });
});
