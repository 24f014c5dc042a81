/** @jest-environment ../../jest.browser.mjs */
import {
  digestOf,
  countersignEntry,
  generateKeyPair,
  openRegistry,
  openSigner,
  openStopList,
  readAccepted,
  signEntry,
  unchangedSpan,
  type RegisteredRemote,
  type TrustedKeys,
} from '@nemus/registry';
import { createKeyRing } from '../config/key-ring';
import { REGISTRY_KEY } from './registry-copy';
import { createRegistrySource } from './registry-source';
import { VERSIONED_KEY } from './registry-version';
import { NO_STOPS } from '../testing/samples';
import type { KeyStore } from '../browser/storage';

const URL_ = 'http://store.test/registry/local.json';
const DOCUMENT = {
  schema: 1,
  environment: 'local',
  revision: 7,
  issuedAt: '2026-11-01T00:00:00Z',
  expiresAt: '2026-12-01T00:00:00Z',
  remotes: [],
};

type Answer = Response | Error | Promise<Response>;
const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

function setUp(
  answers: Answer[],
  stored = new Map<string, string>(),
  now: string | (() => number) = '2026-11-10T00:00:00Z',
  trustedKeys: TrustedKeys = {},
  open: typeof openRegistry = openRegistry,
) {
  const reports: string[] = [];
  const storage: KeyStore = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  };
  const send = jest.fn((_url: unknown, _init?: RequestInit) => {
    const next = answers.shift();
    if (!next) throw new Error('The test gave no further answer.');
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  });
  const source = createRegistrySource({
    config: { registryUrl: URL_, environment: 'local' },
    keys: createKeyRing({ trustedKeys }),
    stops: NO_STOPS,
    telemetry: { report: ({ name }) => reports.push(name) },
    reader: () => Promise.resolve({ digestOf, openRegistry: open, openStopList, readAccepted, unchangedSpan }),
    fetch: send,
    storage,
    now: () => new Date(typeof now === 'string' ? now : now()),
  });
  return { source, stored, reports, send };
}

it('asks the store and keeps what may be used', async () => {
  const { source, stored, reports } = setUp([answer(DOCUMENT)]);
  expect(source.store.getState().status).toBe('loading');
  await source.refresh();
  expect(source.store.getState()).toMatchObject({ status: 'ready', stale: false, document: { revision: 7 } });
  expect(stored.has(REGISTRY_KEY)).toBe(true);
  expect(reports).toEqual([]);
});

it('asks once for several who want to know', async () => {
  const { source, send } = setUp([answer(DOCUMENT)]);
  await Promise.all([source.refresh(), source.refresh()]);
  expect(send).toHaveBeenCalledTimes(1);
});

