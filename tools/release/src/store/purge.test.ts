import { createServer, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { sampleEntry } from '@nemus/registry/samples';
import { generateKey, openKey, OPERATOR, trustedKeyOf } from '../keys';
import { temporaryFolder } from '../samples/sample-app';
import { listen } from '../samples/listen';
import { stopArea } from '../stops';
import { openFileStore } from './file-store';
import { askToForget, purgeHookOf, withPurge, type PurgeHook } from './purge';
import { purgeLog, type EntryChange, type ReleaseStore } from './store';

const TOKEN = 'hidden-token';
const REQUEST = { schema: 1, environment: 'test', paths: ['registry/test.json'], revision: 1 } as const;
const change = (expectedRevision: number): EntryChange => ({
  environment: 'test',
  remote: 'alpha',
  expectedRevision,
  entry: sampleEntry('alpha'),
  audit: { who: 'me', action: 'promote', remote: 'alpha', from: null, to: '1', why: 'because' },
  validFor: 60_000,
});

/** A CDN's address that answers with one status after the other, the last one for ever. */
async function startCdn(...statuses: number[]) {
  const asked: { headers: IncomingMessage['headers']; body: unknown; path: string | undefined }[] = [];
  const server = await listen(
    createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const status = statuses[asked.length] ?? statuses.at(-1) ?? 500;
        asked.push({ headers: request.headers, body: JSON.parse(body || 'null'), path: request.url });
        response.writeHead(status, { location: `/elsewhere-${asked.length}` }).end('secret of the CDN');
      });
    }),
  );
  const hook = purgeHookOf({ NEMUS_PURGE_URL: `${server.endpoint}/purge?key=hidden-key`, NEMUS_PURGE_TOKEN: TOKEN });
  if (!hook) throw new Error('No hook.');
  return { ...server, asked, hook };
}

describe('the hook', () => {
  it('is absent when not configured', () => {
    expect(purgeHookOf({})).toBeNull();
    expect(purgeHookOf({ NEMUS_PURGE_URL: '' })).toBeNull();
  });

  it('takes the token in the header that its CDN reads', () => {
    const address = { NEMUS_PURGE_URL: 'https://cdn.example/purge', NEMUS_PURGE_TOKEN: TOKEN };
    expect(purgeHookOf(address)?.header).toEqual(['Authorization', `Bearer ${TOKEN}`]);
    expect(purgeHookOf({ ...address, NEMUS_PURGE_HEADER: 'Fastly-Key' })?.header).toEqual(['Fastly-Key', TOKEN]);
  });

  it.each([
    ['no address', { NEMUS_PURGE_URL: 'hidden-token' }],
    ['an address that is not encrypted', { NEMUS_PURGE_URL: 'http://cdn.example/hidden-token' }],
    ['a file', { NEMUS_PURGE_URL: 'file:///hidden-token' }],
    ['a login in the address', { NEMUS_PURGE_URL: 'https://me:hidden-token@cdn.example/' }],
    ['a token of two lines', { NEMUS_PURGE_URL: 'https://cdn.example/', NEMUS_PURGE_TOKEN: 'hidden-token\r\nx: y' }],
    [
      'a header that is none',
      { NEMUS_PURGE_URL: 'https://cdn.example/', NEMUS_PURGE_TOKEN: TOKEN, NEMUS_PURGE_HEADER: 'a: hidden-token' },
    ],
  ])('is refused with %s, without its secrets', (_what, env) => {
    const attempt = () => purgeHookOf(env);
    expect(attempt).toThrow(expect.objectContaining({ code: 'store' }));
    expect(attempt).not.toThrow(/hidden-token/);
  });

  it('is told what changed', async () => {
    const cdn = await startCdn(204);
    try {
      expect(await askToForget(cdn.hook, REQUEST)).toBeNull();
      expect(cdn.asked).toHaveLength(1);
      expect(cdn.asked[0]).toMatchObject({
        path: '/purge?key=hidden-key',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        body: REQUEST,
      });
    } finally {
      await cdn.end();
    }
  });

  it.each([
    ['is asked again while it is busy', [503, 429, 200], 3, null],
    ['is given up after three times', [500], 3, 'answered 500'],
    ['is not asked again when it refuses', [401], 1, 'answered 401'],
    ['follows no redirect', [302], 1, 'leads elsewhere (302), where the token does not go'],
  ] as const)('%s', async (_what, statuses, times, problem) => {
    const cdn = await startCdn(...statuses);
    try {
      const said = await askToForget(cdn.hook, REQUEST, [1, 1]);
      expect(said?.replace(cdn.endpoint, '').trim() ?? null).toBe(problem);
      expect(cdn.asked).toHaveLength(times);
      expect(new Set(cdn.asked.map(({ path }) => path))).toEqual(new Set(['/purge?key=hidden-key']));
      expect(said ?? '').not.toMatch(/hidden|secret/);
    } finally {
      await cdn.end();
    }
  });

  it('reports a hook that is down', async () => {
    const cdn = await startCdn(200);
    await cdn.end();
    expect(await askToForget(cdn.hook, REQUEST, [1, 1])).toContain('cannot be reached');
  });
});

