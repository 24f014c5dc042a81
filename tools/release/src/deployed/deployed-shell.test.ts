import { createServer, type RequestListener, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { digestOf } from '@nemus/registry';
import { PROVIDED } from '../samples/provided-names';
import { readDeployedNames } from './deployed-names';
import { openDeployedShell } from './deployed-shell';
import { missingInDatabase } from './missing-names';
import { portalOrigin } from './portal-address';
import { isPlainPath, READ_LIMITS } from './portal-reader';

const SCRIPT = 'start();';
const LATE = 'later();';
const CONFIG = {
  environment: 'production',
  storeUrl: 'https://store.example/',
  registryUrl: 'https://store.example/registry/production.json',
  supabase: { url: 'https://backend.example', publishableKey: 'x' },
};
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://localhost:${address.port}`;
}

async function pageOf(change: { href?: string; integrity?: string | null } = {}): Promise<string> {
  const { href = '/assets/main.js', integrity = await digestOf(SCRIPT) } = change;
  const trust = integrity === null ? '' : ` integrity="${integrity}"`;
  return `<!doctype html><html><head>
    <template><link rel="preload" as="script" href="/assets/late.js" integrity="${await digestOf(LATE)}"></template>
    <script defer src="${href}"${trust}></script></head><body></body></html>`;
}

/** A portal with these files; a function answers as it likes. */
function portal(files: Record<string, string | RequestListener>): Promise<string> {
  return listen((request, response) => {
    const file = files[request.url ?? ''];
    if (typeof file === 'function') file(request, response);
    else if (file === undefined) response.writeHead(404).end('no');
    else response.writeHead(200, { 'Content-Security-Policy': "default-src 'self'" }).end(file);
  });
}

const sound = async () => ({
  '/': await pageOf(),
  '/assets/main.js': SCRIPT,
  '/assets/late.js': LATE,
  '/config.json': JSON.stringify(CONFIG),
});
const QUICK = { ...READ_LIMITS, fileMs: 300 };

it('takes the shell with headers and configuration, and compares every file that the page names', async () => {
  const origin = await portal(await sound());
  const shell = await openDeployedShell(origin);
  expect(shell).toMatchObject({ origin, compared: 2, config: CONFIG, id: await digestOf(await pageOf()) });
  expect(shell.page.headers.get('content-security-policy')).toBe("default-src 'self'");
  expect(await shell.read('/assets/other.js')).toBeNull();
  await expect(openDeployedShell(origin, { expected: shell.id })).resolves.toMatchObject({ id: shell.id });
  await expect(openDeployedShell(origin, { expected: 'sha384-x' })).rejects.toThrow(/Expected is sha384-x/);
});

it('reads the file of keys that the configuration names, and no other', async () => {
  const keys = JSON.stringify({
    alpha: { keys: [{ id: 'k-0123456789abcdef', publicKey: `${'A'.repeat(87)}=` }], routes: [] },
  });
  const named = (digest: string) => JSON.stringify({ ...CONFIG, trustedKeysFile: { path: '/keys.json', digest } });
  const files = { ...(await sound()), '/keys.json': keys };
  const shell = await openDeployedShell(await portal({ ...files, '/config.json': named(await digestOf(keys)) }));
  expect(Object.keys(shell.trustedKeys)).toEqual(['alpha']);
  const other = await portal({ ...files, '/config.json': named(await digestOf('{}')) });
  await expect(openDeployedShell(other)).rejects.toThrow(/not the file of keys/);
});

