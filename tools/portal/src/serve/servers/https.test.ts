import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders as Headers1, type Server } from 'node:http';
import { connect, type ClientHttp2Session, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2';
import { get } from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { selfSigned, startShellServer, startStoreServer, type RunningServer } from './index';

const TLS = selfSigned();
const PAGE = '<html><head></head><body>Nemus</body></html>';

interface Answer {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What the backend was asked. */
interface Heard {
  readonly method: string | undefined;
  readonly headers: Headers1;
  readonly body: string;
}

let folder: string;
let backend: Server;
let heard: Heard[];
let shell: RunningServer;
let store: RunningServer;
const sessions: ClientHttp2Session[] = [];

const write = async (file: string, text: string | Buffer) => {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  await writeFile(path.join(folder, file), text);
};

/** A connection by HTTP/2 that trusts the one certificate and no other. */
function opened({ origin }: RunningServer): ClientHttp2Session {
  const session = connect(origin, { ca: TLS.cert });
  sessions.push(session);
  return session;
}

function ask(session: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stream = session.request(headers, { endStream: body === undefined });
    let answered: IncomingHttpHeaders = {};
    const chunks: Buffer[] = [];
    stream.on('response', (each) => (answered = each));
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    // Not its end: a stream with an unread body would stay open in the browser.
    stream.on('close', () => resolve({ headers: answered, body: Buffer.concat(chunks) }));
    stream.on('error', reject);
    if (body) stream.end(body);
  });
}

/** A backend that says what means one connection alone, as servers of HTTP/1.1 do. */
async function startBackend(): Promise<string> {
  heard = [];
  backend = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      heard.push({ method: request.method, headers: request.headers, body: Buffer.concat(chunks).toString() });
      const own = { 'keep-alive': 'timeout=5', connection: 'keep-alive', 'transfer-encoding': 'chunked' };
      response.writeHead(201, 'Made', { 'content-type': 'application/json', ...own }).end('{"from":"backend"}');
    });
  });
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  const address = backend.address();
  if (address === null || typeof address === 'string') throw new Error('The backend has no port.');
  return `http://127.0.0.1:${address.port}`;
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'nemus-https-'));
  await write('dist/csp.json', '{"scriptHashes":["sha256-abc="]}');
  await write('dist/site/index.html', PAGE);
  await write('dist/site/assets/main.js', 'code');
  await write('dist/site/assets/main.js.br', brotliCompressSync('code, by the build'));
  await write('store/registry/local.json', JSON.stringify({ remotes: [], note: 'x'.repeat(1_000) }));
  await write('store/releases/demo/1/remoteEntry.js', 'released');
  const api = await startBackend();
  store = await startStoreServer({ folder: path.join(folder, 'store'), port: 0, tls: TLS });
  shell = await startShellServer({
    build: path.join(folder, 'dist'),
    port: 0,
    tls: TLS,
    api,
    config: () => ({
      storeUrl: `${store.origin}/`,
      registryUrl: `${store.origin}/registry/local.json`,
      supabase: { url: 'http://localhost:1' },
    }),
  });
});
afterEach(async () => {
  for (const session of sessions.splice(0)) session.destroy();
  await Promise.all([shell.close(), store.close()]);
  await new Promise((resolve) => backend.close(resolve).closeAllConnections());
  await rm(folder, { recursive: true });
});

