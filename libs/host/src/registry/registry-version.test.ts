/** @jest-environment ../../jest.browser.mjs */
import { generateKeyPair, openRegistry, type TrustedKeys } from '@nemus/registry';
import { DOCUMENT, registryOf } from '../testing/registry-store';
import { REGISTRY_KEY } from './registry-copy';
import { VERSIONED_KEY } from '@nemus/start';

describe('when the store names versions', () => {
  const named = (tag: string, body: unknown = DOCUMENT) =>
    new Response(JSON.stringify(body), { headers: { etag: tag } });
  const version = (tag: string) => new Response(null, { headers: { etag: tag } });
  const methods = ({ send }: ReturnType<typeof registryOf>) => send.mock.calls.map(([, init]) => init?.method ?? 'GET');
  const entry = {
    name: 'alpha',
    title: 'Alpha',
    team: 'alpha',
    routes: [{ path: '/alpha', layout: 'shared', title: 'Alpha' }],
    menu: [{ id: 'alpha', path: '/alpha', label: 'Alpha', icon: 'area', order: 10 }],
    slots: [],
    enabled: true,
    stable: {
      version: '1.0.0-00000000',
      path: 'releases/alpha/1.0.0-00000000/',
      digest: `sha384-${'A'.repeat(64)}`,
      contract: '^1.0.0',
    },
    lastGood: [],
  };
  const FULL = { ...DOCUMENT, remotes: [entry] };
  const afterVisit = async (body: unknown = FULL, trustedKeys: TrustedKeys = {}) => {
    const before = registryOf([named('"7"', body)], undefined, undefined, trustedKeys);
    await before.source.refresh();
    return before.stored;
  };

  it.each(['"7"', 'W/"7"'])('a start requests only the version (%s), and opens nothing twice', async (tag) => {
    const open = jest.fn(openRegistry);
    const portal = registryOf([version(tag)], await afterVisit(), undefined, {}, open);
    await portal.source.refresh();
    expect(portal.source.store.getState()).toMatchObject({
      status: 'ready',
      stale: false,
      document: FULL,
      refused: [],
    });
    expect(methods(portal)).toEqual(['HEAD']);
    expect(open).not.toHaveBeenCalled();
  });

  it('an open page does as well, and nothing is drawn again', async () => {
    const portal = registryOf([
      named('"7"'),
      version('"7"'),
      version('"8"'),
      named('"8"', { ...DOCUMENT, revision: 8 }),
    ]);
    await portal.source.refresh();
    const before = portal.source.store.getState();
    await portal.source.refresh();
    expect(portal.source.store.getState()).toBe(before);
    await portal.source.refresh();
    expect(portal.source.store.getState().document?.revision).toBe(8);
    expect(methods(portal)).toEqual(['GET', 'HEAD', 'HEAD', 'GET']);
  });

  it('is well again when the version is the one at hand', async () => {
    const portal = registryOf([named('"7"'), new TypeError('Failed to fetch'), version('"7"')]);
    await portal.source.refresh();
    await portal.source.refresh();
    expect(portal.source.store.getState().stale).toBe(true);
    await portal.source.refresh();
    expect(portal.source.store.getState()).toMatchObject({ status: 'ready', stale: false });
  });

  it('a switched-off area is off at the next visit', async () => {
    const off = { ...FULL, revision: 8, remotes: [{ ...entry, enabled: false }] };
    const portal = registryOf([version('"8"'), named('"8"', off)], await afterVisit());
    await portal.source.refresh();
    expect(portal.source.store.getState().document?.remotes[0]?.enabled).toBe(false);
  });

  it.each<[string, Response]>([
    ['does not say it', new Response(null)],
    ['does not know the question', new Response(null, { status: 405 })],
  ])('reads the document when the store %s', async (_why, said) => {
    const portal = registryOf([said, named('"7"', FULL)], await afterVisit());
    await portal.source.refresh();
    expect(portal.source.store.getState()).toMatchObject({ status: 'ready', stale: false, document: FULL });
    expect(methods(portal)).toEqual(['HEAD', 'GET']);
    expect(portal.stored.has(VERSIONED_KEY)).toBe(false);
  });

  it('uses the copy, and marks it stale, when the store does not answer', async () => {
    const portal = registryOf([new TypeError('Failed to fetch')], await afterVisit());
    await portal.source.refresh();
    expect(portal.source.store.getState()).toMatchObject({ status: 'ready', stale: true, document: FULL });
    expect(portal.reports).toEqual(['registry-unusable']);
  });

  it('reads the document again when validity has changed with time', async () => {
    const portal = registryOf([version('"7"'), named('"7"', FULL)], await afterVisit(), '2026-12-01T00:00:00Z');
    await portal.source.refresh();
    expect(portal.source.store.getState().status).toBe('missing');
    expect(methods(portal)).toEqual(['HEAD', 'GET']);
  });

  it('reads and checks the document again with other keys', async () => {
    const { keyId, publicKey } = await generateKeyPair();
    const trusted = { alpha: { keys: [{ id: keyId, publicKey }], routes: ['/alpha'] } };
    const portal = registryOf([version('"7"'), named('"7"', FULL)], await afterVisit(), undefined, trusted);
    await portal.source.refresh();
    expect(portal.source.store.getState()).toMatchObject({ document: { remotes: [] }, refused: [{ name: 'alpha' }] });
  });

  it('reads every document while an entry is refused', async () => {
    const stored = await afterVisit({ ...FULL, remotes: [entry, { name: 'beta' }] });
    const portal = registryOf([named('"7"', FULL)], stored);
    await portal.source.refresh();
    expect(methods(portal)).toEqual(['GET']);
  });

  it('reads the document when the copy is not what was written', async () => {
    const stored = await afterVisit();
    stored.set(REGISTRY_KEY, (stored.get(REGISTRY_KEY) ?? '').replace('Alpha', 'Omega'));
    const portal = registryOf([version('"7"'), named('"7"', FULL)], stored);
    await portal.source.refresh();
    expect(portal.source.store.getState().document).toEqual(FULL);
    expect(methods(portal)).toEqual(['HEAD', 'GET']);
  });
});
