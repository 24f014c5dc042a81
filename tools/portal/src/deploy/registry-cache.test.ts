import { spawn } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { freePorts } from '../../../backend/src/server/http/free-ports';
import { ROOT } from '../serve/settings';
import { temporaryFolder } from '../serve/temporary-folder';
import { missingForNginx } from './running-nginx';

let functions: Server;
let asked: string[];
/** What the functions answer next. */
let answer: { readonly status: number; readonly etag: string };
let folder: string;
let gateway: string;
let stop: () => Promise<void>;

/** The gateway of a machine without containers, on ports of its own. */
async function startGateway(): Promise<void> {
  const [port, backend] = await freePorts(2);
  folder = await temporaryFolder('gateway');
  await mkdir(path.join(folder, 'temporary'));
  functions = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const known = request.headers['if-none-match'] === answer.etag;
    const headers = { etag: answer.etag, 'cache-control': 'public, no-cache', 'access-control-allow-origin': '*' };
    response.writeHead(known ? 304 : answer.status, headers).end(known ? undefined : `document ${answer.etag}`);
  });
  await new Promise<void>((resolve) => functions.listen(backend, '127.0.0.1', resolve));
  const text = (await readFile(path.join(ROOT, 'deploy/systemd/gateway.conf'), 'utf8'))
    .replace('127.0.0.1:8000;', `127.0.0.1:${port};`)
    .replaceAll('127.0.0.1:8010', `127.0.0.1:${backend}`)
    .replace('/var/lib/nginx/nemus', path.join(folder, 'cache'));
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const places = kinds.map((kind) => `${kind}_temp_path ${path.join(folder, 'temporary', kind)};`).join(' ');
  const file = path.join(folder, 'nginx.conf');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(
    file,
    `${user} daemon off; pid ${folder}/pid; events { } http { access_log off; ${places}\n${text}\n}`,
  );
  const child = spawn('nginx', ['-p', folder, '-e', path.join(folder, 'log'), '-c', file], {
    stdio: 'ignore',
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  gateway = `http://127.0.0.1:${port}/functions/v1/release-registry`;
  stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await new Promise((resolve) => functions.close(resolve).closeAllConnections());
    await rm(folder, { recursive: true, force: true });
  };
  while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => null))) await new Promise(setImmediate);
}

if (missingForNginx() !== null) {
  it('needs nginx', () => expect(process.env['NEMUS_REQUIRE_SERVERS']).not.toBe('1'));
} else {
  describe('registry and stop list behind the gateway', () => {
    beforeEach(async () => {
      asked = [];
      answer = { status: 200, etag: '"one"' };
      await startGateway();
    });
    afterEach(() => stop());

    const ask = (file: string, init: RequestInit = {}) => fetch(`${gateway}/${file}`, init);

    it('cost one call, however many pages ask, also with a query, by HEAD and with the tag that they know', async () => {
      const texts = await Promise.all(
        Array.from({ length: 200 }, async (_, index) => (await ask(`production.json?x=${index}`)).text()),
      );
      expect(new Set(texts)).toEqual(new Set(['document "one"']));
      const head = await ask('production.json', { method: 'HEAD' });
      expect([head.status, head.headers.get('etag'), head.headers.get('cache-control')]).toEqual([
        200,
        '"one"',
        'public, no-cache',
      ]);
      const known = await ask('production.json', {
        headers: { 'If-None-Match': '"one"', 'cache-control': 'no-cache' },
      });
      expect(known.status).toBe(304);
      expect(asked).toHaveLength(1);
      await ask('production.stops.json');
      expect(asked).toHaveLength(2);
    });

    it('are new after seconds, and stay while the functions fail', async () => {
      await ask('production.json');
      answer = { status: 200, etag: '"two"' };
      let text = '';
      for (const until = Date.now() + 8_000; text !== 'document "two"' && Date.now() < until;) {
        text = await (await ask('production.json')).text();
      }
      expect(text).toBe('document "two"');
      expect(asked).toHaveLength(2);
      answer = { status: 503, etag: '"three"' };
      for (const before = asked.length; asked.length === before;) {
        expect(await (await ask('production.json')).text()).toBe('document "two"');
      }
    }, 20_000);
  });
}