describe('by HTTP/2', () => {
  it('answers with the page, its policy and the configuration, all by https', async () => {
    const session = opened(shell);
    const page = await ask(session, { ':path': '/dashboard', accept: 'text/html' });
    expect(session.alpnProtocol).toBe('h2');
    expect([page.headers[':status'], page.body.toString()]).toEqual([200, PAGE]);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain(`script-src ${shell.origin}/assets/ ${store.origin}/releases/ 'sha256-abc=';`);
    expect(policy).not.toContain('http:');
    expect(page.headers['strict-transport-security']).toBeDefined();
    expect(page.headers['reporting-endpoints']).toContain(shell.origin);
    const config = await ask(session, { ':path': '/config.json' });
    expect(JSON.parse(config.body.toString())).toMatchObject({ supabase: { url: shell.origin } });
    expect(shell.origin).toMatch(/^https:\/\/localhost:/);
  });

  it('sends files as the build has compressed them, their headers to HEAD, and 304 to clients that have them', async () => {
    const session = opened(shell);
    const headers = { ':path': '/assets/main.js', 'accept-encoding': 'br' };
    const file = await ask(session, headers);
    expect(brotliDecompressSync(file.body).toString()).toBe('code, by the build');
    expect(file.headers['cache-control']).toContain('immutable');
    const head = await ask(session, { ...headers, ':method': 'HEAD' });
    expect([head.headers['content-length'], head.body.length]).toEqual([String(file.body.length), 0]);
    const again = await ask(session, { ...headers, 'if-none-match': file.headers.etag });
    expect([again.headers[':status'], again.body.length]).toEqual([304, 0]);
    expect((await ask(session, { ':path': '/assets/gone.js' })).headers[':status']).toBe(404);
    expect((await ask(session, { ':path': '/', ':method': 'DELETE' })).headers[':status']).toBe(405);
  });

  it('compresses on the way, and lets other origins ask the store', async () => {
    const session = opened(store);
    const registry = await ask(session, { ':path': '/registry/local.json', 'accept-encoding': 'br' });
    expect(registry.headers['content-encoding']).toBe('br');
    expect(JSON.parse(brotliDecompressSync(registry.body).toString())).toMatchObject({ remotes: [] });
    expect(registry.headers['access-control-allow-origin']).toBe('*');
    const asked = await ask(session, { ':path': '/registry/local.json', ':method': 'OPTIONS' });
    expect([asked.headers[':status'], asked.headers['access-control-allow-headers']]).toEqual([204, '*']);
  });

  it('hands on to the backend what was asked, and nothing of the connection, in either direction', async () => {
    const session = opened(shell);
    const headers = { ':path': '/rest/v1/rpc/ask?x=1', ':method': 'POST', apikey: 'key', te: 'trailers' };
    const answer = await ask(session, headers, Buffer.from('{"question":1}'));
    expect([answer.headers[':status'], answer.body.toString()]).toEqual([201, '{"from":"backend"}']);
    for (const name of ['connection', 'keep-alive', 'transfer-encoding']) expect(answer.headers[name]).toBeUndefined();
    expect(heard).toMatchObject([{ method: 'POST', body: '{"question":1}', headers: { apikey: 'key' } }]);
    const said = heard[0]?.headers ?? {};
    expect(said).toMatchObject({ 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' });
    expect(said.host).toMatch(/^127\.0\.0\.1:/);
    expect(Object.keys(said).filter((name) => name.startsWith(':') || name === 'te')).toEqual([]);
  });

  it('refuses what is too much without ending what else the connection carries', async () => {
    const session = opened(shell);
    const large = { ':path': '/rest/v1/rpc/ask', ':method': 'POST' };
    const body = Buffer.alloc(3 * 1024 * 1024);
    const announced = await ask(session, { ...large, 'content-length': body.length }, body);
    expect([announced.headers[':status'], announced.headers.connection]).toEqual([413, undefined]);
    expect((await ask(session, large, body)).headers[':status']).toBe(413);
    expect((await ask(session, { ':path': '/config.json' })).headers[':status']).toBe(200);
  });

  it('answers many requests beside each other over one connection', async () => {
    const session = opened(shell);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => ask(session, { ':path': `/rest/v1/table?row=${index}` })),
    );
    expect(answers.map(({ headers }) => headers[':status'])).toEqual(answers.map(() => 201));
    expect(heard).toHaveLength(40);
  });

  it('ends open connections when it is closed', async () => {
    const session = opened(shell);
    await ask(session, { ':path': '/config.json' });
    const ended = new Promise<void>((resolve) => session.once('close', () => resolve()));
    await shell.close();
    await ended;
    expect(session.destroyed).toBe(true);
  });
});

it('answers the same by HTTP/1.1 over https, for browsers that want it', async () => {
  const version = await new Promise<string>((resolve, reject) => {
    get(`${shell.origin}/dashboard`, { ca: TLS.cert, agent: false, headers: { accept: 'text/html' } }, (answer) => {
      answer.resume();
      resolve(`${answer.statusCode} ${answer.httpVersion}`);
    }).on('error', reject);
  });
  expect(version).toBe('200 1.1');
});
