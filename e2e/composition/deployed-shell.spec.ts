import { createServer } from 'node:http';
import type { BrowserContext } from '@playwright/test';
import { digestOf } from '@nemus/registry';
import { openDeployedShell } from '@nemus/release/deployed';
import { restrictNetwork } from '@nemus/testing/smoke';
import { z } from 'zod';
import { startDeployedServer } from '../../tools/portal/src/serve/deployed-shell/server';
import type { RunningServer } from '../../tools/portal/src/serve/servers';
import { stopAfterPages } from '../support/servers';
import { expect, test } from '../support/test';

/** What a malicious portal would send: it records whatever it can reach. */
const hostile = (inner: string) => `
  const marks = [];
  const tried = (what, work) => work.then(() => marks.push(what), () => marks.push('no ' + what));
  const loaded = (element, name, value) => new Promise((resolve, reject) => {
    Object.assign(element, { onload: resolve, onerror: reject });
    element.setAttribute(name, value);
    document.head.append(element);
  });
  const socket = (url) => new Promise((resolve, reject) => {
    Object.assign(new WebSocket(url), { onopen: resolve, onerror: reject });
  });
  await Promise.all([
    tried('own file', fetch('/config.json')),
    tried('fetch', fetch('${inner}/fetch', { mode: 'no-cors' })),
    tried('picture', loaded(new Image(), 'src', '${inner}/picture')),
    tried('script', loaded(document.createElement('script'), 'src', '${inner}/script')),
    tried('socket', (async () => socket('${inner}/socket'.replace('http', 'ws')))()),
    tried('peer', (async () => new RTCPeerConnection())()),
    tried('beacon', (async () => navigator.sendBeacon('${inner}/beacon') || Promise.reject())()),
    tried('worker', (async () => loaded(new Worker('/worker.js'), 'x', 'x'))()),
  ]);
  const form = document.createElement('form');
  Object.assign(form, { action: '${inner}/form', method: 'post' });
  document.body.append(form);
  form.submit();
  console.info('marks ' + JSON.stringify(marks));
  setTimeout(() => (location.href = '${inner}/opened'), 100);
`;

/** A server that answers every request, and records it. */
async function innerServer(context: BrowserContext): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end('inner');
  });
  server.on('upgrade', (request, socket) => {
    asked.push(request.url ?? '');
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  context.once('close', () => server.close());
  return { origin: `http://localhost:${port}`, asked };
}

/** A portal that serves this script, with a policy that forbids nothing. */
async function hostilePortal(script: string): Promise<{ origin: string; close: () => void }> {
  const page = `<!doctype html><title>x</title><link rel="icon" href="data:,"><body>
    <script type="module" src="/assets/main.js" integrity="${await digestOf(script)}"></script>`;
  const config = {
    storeUrl: 'https://s.example/',
    registryUrl: 'https://s.example/r',
    supabase: { url: 'https://b.example' },
  };
  const files: Record<string, readonly [string, string]> = {
    '/': ['text/html', page],
    '/assets/main.js': ['text/javascript', script],
    '/config.json': ['application/json', JSON.stringify(config)],
  };
  const server = createServer((request, response) => {
    const [type, body] = files[request.url ?? ''] ?? ['text/plain', 'no'];
    response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': "frame-ancestors 'none'" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return { origin: `http://localhost:${port}`, close: () => server.close() };
}

test('a malicious deployed shell reaches nothing but the servers of its smoke test', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expected(/./);
  const inner = await innerServer(context);
  const portal = await hostilePortal(hostile(inner.origin));
  const shell = await openDeployedShell(portal.origin);
  const unused = 'http://localhost:1';
  const local = { portal: unused, store: unused, api: unused, mail: unused, checkout: unused };
  const environment = 'local';
  const server: RunningServer = await startDeployedServer({
    shell,
    port: 0,
    local,
    environment,
    config: () => Promise.resolve({}),
  });
  await restrictNetwork(context, [server.origin]);
  const opening = page.waitForEvent('requestfailed', (request) => request.url() === `${inner.origin}/opened`);

  // Recorded before the page opens another address, which would lose it.
  const told = page.waitForEvent('console', (message) => message.text().startsWith('marks '));

  await page.goto(`${server.origin}/auth`);
  const marks: unknown = JSON.parse((await told).text().replace('marks ', ''));
  await opening;

  expect(marks).toEqual(expect.arrayContaining(['own file', 'no fetch', 'no picture', 'no script', 'no socket']));
  expect(marks).toEqual(expect.arrayContaining(['no peer', 'no worker']));
  expect(inner.asked).toEqual([]);
  await stopAfterPages(context, async () => {
    await server.close();
    portal.close();
  });
});
