import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { request, type IncomingHttpHeaders } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { freePorts } from '../free-ports';
import { FILE_POLICY, pageHeaders, startShellServer, startStoreServer } from '../servers';
import { deployedSites } from './deployment';
import { missingFor, SERVERS, startRealServer } from './real-servers';

const PAGE = `<html><head></head><body>${'Nemus '.repeat(100)}</body></html>`;
const CODE = 'code '.repeat(200);
const FILM = '0123456789';
const HASHES = { scriptHashes: ['sha256-boot='], styleHashes: ['sha256-first='] };

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Asks for a path as it is written: `fetch` would tidy it up before. */
function ask(origin: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const asked = request({ hostname, port, path, method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const body = Buffer.concat(chunks);
        const unpacked = { br: brotliDecompressSync, gzip: gunzipSync }[answer.headers['content-encoding'] ?? ''];
        const text = (unpacked && body.length > 0 ? unpacked(body) : body).toString();
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
      });
    });
    asked.on('error', reject).end();
  });
}

/** One server with both sites, over the same files. */
interface Served {
  readonly portal: string;
  readonly store: string;
  stop(): Promise<void>;
}

let folder: string;
let config: Record<string, unknown>;
let ports: number[];
const write = async (file: string, content: string | Buffer) => {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  await writeFile(path.join(folder, file), content);
};

async function startNamed(name: (typeof SERVERS)[number] | 'local'): Promise<Served> {
  // Without links in its path, which nginx follows nowhere.
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'nemus-deployed-')));
  ports = await freePorts(2);
  const [portal, store] = ports.map((port) => `http://localhost:${port}`);
  if (!portal || !store) throw new Error('There is no free port.');
  config = {
    storeUrl: `${store}/`,
    registryUrl: `${store}/registry/production.json`,
    supabase: { url: 'http://localhost:54321' },
  };
  await write('build/csp.json', JSON.stringify(HASHES));
  await write('build/site/index.html', PAGE);
  await write('build/site/favicon.svg', '<svg/>');
  await write('build/site/.env', 'secret');
  await write('build/site/assets/main.js', CODE);
  await write('build/site/assets/main.js.br', brotliCompressSync(`${CODE}by the build`));
  await write('build/site/assets/.hidden.js', 'secret');
  await write('build/site/content/impressum.md', `# Impressum\n\n${'Text '.repeat(200)}`);
  await write('config.json', JSON.stringify(config));
  await write('store/registry/production.json', JSON.stringify({ remotes: [], note: 'x'.repeat(1000) }));
  await write('store/releases/demo/1/entry.js', CODE);
  await write('store/releases/demo/1/entry.js.br', brotliCompressSync(CODE));
  await write('store/releases/demo/1/plain.mjs', CODE);
  await write('store/releases/demo/1/film.webm', FILM);
  await write('store/releases/demo/1/.hidden', 'secret');
  await write('store/audit/production.jsonl', 'secret');
  await write('outside.txt', 'secret');
  if (name === 'local') {
    const shell = await startShellServer({
      build: path.join(folder, 'build'),
      port: ports[0] ?? 0,
      config: () => config,
    });
    const files = await startStoreServer({ folder: path.join(folder, 'store'), port: ports[1] ?? 0 });
    return { portal, store, stop: () => Promise.all([shell.close(), files.close()]).then(() => undefined) };
  }
  const sites = deployedSites({
    config,
    hashes: HASHES,
    scripts: 'enforce',
    portal,
    siteFolder: path.join(folder, 'build/site'),
    storeFolder: path.join(folder, 'store'),
    configFile: path.join(folder, 'config.json'),
  });
  return { portal, store, ...(await startRealServer(name, sites)) };
}

it.each(SERVERS)('finds %s when it is asked for', (name) => {
  expect(process.env['NEMUS_REQUIRE_SERVERS'] === '1' ? missingFor(name) : null).toBeNull();
  const missing = missingFor(name);
  if (missing !== null) process.stdout.write(`Not tested with ${name}: ${missing}.\n`);
});

// Without the real ones the local server is tested alone.
const PRESENT = ['local', ...SERVERS.filter((name) => missingFor(name) === null)] as const;