describe('before an area is opened', () => {
  it('asks again, but for the first one not when an answer has just come', async () => {
    let time = new Date('2026-11-10T00:00:00Z').getTime();
    const { source, send } = setUp(
      [7, 8, 9, 10].map((revision) => answer({ ...DOCUMENT, revision })),
      undefined,
      () => time,
    );
    await source.refresh();
    expect(source.renew()).toBeNull();
    await source.renew();
    expect(source.store.getState().document?.revision).toBe(8);
    await source.refresh();
    time += 2_500;
    await source.renew();
    expect(source.store.getState().document?.revision).toBe(10);
    expect(send).toHaveBeenCalledTimes(4);
  });

  it('waits longer for the code that draws the first one than for a further one', async () => {
    let time = new Date('2026-11-10T00:00:00Z').getTime();
    const { source } = setUp(
      [7, 8, 9].map((revision) => answer({ ...DOCUMENT, revision })),
      undefined,
      () => time,
    );
    await source.refresh();
    time += 5_000;
    expect(source.renew()).toBeNull();
    await source.refresh();
    time += 5_000;
    await source.renew();
    expect(source.store.getState().document?.revision).toBe(9);
  });

  it('has asked already when somebody was about to open one', async () => {
    const { source, send } = setUp([7, 8, 9].map((revision) => answer({ ...DOCUMENT, revision })));
    await source.refresh();
    source.askAhead();
    expect(send).toHaveBeenCalledTimes(1);
    source.renew();
    source.askAhead();
    await source.refresh();
    expect(source.renew()).toBeNull();
    expect(source.store.getState().document?.revision).toBe(8);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('waits for the answer that is under way', async () => {
    const { source, send } = setUp([answer(DOCUMENT)]);
    void source.refresh();
    await source.renew();
    expect(source.store.getState().status).toBe('ready');
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('does not wait long', async () => {
    const { source } = setUp([new Promise<Response>(() => undefined)]);
    await source.renew();
    expect(source.store.getState().status).toBe('loading');
  });
});

describe('when the store names versions', () => {
  const named = (tag: string, body: unknown = DOCUMENT) =>
    new Response(JSON.stringify(body), { headers: { etag: tag } });
  const version = (tag: string) => new Response(null, { headers: { etag: tag } });
  const methods = ({ send }: ReturnType<typeof setUp>) => send.mock.calls.map(([, init]) => init?.method ?? 'GET');
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
    const before = setUp([named('"7"', body)], undefined, undefined, trustedKeys);
    await before.source.refresh();
    return before.stored;
  };

  it.each(['"7"', 'W/"7"'])('a start asks for the version alone (%s), and opens nothing twice', async (tag) => {
    const open = jest.fn(openRegistry);
    const portal = setUp([version(tag)], await afterVisit(), undefined, {}, open);
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
    const portal = setUp([named('"7"'), version('"7"'), version('"8"'), named('"8"', { ...DOCUMENT, revision: 8 })]);
    await portal.source.refresh();
    const before = portal.source.store.getState();
    await portal.source.refresh();
    expect(portal.source.store.getState()).toBe(before);
    await portal.source.refresh();
    expect(portal.source.store.getState().document?.revision).toBe(8);
    expect(methods(portal)).toEqual(['GET', 'HEAD', 'HEAD', 'GET']);
  });

  it('is well again when the version is the one at hand', async () => {
    const portal = setUp([named('"7"'), new TypeError('Failed to fetch'), version('"7"')]);
    await portal.source.refresh();
    await portal.source.refresh();
    expect(portal.source.store.getState().stale).toBe(true);
    await portal.source.refresh();
    expect(portal.source.store.getState()).toMatchObject({ status: 'ready', stale: false });
  });

  it('a switched-off area is off at the next visit', async () => {
    const off = { ...FULL, revision: 8, remotes: [{ ...entry, enabled: false }] };
    const portal = setUp([version('"8"'), named('"8"', off)], await afterVisit());
    await portal.source.refresh();
    expect(portal.source.store.getState().document?.remotes[0]?.enabled).toBe(false);
  });

  it.each<[string, Response]>([
    ['does not say it', new Response(null)],
    ['does not know the question', new Response(null, { status: 405 })],
  ])('reads the document when the store %s', async (_why, said) => {
    const portal = setUp([said, named('"7"', FULL)], await afterVisit());
    await portal.source.refresh();
    expect(portal.source.store.getState()).toMatchObject({ status: 'ready', stale: false, document: FULL });
    expect(methods(portal)).toEqual(['HEAD', 'GET']);
    expect(portal.stored.has(VERSIONED_KEY)).toBe(false);
  });

  it('takes the copy, and says so, when the store does not answer', async () => {
    const portal = setUp([new TypeError('Failed to fetch')], await afterVisit());
    await portal.source.refresh();
    expect(portal.source.store.getState()).toMatchObject({ status: 'ready', stale: true, document: FULL });
    expect(portal.reports).toEqual(['registry-unusable']);
  });

  it('reads the document again when time has changed what counts', async () => {
    const portal = setUp([version('"7"'), named('"7"', FULL)], await afterVisit(), '2026-12-01T00:00:00Z');
    await portal.source.refresh();
    expect(portal.source.store.getState().status).toBe('missing');
    expect(methods(portal)).toEqual(['HEAD', 'GET']);
  });

  it('reads and checks the document again with other keys', async () => {
    const { keyId, publicKey } = await generateKeyPair();
    const trusted = { alpha: { keys: [{ id: keyId, publicKey }], routes: ['/alpha'] } };
    const portal = setUp([version('"7"'), named('"7"', FULL)], await afterVisit(), undefined, trusted);
    await portal.source.refresh();
    expect(portal.source.store.getState()).toMatchObject({ document: { remotes: [] }, refused: [{ name: 'alpha' }] });
  });

  it('reads every document while an entry is refused', async () => {
    const stored = await afterVisit({ ...FULL, remotes: [entry, { name: 'beta' }] });
    const portal = setUp([named('"7"', FULL)], stored);
    await portal.source.refresh();
    expect(methods(portal)).toEqual(['GET']);
  });

  it('reads the document when the copy is not what was written', async () => {
    const stored = await afterVisit();
    stored.set(REGISTRY_KEY, (stored.get(REGISTRY_KEY) ?? '').replace('Alpha', 'Omega'));
    const portal = setUp([version('"7"'), named('"7"', FULL)], stored);
    await portal.source.refresh();
    expect(portal.source.store.getState().document).toEqual(FULL);
    expect(methods(portal)).toEqual(['HEAD', 'GET']);
  });
});

describe('when the store does not help', () => {
  const kept = async () => {
    const { source, stored } = setUp([answer(DOCUMENT)]);
    await source.refresh();
    return stored;
  };

  it.each([
    ['does not answer', () => new TypeError('Failed to fetch')],
    ['answers with an error', () => answer({}, 503)],
    ['answers with a page', () => new Response('<!doctype html>')],
    ['answers with another environment', () => answer({ ...DOCUMENT, environment: 'production' })],
    ['answers with an older revision', () => answer({ ...DOCUMENT, revision: 6 })],
    ['answers with an expired document', () => answer({ ...DOCUMENT, revision: 8, expiresAt: '2026-11-02T00:00:00Z' })],
  ])('takes the last good copy: it %s', async (_name, given) => {
    const { source, reports } = setUp([given()], await kept());
    await source.refresh();
    expect(source.store.getState()).toMatchObject({ status: 'ready', stale: true, document: { revision: 7 } });
    expect(reports).toContain('registry-unusable');
  });

  it('is missing when there is no copy', async () => {
    const { source } = setUp([new TypeError('Failed to fetch')]);
    await source.refresh();
    expect(source.store.getState()).toMatchObject({ status: 'missing', document: null });
  });

  it('is missing when the copy has expired', async () => {
    const { source } = setUp([new TypeError('Failed to fetch')], await kept(), '2027-01-01T00:00:00Z');
    await source.refresh();
    expect(source.store.getState().status).toBe('missing');
  });

  it('keeps what it has, and is well again later', async () => {
    const { source } = setUp([
      answer(DOCUMENT),
      new TypeError('Failed to fetch'),
      answer({ ...DOCUMENT, revision: 8 }),
    ]);
    await source.refresh();
    await source.refresh();
    expect(source.store.getState()).toMatchObject({ status: 'ready', stale: true, document: { revision: 7 } });
    await source.refresh();
    expect(source.store.getState()).toMatchObject({ status: 'ready', stale: false, document: { revision: 8 } });
  });

  it.each(['', '{', '{"url":"http://other.test/x.json","text":"","seen":{}}'])(
    'does not believe the copy %j',
    async (copy) => {
      const { source } = setUp([new TypeError('Failed to fetch')], new Map([[REGISTRY_KEY, copy]]));
      await source.refresh();
      expect(source.store.getState().status).toBe('missing');
    },
  );
});

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
  const versionOf = ({ source }: ReturnType<typeof setUp>) =>
    source.store.getState().document?.remotes.map(({ stable }) => stable.version);

  it('takes what the team signed', async () => {
    const { sign, trustedKeys } = await team();
    const portal = setUp([documentOf(7, await sign(OLD, 7))], new Map(), undefined, trustedKeys);
    await portal.source.refresh();
    expect(versionOf(portal)).toEqual([OLD]);
    expect(portal.source.store.getState().refused).toEqual([]);
  });

  it.each<[string, (own: Awaited<ReturnType<typeof team>>) => Promise<object>]>([
    ['forged', async ({ sign }) => ({ ...(await sign(OLD, 8)), stable: pointer(NEW) })],
    ['signed by somebody else', async () => (await team()).sign(NEW, 8)],
    ['unsigned', () => Promise.resolve(entry(NEW))],
    ['older than the one before', ({ sign }) => sign(NEW, 6)],
    ['expired', ({ sign }) => sign(NEW, 8, '2026-11-05T00:00:00Z')],
  ])('keeps the last good entry when the new one is %s, also after a reload', async (_name, make) => {
    const own = await team();
    const bad = await make(own);
    const first = setUp(
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
    const reloaded = setUp([documentOf(9, bad)], first.stored, undefined, own.trustedKeys);
    await reloaded.source.refresh();
    expect(versionOf(reloaded)).toEqual([OLD]);
  });

  it('asks for a second signature where the pin does, and takes the entry that two people signed', async () => {
    const [own, second] = [await team(), await generateKeyPair()];
    const { keys, routes } = own.trustedKeys.alpha;
    const pin = { keys: [...keys, { id: second.keyId, publicKey: second.publicKey }], routes, threshold: 2 as const };
    const alone = await own.sign(OLD, 7);
    const both = await countersignEntry(await own.sign(NEW, 8), await openSigner(second), 'local');
    const portal = setUp([documentOf(7, alone), documentOf(8, both)], new Map(), undefined, { alpha: pin });
    await portal.source.refresh();
    expect(versionOf(portal)).toEqual([]);
    expect(portal.source.store.getState().refused).toEqual([
      { name: 'alpha', message: 'It carries one signature; this remote needs those of two people.' },
    ]);
    await portal.source.refresh();
    expect(versionOf(portal)).toEqual([NEW]);
    expect(portal.source.store.getState().refused).toEqual([]);
  });

  it('leaves the area out and says so when there is no good entry', async () => {
    const { trustedKeys } = await team();
    const portal = setUp([documentOf(7, entry(NEW))], new Map(), undefined, trustedKeys);
    await portal.source.refresh();
    expect(versionOf(portal)).toEqual([]);
    expect(portal.source.store.getState().refused).toMatchObject([{ name: 'alpha' }]);
  });
});

it('has none where its own code does not come, and has one once it does', async () => {
  let arrived = false;
  const open: typeof openRegistry = (...parameters) =>
    arrived ? openRegistry(...parameters) : Promise.reject(new Error('Loading chunk platform failed.'));
  const { source, reports } = setUp([answer(DOCUMENT), answer(DOCUMENT)], undefined, undefined, undefined, open);
  await source.refresh();
  expect(source.store.getState().status).toBe('missing');
  expect(reports).toEqual(['registry-unusable']);
  arrived = true;
  await source.refresh();
  expect(source.store.getState()).toMatchObject({ status: 'ready', document: { revision: 7 } });
});
