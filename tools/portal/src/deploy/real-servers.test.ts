import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { previewVersion } from '@nemus/registry';
import { POLICY_FILE, policyText } from '@nemus/release';
import { freePorts } from '../../../backend/src/server/http/free-ports';
import { FILE_POLICY, HANDED_ON_POLICY, pageHeaders, startShellServer, startStoreServer } from '../serve/servers';
import { deployedSites } from './deployment';
import { exampleConfig } from './example-config';
import { missingForNginx, startNginx } from './running-nginx';

const PAGE = `<html><head><style>a{}</style><script>boot()</script></head><body>${'Nemus '.repeat(100)}</body></html>`;
const CODE = 'code '.repeat(200);
const FILM = '0123456789';
const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const HASHES = { scriptHashes: [hashOf('boot()')], styleHashes: [hashOf('a{}')] };

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** The requests that reached the backend. */
interface Heard {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Requests a path unchanged: `fetch` would normalise it. */
function ask(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body?: string | Buffer,
): Promise<Answer> {
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
    asked.on('error', reject).end(body);
  });
}

const inMinutes = (minutes: number) => previewVersion(new Date(Date.now() + minutes * 60_000), 'abcdef');
const PREVIEWS = { ended: inMinutes(-1), running: inMinutes(10), old: '0.0.0-1000000000abcdef' };

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

let heard: Heard[];
/** Headers of the backend's next answers. */
let said: Record<string, string | string[]>;
let backend: Server;

/** A backend that sends every header that must not pass. */
async function startBackend(port: number) {
  heard = [];
  said = {};
  backend = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      heard.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      outgoing.writeHead(url.includes('gone') ? 404 : 200, { 'content-type': 'application/json', ...said });
      outgoing.end(`{"from":"backend"}`);
    });
  });
  await new Promise<void>((resolve) => backend.listen(port, '127.0.0.1', resolve));
}

async function startNamed(name: 'local' | 'nginx'): Promise<Served> {
  // Without symbolic links in its path, which nginx does not follow.
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'nemus-deployed-')));
  ports = await freePorts(3);
  const [portal, store, api] = ports.map((port) => `http://localhost:${port}`);
  if (!portal || !store || !api) throw new Error('There is no free port.');
  config = {
    ...exampleConfig(),
    storeUrl: `${store}/`,
    registryUrl: `${store}/registry/production.json`,
    supabase: { url: portal, publishableKey: 'sb_publishable_x' },
    stops: undefined,
    telemetryUrl: undefined,
  };
  await startBackend(ports[2] ?? 0);
  await write('build/csp.json', JSON.stringify(HASHES));
  await write('build/site/index.html', PAGE);
  await write(`build/site/${POLICY_FILE}`, policyText([PAGE]));
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
  for (const version of Object.values(PREVIEWS)) await write(`store/releases/demo/${version}/entry.js`, CODE);
  await write('store/releases/demo/1/plain.mjs', CODE);
  await write('store/releases/demo/1/film.webm', FILM);
  await write('store/releases/demo/1/.hidden', 'secret');
  await write('store/audit/production.jsonl', 'secret');
  await write('store/maps/demo/1.json.gz', 'secret');
  await write('outside.txt', 'secret');
  if (name === 'local') {
    const shell = await startShellServer({
      build: path.join(folder, 'build'),
      port: ports[0] ?? 0,
      api,
      config: () => config,
    });
    const files = await startStoreServer({ folder: path.join(folder, 'store'), port: ports[1] ?? 0 });
    return { portal, store, stop: () => Promise.all([shell.close(), files.close()]).then(() => undefined) };
  }
  const sites = deployedSites({
    config,
    scripts: 'enforce',
    portal,
    api: api.replace('localhost', '127.0.0.1'),
    siteFolder: path.join(folder, 'build/site'),
    storeFolder: path.join(folder, 'store'),
    configFile: path.join(folder, 'config.json'),
  });
  return { portal, store, ...(await startNginx(sites)) };
}

it('finds nginx when it is asked for', () => {
  const missing = missingForNginx();
  expect(process.env['NEMUS_REQUIRE_SERVERS'] === '1' ? missing : null).toBeNull();
  if (missing !== null) process.stdout.write(`Not tested with nginx: ${missing}.\n`);
});

// Without nginx the local server is tested alone.
const PRESENT = missingForNginx() === null ? (['local', 'nginx'] as const) : (['local'] as const);

