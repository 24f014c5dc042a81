import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { startShellServer, startStoreServer, type RunningServer } from './index';

let folder: string;
const running: RunningServer[] = [];
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
const started = async (server: Promise<RunningServer>) => {
  running.push(await server);
  return (await server).origin;
};

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'nemus-servers-'));
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
  rmSync(folder, { recursive: true });
});

/** Headers of a browser that revalidates its copy; Node's `fetch` would request without a cache. */
const asBrowser = (etag: string) => ({ 'if-none-match': etag, 'cache-control': 'max-age=0' });

describe('the release store', () => {
  const start = () => started(startStoreServer({ folder, port: 0 }));

  it('has what served areas build beside their releases, and waits with the registry until they are released', async () => {
    write('releases/demo/1/main.js', 'released');
    write('registry/local.json', 'before');
    write('changed.js', 'changed');
    let release: () => void = () => undefined;
    const settled = new Promise<void>((resolve) => (release = resolve));
    const origin = await started(
      startStoreServer({
        folder,
        port: 0,
        served: {
          settled: () => settled,
          unpublished: (pathname) =>
            pathname === '/releases/demo/1/changed.js' ? { folder, pathname: '/changed.js' } : null,
        },
      }),
    );
    const text = async (pathname: string) => (await fetch(origin + pathname)).text();
    expect(await text('/releases/demo/1/main.js')).toBe('released');
    expect(await text('/releases/demo/1/changed.js')).toBe('changed');
    expect((await fetch(`${origin}/releases/demo/1/other.js`)).status).toBe(404);
    const registry = text('/registry/local.json');
    await text('/releases/demo/1/main.js');
    write('registry/local.json', 'after');
    release();
    expect(await registry).toBe('after');
  });

  it('serves releases for ever and the registry validated, to every origin', async () => {
    write('releases/demo/1/remoteEntry.js', 'code');
    write('registry/local.json', '{}');
    const origin = await start();
    const release = await fetch(`${origin}/releases/demo/1/remoteEntry.js?retry=1`);
    expect(await release.text()).toBe('code');
    expect(release.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(release.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(release.headers.get('access-control-allow-origin')).toBe('*');
    const registry = await fetch(`${origin}/registry/local.json`);
    expect(registry.headers.get('cache-control')).toBe('no-cache');
    const etag = registry.headers.get('etag') ?? '';
    const again = await fetch(`${origin}/registry/local.json`, { headers: asBrowser(etag) });
    expect(again.status).toBe(304);
    const head = await fetch(`${origin}/registry/local.json`, { method: 'HEAD' });
    expect([head.headers.get('etag'), head.headers.get('access-control-expose-headers')]).toEqual([etag, 'ETag']);
    write('registry/local.json', '{"revision":2}');
    const changed = await fetch(`${origin}/registry/local.json`, { headers: asBrowser(etag) });
    expect(changed.status).toBe(200);
  });

  it('serves published compressed files to clients that accept them', async () => {
    write('releases/demo/1/remoteEntry.js', 'code');
    writeFileSync(path.join(folder, 'releases/demo/1/remoteEntry.js.br'), brotliCompressSync('code, by the publisher'));
    const address = `${await start()}/releases/demo/1/remoteEntry.js`;
    const ask = (encoding: string, method = 'GET') =>
      fetch(address, { method, headers: { 'accept-encoding': encoding } });
    for (const encoding of ['br', 'gzip, deflate, br, zstd', 'gzip;q=0.5, BR;q=0.9']) {
      const answer = await ask(encoding);
      expect(await answer.text()).toBe('code, by the publisher');
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-encoding': 'br',
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
        vary: 'Accept-Encoding',
      });
    }
    for (const encoding of ['identity', 'gzip', 'br;q=0', 'br; q=0.0, gzip']) {
      expect(await (await ask(encoding)).text()).toBe('code');
    }
    const [head, plain] = [await ask('br', 'HEAD'), await ask('identity')];
    expect([head.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['br', null]);
    expect(plain.headers.get('vary')).toBe('Accept-Encoding');
  });

  it('never lets a missing file be remembered', async () => {
    const origin = await start();
    const missing = await fetch(`${origin}/releases/demo/1/remoteEntry.js`);
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(missing.headers.get('access-control-allow-origin')).toBe('*');
  });

  it.each([
    '/audit/local.jsonl',
    '/releases/%2e%2e/audit/local.jsonl',
    '/releases/..%2faudit/local.jsonl',
    '/maps/demo/1.json.gz',
    '/releases/..%2fmaps/demo/1.json.gz',
    '/releases/%5c..%5caudit/local.jsonl',
    '/releases/.hidden',
    '/releases/demo',
    '/releases/%00',
    '/releases/%2ehidden',
    '/releases/demo%2fa.js',
    '//audit/local.jsonl',
    '/releases/%zz',
    '/',
  ])('does not serve %s', async (address) => {
    write('audit/local.jsonl', 'who did what');
    write('maps/demo/1.json.gz', 'places in the sources');
    write('releases/.hidden', 'x');
    write('releases/demo/a.js', 'x');
    expect((await fetch((await start()) + address)).status).toBe(404);
  });

  it.each([
    ['bytes=0-0', 206, 'bytes 0-0/10', '0'],
    ['bytes=2-4', 206, 'bytes 2-4/10', '234'],
    ['bytes=-3', 206, 'bytes 7-9/10', '789'],
    ['bytes=7-99999999999999999999', 206, 'bytes 7-9/10', '789'],
    ['bytes=10-', 416, 'bytes */10', ''],
    ['bytes=5-2', 416, 'bytes */10', ''],
    ['bytes=0-1,4-5', 200, null, '0123456789'],
    ['items=0-1', 200, null, '0123456789'],
  ])('answers a player that asks for %s with %i', async (range, status, part, text) => {
    write('releases/demo/film.webm', '0123456789');
    const answer = await fetch(`${await start()}/releases/demo/film.webm`, { headers: { range } });
    expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([status, part, text]);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('refuses methods that write', async () => {
    const origin = await start();
    for (const method of ['PUT', 'POST', 'DELETE']) {
      expect((await fetch(`${origin}/releases/demo/a.js`, { method })).status).toBe(405);
    }
    expect((await fetch(origin, { method: 'OPTIONS' })).status).toBe(204);
  });
});

describe("the shell's server", () => {
  const PAGE = '<html><head></head><body>Nemus</body></html>';
  const CONFIG = {
    environment: 'test',
    storeUrl: 'http://store.test/',
    registryUrl: 'http://store.test/registry.json',
  };
  const start = (sockets?: readonly string[]) => {
    write('dist/site/index.html', PAGE);
    write('dist/site/assets/main.js', 'code '.repeat(100));
    write('dist/site/favicon.svg', '<svg/>');
    write('dist/csp.json', '{"scriptHashes":["sha256-abc="],"styleHashes":["sha256-xyz="]}');
    write('content/impressum.md', '# Impressum');
    return started(
      startShellServer({
        build: path.join(folder, 'dist'),
        content: path.join(folder, 'content'),
        port: 0,
        config: () => CONFIG,
        sockets,
      }),
    );
  };

  it.each(['/', '/dashboard', '/course/rechtliche-grundlagen/block-a', '/index.html'])(
    'answers %s with the page, under a strict policy',
    async (address) => {
      const answer = await fetch((await start()) + address);
      expect(await answer.text()).toBe(PAGE);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self' http://store.test/releases/ 'sha256-abc=';");
      expect(policy).toContain("'sha256-xyz='");
      expect(answer.headers.get('integrity-policy')).toBe('blocked-destinations=(script)');
      // On one machine there is no https, and the header would be a promise about all of localhost.
      expect(answer.headers.get('strict-transport-security')).toBeNull();
      expect(policy).not.toContain('unsafe');
    },
  );

  it('serves built files for ever, compressed', async () => {
    const answer = await fetch(`${await start()}/assets/main.js`, { headers: { 'accept-encoding': 'br' } });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(await answer.text()).toBe('code '.repeat(100));
  });

  it('answers a navigation to an address with a dot with the page, but never a built file’s address', async () => {
    const origin = await start();
    const open = (address: string) => fetch(origin + address, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(await (await open('/course/a.b')).text()).toBe(PAGE);
    expect((await open('/assets/gone.js')).status).toBe(404);
    expect((await open('/content/gone.md')).status).toBe(404);
  });

  it('prefers what the build has compressed, by what the browser takes', async () => {
    const origin = await start();
    write('dist/site/assets/react.js', 'react');
    writeFileSync(path.join(folder, 'dist/site/assets/react.js.br'), brotliCompressSync('react, by the build'));
    const ask = (encoding: string) => fetch(`${origin}/assets/react.js`, { headers: { 'accept-encoding': encoding } });
    const [br, gzip, plain] = [await ask('br'), await ask('gzip'), await ask('identity')];
    expect([await br.text(), await gzip.text(), await plain.text()]).toEqual(['react, by the build', 'react', 'react']);
    for (const answer of [br, gzip]) expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(gzip.headers.get('content-encoding')).toBe('gzip');
  });

  it('does not take a missing file for a page', async () => {
    const origin = await start();
    for (const address of ['/assets/gone.js', '/favicon.png', '/content/gone.md', '/content/gone']) {
      expect((await fetch(origin + address)).status).toBe(404);
    }
  });

  it('serves the configuration and the public texts', async () => {
    const origin = await start();
    expect(await (await fetch(`${origin}/config.json`)).json()).toEqual(CONFIG);
    expect(await (await fetch(`${origin}/content/impressum.md`)).text()).toBe('# Impressum');
    expect((await fetch(`${origin}/config.json`, { method: 'POST' })).status).toBe(405);
  });

  it('serves the keys as a file that the configuration names', async () => {
    write('dist/site/index.html', PAGE);
    write('dist/csp.json', '{"scriptHashes":[]}');
    const origin = await started(
      startShellServer({
        build: path.join(folder, 'dist'),
        port: 0,
        config: () => CONFIG,
        trustedKeys: { alpha: { keys: [] } },
      }),
    );
    const { trustedKeysFile } = await (await fetch(`${origin}/config.json`)).json();
    const answer = await fetch(origin + trustedKeysFile.path);
    const text = await answer.text();
    expect(text).toBe('{"alpha":{"keys":[]}}');
    expect(trustedKeysFile.digest).toBe(`sha384-${createHash('sha384').update(text).digest('base64')}`);
    expect(answer.headers.get('cache-control')).toContain('immutable');
  });

  it('does not start without a build', async () => {
    const missing = startShellServer({
      build: path.join(folder, 'nowhere'),
      port: 0,
      config: () => CONFIG,
    });
    await expect(missing).rejects.toThrow('csp.json');
  });

  it('lets pages hear of new builds while developing, and only then', async () => {
    const reached = async (origin: string) =>
      /connect-src ([^;]*);/.exec((await fetch(origin)).headers.get('content-security-policy') ?? '')?.[1]?.split(' ');
    expect(await reached(await start())).not.toContain('ws://localhost:9999');
    expect(await reached(await start(['ws://localhost:9999']))).toContain('ws://localhost:9999');
  });

  it('reads the hashes of inline scripts again, since a build may change them', async () => {
    const origin = await start();
    write('dist/csp.json', '{"scriptHashes":["sha256-def="]}');
    expect((await fetch(origin)).headers.get('content-security-policy')).toContain("'sha256-def='");
  });
});