describe('refuses, with words, a portal', () => {
  const broken: readonly [string, (files: Record<string, string>) => Promise<object> | object, RegExp][] = [
    ['whose script is another one', () => ({ '/assets/main.js': 'evil();' }), /main\.js has not the hash/],
    ['whose hidden script is missing', () => ({ '/assets/late.js': undefined }), /late\.js is not there/],
    ['that names a script without a hash', async () => ({ '/': await pageOf({ integrity: null }) }), /without a hash/],
    [
      'that leaves its folder',
      async () => ({ '/': await pageOf({ href: '/assets/../../x.js' }) }),
      /no path of its own/,
    ],
    [
      'that names another host',
      async () => ({ '/': await pageOf({ href: '//inner.example/x.js' }) }),
      /no path of its/,
    ],
    [
      'that names a file of the machine',
      async () => ({ '/': await pageOf({ href: 'file:///etc/passwd' }) }),
      /no path/,
    ],
    ['that is no shell', () => ({ '/': '<h1>Hello</h1>' }), /serves no shell/],
    ['without a configuration', () => ({ '/config.json': '<!doctype html>' }), /is no configuration/],
    ['without a page', () => ({ '/': undefined }), /\/ is not there/],
  ];
  it.each(broken)('%s', async (_name, change, words) => {
    const files = await sound();
    await expect(openDeployedShell(await portal({ ...files, ...(await change(files)) }))).rejects.toThrow(words);
  });

  it('that redirects, and asks nothing where it leads', async () => {
    let asked = 0;
    const inner = await listen((_request, response) => {
      asked += 1;
      response.end('secret');
    });
    const origin = await portal({
      ...(await sound()),
      '/config.json': (_request, response) => response.writeHead(302, { Location: `${inner}/latest` }).end(),
    });
    await expect(openDeployedShell(origin)).rejects.toThrow(/redirects to .*\/latest, which is not followed/);
    expect(asked).toBe(0);
  });

  it('that never answers, or never ends', async () => {
    const silent = await portal({ '/': () => undefined });
    await expect(openDeployedShell(silent, { limits: QUICK })).rejects.toThrow(/not answered within 0.3 s/);
    const endless = await portal({ '/': (_request, response) => void response.writeHead(200).write('<html>') });
    await expect(openDeployedShell(endless, { limits: QUICK })).rejects.toThrow(/not answered within 0.3 s/);
  });

  it('that sends too much, also in a small parcel', async () => {
    const limits = { ...READ_LIMITS, fileBytes: 10_000 };
    const packed = gzipSync(Buffer.alloc(1_000_000));
    const origin = await portal({
      '/': (_request, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed),
    });
    expect(packed.length).toBeLessThan(10_000);
    await expect(openDeployedShell(origin, { limits })).rejects.toThrow(/more than 10000 bytes/);
    const many = await portal(await sound());
    await expect(openDeployedShell(many, { limits: { ...READ_LIMITS, files: 3 } })).rejects.toThrow(
      /more than 3 files/,
    );
    await expect(openDeployedShell(many, { limits: { ...READ_LIMITS, totalBytes: 300 } })).rejects.toThrow(/in all/);
  });

  it('that is not there', async () => {
    await expect(openDeployedShell('http://localhost:1')).rejects.toThrow(/cannot be fetched/);
  });
});

it.each(['http://portal.example', 'https://a:b@portal.example', 'ftp://x', 'portal', 'https://portal.example/x', ''])(
  'believes no address like %s',
  (address) => expect(() => portalOrigin(address)).toThrow(/is no address of a portal/),
);
it.each(['https://portal.example', 'https://portal.example/', 'http://localhost:4200'])('takes %s', (address) =>
  expect(portalOrigin(address)).toBe(address.replace(/\/$/, '')),
);
it.each(['/a/../b', '/%2e%2e/b', '/a%2fb', '//b/c', '/a\\b', '/a?b', 'a', '/a b', '/a#b', '/./a'])(
  'takes no path like %s',
  (path) => expect(isPlainPath(path)).toBe(false),
);

it('reads what the shell provides to areas by name, and recognises an earlier shell', async () => {
  const files = await sound();
  expect(await readDeployedNames(await portal({ ...files, '/provides.json': JSON.stringify(PROVIDED) }))).toEqual(
    PROVIDED,
  );
  expect(await readDeployedNames(await portal(files))).toBeNull();
  expect(await readDeployedNames(await portal({ ...files, '/provides.json': '<!doctype html>' }))).toBeNull();
  const endless = await portal({ ...files, '/provides.json': 'x'.repeat(300_000) });
  await expect(readDeployedNames(endless)).rejects.toThrow(/more than 200000 bytes/);
});

describe('missingInDatabase', () => {
  const config = (url: string) =>
    portal({ '/config.json': JSON.stringify({ ...CONFIG, supabase: { url, publishableKey: 'key' } }) });

  it('asks the database of the portal', async () => {
    const asked: unknown[] = [];
    const backend = await listen((request, response) => {
      asked.push(request.method, request.url, request.headers.apikey);
      request.resume().on('end', () => response.end('["nemus_gone"]'));
    });
    expect(await missingInDatabase(await config(backend), ['nemus_gone'])).toEqual(['nemus_gone']);
    expect(asked).toEqual(['POST', '/rest/v1/rpc/nemus_missing_names', 'key']);
  });

  it.each([
    ['an older database', 404, '{"code":"PGRST202"}'],
    ['no JSON', 200, '<html>'],
  ])('refuses when the answer is unknown: %s', async (_, status, body) => {
    const backend = await listen((_request, response) => void response.writeHead(status).end(body));
    await expect(missingInDatabase(await config(backend), [])).rejects.toMatchObject({ code: 'portal' });
  });
});