describe('a store with a CDN in front', () => {
  let store: ReleaseStore;
  let remove: () => Promise<void>;
  beforeEach(async () => {
    const temporary = await temporaryFolder();
    remove = temporary.remove;
    store = openFileStore(temporary.folder);
  });
  afterEach(() => remove());

  const said: string[] = [];
  beforeEach(() => said.splice(0));
  const before = (hook: PurgeHook) => withPurge(store, hook, (text) => said.push(text));

  it('lets it forget the registry once for a change, and not for one that was not made', async () => {
    const cdn = await startCdn(200);
    try {
      const purging = before(cdn.hook);
      expect(await purging.compareAndSet(change(0))).toEqual({ ok: true, revision: 1 });
      expect(await purging.compareAndSet(change(0))).toEqual({ ok: false, revision: 1 });
      expect(cdn.asked.map(({ body }) => body)).toEqual([REQUEST]);
      expect(said).toEqual([]);
      expect(await store.readAudit(purgeLog('test'))).toMatchObject([
        { action: 'purge', remote: 'alpha', who: 'me', to: 'registry/test.json 1', why: `${cdn.endpoint} took it` },
      ]);
      // The environment's own log stays as older command lines read it.
      expect(await purging.readAudit('test')).toMatchObject([{ action: 'promote' }]);
    } finally {
      await cdn.end();
    }
  });

  it('lets it forget the stop list when an area is stopped, and keeps the stop when it does not', async () => {
    const cdn = await startCdn(200, 403);
    try {
      const { key, signer } = await openKey((await generateKey(path.join(store.location, 'vault'), OPERATOR)).file);
      const stop = (remote: string) =>
        stopArea({
          store: before(cdn.hook),
          environment: 'test',
          who: 'operator',
          why: 'incident 12',
          signer,
          keys: [trustedKeyOf(key)],
          remote,
          reason: 'Wartung',
        });
      expect(await stop('alpha')).toMatchObject({ status: 'changed', serial: 1 });
      expect(cdn.asked.map(({ body }) => body)).toEqual([{ ...REQUEST, paths: ['registry/test.stops.json'] }]);
      // Nothing is new: the hook is not called.
      expect(await stop('alpha')).toMatchObject({ status: 'unchanged' });
      expect(cdn.asked).toHaveLength(1);
      expect(await stop('beta')).toMatchObject({ serial: 2 });
      expect(said.join()).toContain('The change is made (registry/test.stops.json, 2), and the CDN was not told');
      expect(JSON.parse((await store.readStops('test')) ?? '')).toMatchObject({
        serial: 2,
        areas: [{ name: 'alpha' }, { name: 'beta' }],
      });
      expect(await store.readAudit(purgeLog('test'))).toMatchObject([
        { action: 'purge', remote: 'alpha', who: 'operator', to: 'registry/test.stops.json 1' },
        { action: 'purge', remote: 'beta', why: expect.stringContaining('403') },
      ]);
    } finally {
      await cdn.end();
    }
  });

  it('keeps a change when the CDN could not be notified, and reports it', async () => {
    const cdn = await startCdn(403);
    try {
      expect(await before(cdn.hook).compareAndSet(change(0))).toEqual({ ok: true, revision: 1 });
      expect(await store.readRegistry('test')).toContain('"revision": 1');
      expect(said.join()).toContain('The change is made (registry/test.json, 1), and the CDN was not told');
      expect(said.join()).not.toMatch(/hidden|secret/);
      expect(await store.readAudit(purgeLog('test'))).toMatchObject([{ why: expect.stringContaining('403') }]);
    } finally {
      await cdn.end();
    }
  });
});