describe.each(PRESENT)('%s', (name) => {
  let served: Served;
  beforeAll(async () => {
    served = await startNamed(name);
  });
  afterAll(async () => {
    await served.stop();
    await rm(folder, { recursive: true });
  });

  const shell = (path: string, headers?: Record<string, string>, method?: string) =>
    ask(served.portal, path, headers, method);
  const store = (path: string, headers?: Record<string, string>, method?: string) =>
    ask(served.store, path, headers, method);
  const OPENED = { accept: 'text/html,*/*;q=0.8' };

  it.each(['/', '/index.html', '/dashboard', '/course/a/block-b', '/?x=1', '/.well'])(
    'answers %s with the page and its headers',
    async (address) => {
      const { status, headers, text } = await shell(address, OPENED);
      expect([status, text, headers['content-type']]).toEqual([200, PAGE, 'text/html; charset=utf-8']);
      const expected = pageHeaders({ config, hashes: HASHES, scripts: 'enforce', secure: false });
      for (const [header, value] of Object.entries(expected))
        expect([header, headers[header.toLowerCase()]]).toEqual([header, value]);
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['strict-transport-security']).toBeUndefined();
    },
  );

  it('gives the page to whoever opens an address with a dot, and 404 to a program', async () => {
    expect((await shell('/course/a.b', OPENED)).text).toBe(PAGE);
    expect((await shell('/course/a.b', { 'sec-fetch-mode': 'navigate' })).text).toBe(PAGE);
    expect((await shell('/course/a.b')).status).toBe(404);
    for (const address of ['/assets/gone.js', '/content/gone', '/content/', '/assets/', '/assets/.hidden.js']) {
      const { status, headers, text } = await shell(address, OPENED);
      expect([address, status, text.trim()]).toEqual([address, 404, 'Not found']);
      expect([headers['cache-control'], headers['content-security-policy']]).toEqual(['no-store', FILE_POLICY]);
    }
  });

  it('serves built files for ever, as the build has compressed them', async () => {
    const packed = await shell('/assets/main.js', { 'accept-encoding': 'gzip, br' });
    expect([packed.headers['content-encoding'], packed.text]).toEqual(['br', `${CODE}by the build`]);
    const zipped = await shell('/assets/main.js', { 'accept-encoding': 'gzip' });
    expect([zipped.headers['content-encoding'], zipped.text]).toEqual(['gzip', CODE]);
    const plain = await shell('/assets/main.js');
    expect([plain.headers['content-encoding'], plain.text]).toEqual([undefined, CODE]);
    for (const { headers } of [packed, zipped, plain]) {
      expect(headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': FILE_POLICY,
        'x-content-type-options': 'nosniff',
        // Caddy says it twice of what it compresses on the way.
        vary: expect.stringMatching(/^Accept-Encoding(, Accept-Encoding)?$/),
      });
    }
  });

  it('serves configuration, public texts and other files as they are now', async () => {
    const answer = await shell('/config.json');
    expect(JSON.parse(answer.text)).toEqual(config);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
    });
    const text = await shell('/content/impressum.md', { 'accept-encoding': 'gzip' });
    expect([text.text.slice(0, 11), text.headers['content-encoding']]).toEqual(['# Impressum', 'gzip']);
    expect(text.headers).toMatchObject({ 'content-type': 'text/markdown; charset=utf-8', 'cache-control': 'no-cache' });
    const icon = await shell('/favicon.svg', OPENED);
    expect([icon.text, icon.headers['content-type']]).toEqual(['<svg/>', 'image/svg+xml']);
  });

  it('serves the store to every origin, without credentials', async () => {
    for (const address of ['/releases/demo/1/entry.js', '/registry/production.json', '/releases/gone.js']) {
      for (const { headers } of [
        await store(address, { origin: 'https://a.example' }),
        await store(address, {}, 'HEAD'),
      ]) {
        expect(headers).toMatchObject({
          'access-control-allow-origin': '*',
          'access-control-expose-headers': 'ETag',
          'cross-origin-resource-policy': 'cross-origin',
          'timing-allow-origin': '*',
        });
        expect(headers['access-control-allow-credentials']).toBeUndefined();
      }
    }
    const asked = await store('/registry/production.json', { 'access-control-request-method': 'GET' }, 'OPTIONS');
    expect([asked.status, asked.text, asked.headers['access-control-allow-methods']]).toEqual([204, '', 'GET, HEAD']);
    expect(asked.headers['access-control-allow-origin']).toBe('*');
  });

  it('serves releases for ever, in the form of the publisher', async () => {
    const packed = await store('/releases/demo/1/entry.js', { 'accept-encoding': 'br' });
    expect([packed.headers['content-encoding'], packed.text]).toEqual(['br', CODE]);
    const plain = await store('/releases/demo/1/plain.mjs');
    for (const { headers } of [packed, plain]) {
      expect(headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: expect.stringMatching(/^Accept-Encoding/),
      });
    }
  });

  it('has no file of which only a compressed form is left', async () => {
    await write('store/releases/demo/1/gone.js.br', brotliCompressSync(CODE));
    expect((await store('/releases/demo/1/gone.js', { 'accept-encoding': 'br' })).status).toBe(404);
  });

  it('names versions of the registry, to HEAD as to GET, and says when nothing has changed', async () => {
    const address = '/registry/production.json';
    const weak = (headers: IncomingHttpHeaders) => headers.etag?.replace(/^W\//, '');
    const tags = [
      await store(address),
      await store(address, {}, 'HEAD'),
      await store(address, { 'accept-encoding': 'gzip' }),
    ];
    expect(new Set(tags.map(({ headers }) => weak(headers))).size).toBe(1);
    const tag = tags[2]?.headers.etag ?? '';
    expect(tag).toMatch(/^(W\/)?".+"$/);
    const same = await store(address, { 'if-none-match': tag, 'accept-encoding': 'gzip' });
    expect([same.status, same.text, same.headers['cache-control']]).toEqual([304, '', 'no-cache']);
    expect((await store(address, { 'if-none-match': '"another"' })).status).toBe(200);
  });

  it.each([
    ['bytes=0-0', 206, 'bytes 0-0/10', '0'],
    ['bytes=-3', 206, 'bytes 7-9/10', '789'],
    ['bytes=7-', 206, 'bytes 7-9/10', '789'],
    ['bytes=2-999999999999999', 206, 'bytes 2-9/10', '23456789'],
    ['bytes=10-', 416, 'bytes */10', undefined],
  ])('answers a player that asks for %s', async (range, status, part, text) => {
    const answer = await store('/releases/demo/1/film.webm', { range });
    expect([answer.status, answer.headers['content-range']]).toEqual([status, part]);
    // The text of a refusal is each server's own, and nginx says its headers twice there.
    expect(answer.status === 206 ? answer.text : undefined).toBe(text);
    expect(answer.headers['access-control-allow-origin']).toMatch(/^\*(, \*)?$/);
  });

  it('sends no more for many parts than the file has', async () => {
    const range = `bytes=${Array.from({ length: 500 }, () => '0-9').join(',')}`;
    const answer = await store('/releases/demo/1/film.webm', { range });
    expect([200, 206]).toContain(answer.status);
    expect(answer.text).toBe(FILM);
  });

  it.each([
    '/../outside.txt',
    '/releases/../../outside.txt',
    '/releases/../audit/production.jsonl',
    '/releases/%2e%2e/audit/production.jsonl',
    '/releases/..%2faudit/production.jsonl',
    '/releases/..%2f..%2foutside.txt',
    '/releases/%2e%2e%2f%2e%2e%2foutside.txt',
    '/releases/..%5c..%5coutside.txt',
    '/releases/..\\..\\outside.txt',
    '/releases/%00',
    '/releases/demo/1/entry.js%00.txt',
    '/releases/%zz',
    '/audit/production.jsonl',
    '//audit/production.jsonl',
    '/releases/demo/1/.hidden',
    '/releases/demo/1/%2ehidden',
    '/releases/demo/1/entry.js/',
    '/releases/demo/1/',
    '/releases/demo/1',
    '/releases/',
    '/releases',
    '/',
  ])('gives away nothing at %s', async (address) => {
    for (const answer of [await store(address), await store(address, OPENED), await shell(address)]) {
      expect(answer.text).not.toMatch(/secret|demo|entry/);
      expect(answer.headers['location']).toBeUndefined();
    }
    expect([400, 404]).toContain((await store(address)).status);
  });

  it('does not show hidden files of the site', async () => {
    for (const address of ['/.env', '/%2eenv', '/assets/../.env', '/assets/..%2f.env']) {
      expect((await shell(address)).text).not.toContain('secret');
    }
  });

  it('refuses methods that write', async () => {
    for (const method of ['PUT', 'POST', 'DELETE', 'PATCH', 'MKCOL', 'TRACE']) {
      expect([method, (await store('/releases/demo/1/new.js', {}, method)).status]).toEqual([method, 405]);
      const refused = await shell('/', {}, method);
      expect([method, refused.status]).toEqual([method, 405]);
    }
    expect((await shell('/', {}, 'POST')).headers['allow']).toBe('GET, HEAD');
    expect((await store('/', {}, 'POST')).headers['allow']).toBe('GET, HEAD, OPTIONS');
  });

  it('repeats no host that a request names', async () => {
    const strange = { host: 'stranger.example', 'x-forwarded-host': 'stranger.example' };
    for (const address of ['/', '/assets', '/content', '/dashboard/']) {
      const { headers, text } = await shell(address, { ...strange, ...OPENED });
      expect(JSON.stringify(headers) + text).not.toContain('stranger');
    }
  });

  if (name === 'nginx') {
    it('follows no link out of a published folder', async () => {
      await symlink(path.join(folder, 'outside.txt'), path.join(folder, 'store/releases/demo/1/link.txt'));
      expect((await store('/releases/demo/1/link.txt')).status).toBe(404);
    });
  }
});