describe.each(PRESENT)('%s', (name) => {
  let served: Served;
  beforeAll(async () => {
    served = await startNamed(name);
  });
  afterAll(async () => {
    await served.stop();
    await new Promise((resolve) => backend.close(resolve).closeAllConnections());
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
      const expected = pageHeaders({
        config,
        hashes: HASHES,
        scripts: 'enforce',
        secure: false,
        portal: served.portal,
      });
      for (const [header, value] of Object.entries(expected))
        expect([header, headers[header.toLowerCase()]]).toEqual([header, value]);
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['strict-transport-security']).toBeUndefined();
    },
  );

  it('answers a navigation to an address with a dot with the page, and a program with 404', async () => {
    expect((await shell('/course/a.b', OPENED)).text).toBe(PAGE);
    expect((await shell('/course/a.b', { 'sec-fetch-mode': 'navigate' })).text).toBe(PAGE);
    expect((await shell('/course/a.b')).status).toBe(404);
    for (const address of ['/assets/gone.js', '/content/gone', '/content/', '/assets/', '/assets/.hidden.js']) {
      const { status, headers, text } = await shell(address, OPENED);
      expect([address, status, text.trim()]).toEqual([address, 404, 'Not found']);
      expect([headers['cache-control'], headers['content-security-policy']]).toEqual(['no-store', FILE_POLICY]);
    }
  });

  it('serves a preview until its end', async () => {
    const { ended, running, old } = PREVIEWS;
    expect((await store(`/releases/demo/${running}/entry.js`)).status).toBe(200);
    const addresses = [ended, old, ended.replace('-', '%2D'), `./${ended}`, `/${ended}`];
    for (const version of addresses) {
      // oxlint-disable-next-line no-await-in-loop
      const { status, headers } = await store(`/releases/demo/${version}/entry.js`);
      expect([version, status, headers['cache-control']]).toEqual([version, 404, 'no-store']);
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
        vary: 'Accept-Encoding',
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
        vary: expect.stringMatching(/\bAccept-Encoding\b/),
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
    // The text of a refusal is each server's own, and nginx sends its headers twice there.
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
    '/maps/demo/1.json.gz',
    '/releases/../maps/demo/1.json.gz',
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

  describe('the backend under the same origin', () => {
    const TOKEN = { authorization: 'Bearer token', apikey: 'key' };
    const JSON_TEXT = { 'content-type': 'application/json' };
    beforeEach(() => {
      heard.splice(0);
      said = {};
    });
    const api = (address: string, headers: Record<string, string> = {}, method = 'GET', body?: string | Buffer) =>
      ask(served.portal, address, headers, method, body);

    it.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])('hands %s on, and the answer back', async (method) => {
      const body = ['GET', 'HEAD'].includes(method) ? undefined : '{"a":"ä"}';
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)), ...JSON_TEXT };
      const address = '/rest/v1/rows?select=a,b(c)&name=eq.%2F..%2F%20x';
      const { status, headers, text } = await api(address, { ...TOKEN, ...length }, method, body);
      expect([status, text]).toEqual([200, method === 'HEAD' ? '' : '{"from":"backend"}']);
      expect(heard).toMatchObject([{ method, url: address, headers: TOKEN, body: body ?? '' }]);
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-security-policy']).toBe(HANDED_ON_POLICY);
      expect(headers['x-content-type-options']).toBe('nosniff');
    });

    it.each(['/auth/v1/token', '/functions/v1/area-reports', '/storage/v1/object/learning/a%20b%C3%A4.mp4'])(
      'hands %s on as it is written',
      async (address) => {
        expect((await api(address)).status).toBe(200);
        expect(heard[0]?.url).toBe(address);
      },
    );

    it('says what the backend says of caching, ranges and failures', async () => {
      said = { 'cache-control': 'max-age=3600', 'content-range': '0-1/2', vary: 'Accept' };
      const { headers } = await api('/rest/v1/rows');
      expect(headers).toMatchObject({ 'cache-control': 'max-age=3600', 'content-range': '0-1/2' });
      const gone = await api('/rest/v1/gone', OPENED);
      expect([gone.status, gone.text]).toEqual([404, '{"from":"backend"}']);
    });

    it('compresses on the way', async () => {
      expect((await api('/rest/v1/rows', { 'accept-encoding': 'gzip' })).text).toBe('{"from":"backend"}');
    });

    it('lets no answer of the backend speak for the whole origin', async () => {
      said = {
        'set-cookie': ['a=b', 'c=d'],
        'clear-site-data': '"*"',
        'service-worker-allowed': '/',
        'alt-svc': 'h3=":443"',
        'access-control-allow-origin': '*',
        'access-control-allow-credentials': 'true',
        'content-security-policy': "default-src *; script-src 'unsafe-inline'",
        'x-content-type-options': 'sniff',
        'referrer-policy': 'unsafe-url',
        'strict-transport-security': 'max-age=0',
        'www-authenticate': 'Basic realm="x"',
        'reporting-endpoints': 'x="https://stranger.example"',
        'x-accel-redirect': '/config.json',
        link: '<https://stranger.example/x.js>; rel=preload; as=script',
      };
      const { headers, text } = await api('/storage/v1/object/public/x/page.html');
      expect(text).toBe('{"from":"backend"}');
      for (const name of [
        'set-cookie',
        'clear-site-data',
        'service-worker-allowed',
        'alt-svc',
        'access-control-allow-origin',
        'access-control-allow-credentials',
        'strict-transport-security',
        'www-authenticate',
        'reporting-endpoints',
        'link',
      ])
        expect([name, headers[name]]).toEqual([name, undefined]);
      expect(headers).toMatchObject({
        'content-security-policy': HANDED_ON_POLICY,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
      });
    });

    it('believes no caller about addresses, and keeps cookies from the backend', async () => {
      await api('/rest/v1/rows', {
        cookie: 'a=b',
        host: 'localhost',
        forwarded: 'for=6.6.6.6',
        'x-forwarded-for': '6.6.6.6',
        'x-real-ip': '6.6.6.6',
        'cf-connecting-ip': '6.6.6.6',
        'sb-forwarded-for': '6.6.6.6',
        'x-forwarded-host': 'stranger.example',
      });
      expect(JSON.stringify(heard[0]?.headers)).not.toMatch(/6\.6\.6\.6|stranger|a=b/);
      expect(heard[0]?.headers['x-forwarded-for']).toMatch(/^(::ffff:)?127\.0\.0\.1$/);
      expect(heard[0]?.headers.host).toMatch(new RegExp(`^(localhost|127\\.0\\.0\\.1):${ports[2]}$`));
    });

    it.each([
      '/rest/v1/../../admin',
      '/rest/v1/%2e%2e/%2e%2e/admin',
      '/rest/v1/..%2f..%2fadmin',
      '/rest/v1/%2e%2e%2f%2e%2e%2fadmin',
      '/rest/v1/..%5c..%5cadmin',
      '/rest/v1/..\\..\\admin',
      '/assets/../rest/v1/rows',
      '/rest/v1//admin',
      '//rest/v1/rows',
      '/rest/v1/.hidden',
      '/rest/v1/a%00',
      '/admin',
      '/pg/v1/rows',
      '/rest/v2/rows',
      '/rest/v1',
      '/auth',
      '/realtime/v1/websocket',
      'http://stranger.example/rest/v1/../x',
    ])('hands on nothing at %s', async (address) => {
      for (const headers of [{}, OPENED]) {
        const { text } = await api(address, headers);
        expect(text).not.toContain('backend');
      }
      expect(heard).toEqual([]);
    });

    it.each(['script', 'style', 'worker', 'serviceworker', 'sharedworker', 'iframe', 'embed', 'object', 'manifest'])(
      'gives the backend out as no %s',
      async (kind) => {
        expect((await api('/storage/v1/object/public/x/code.js', { 'sec-fetch-dest': kind })).status).toBe(404);
        expect(heard).toEqual([]);
      },
    );

    it('gives it out as data, pictures and files', async () => {
      for (const kind of ['empty', 'image', 'video', 'document'])
        expect((await api('/storage/v1/object/a', { 'sec-fetch-dest': kind })).status).toBe(200);
    });

    it('answers no other origin, and hands on no method that no page uses', async () => {
      const asked = { origin: 'https://a.example', 'access-control-request-method': 'POST' };
      const preflight = await api('/rest/v1/rows', asked, 'OPTIONS');
      expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([405, undefined]);
      for (const method of ['TRACE', 'MKCOL', 'PROPFIND'])
        expect((await api('/rest/v1/rows', {}, method)).status).toBe(405);
      for (const address of ['/config.json', '/rest', '/assets/main.js', '/dashboard'])
        expect((await api(address, {}, 'POST')).status).toBe(405);
      expect(heard).toEqual([]);
    });

    it('takes no more than a request may bring', async () => {
      const large = Buffer.alloc(3 * 1024 * 1024, 'x');
      const refused = api('/rest/v1/rows', { 'content-length': String(large.length) }, 'POST', large);
      // A refused upload may find the connection closed.
      expect(await refused.then(({ status }) => status).catch(() => 413)).toBe(413);
      const chunked = api('/functions/v1/any', { 'transfer-encoding': 'chunked' }, 'POST', large);
      expect(await chunked.then(({ status }) => status).catch(() => 413)).toBe(413);
      expect(heard).toEqual([]);
      const film = await api('/storage/v1/object/learning/a.mp4', {}, 'PUT', large);
      expect([film.status, heard[0]?.body.length]).toEqual([200, large.length]);
    });

    it('opens no other kind of connection', async () => {
      const { status } = await api('/rest/v1/rows', { connection: 'Upgrade', upgrade: 'websocket' });
      expect(heard[0]?.headers['upgrade']).toBeUndefined();
      expect([200, 404]).toContain(status);
    });

    it('reports a backend that is down', async () => {
      await new Promise((resolve) => backend.close(resolve).closeAllConnections());
      const { status, headers } = await api('/rest/v1/rows');
      expect([status, headers['x-content-type-options']]).toEqual([502, 'nosniff']);
      expect(headers['cache-control'] ?? 'no-store').toBe('no-store');
      await startBackend(ports[2] ?? 0);
    });
  });

  if (name === 'nginx') {
    it('follows no link out of a published folder', async () => {
      await symlink(path.join(folder, 'outside.txt'), path.join(folder, 'store/releases/demo/1/link.txt'));
      expect((await store('/releases/demo/1/link.txt')).status).toBe(404);
    });
  }
});
