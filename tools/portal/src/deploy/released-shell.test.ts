import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  deployShell,
  openFileStore,
  promoteRelease,
  rollbackRelease,
  setCanary,
  SHELL,
  shellEnvironment,
} from '@nemus/release';
import { publishSampleShell, samplePage } from '@nemus/release/samples';
import { freePorts } from '../../../backend/src/server/http/free-ports';
import { deployedSites } from './deployment';
import { exampleConfig } from './example-config';
import { missingForNginx, startNginx } from './running-nginx';

let folder: string;
let portal: string;
let server: Awaited<ReturnType<typeof startNginx>> | undefined;

beforeEach(async () => {
  // Without symbolic links in its path, which nginx does not follow.
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'nemus-shell-')));
  portal = `http://localhost:${(await freePorts(1))[0]}`;
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await rm(folder, { recursive: true });
});

async function serve() {
  await server?.stop();
  const config = { ...exampleConfig(), supabase: { url: 'https://project.example', publishableKey: 'x' } };
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'config.json'), JSON.stringify(config));
  const siteFolder = path.join(folder, 'site');
  const configFile = path.join(folder, 'config.json');
  server = await startNginx(
    deployedSites({
      config,
      scripts: 'enforce',
      portal,
      siteFolder,
      configFile,
      logFile: path.join(folder, 'requests.log'),
    }),
  );
}

async function open(address: string, agent = 'me') {
  const answer = await fetch(portal + address, { headers: { 'user-agent': agent, accept: 'text/html' } });
  return { status: answer.status, text: await answer.text(), policy: answer.headers.get('content-security-policy') };
}

/** Releases of the sample shell in a store, and what an operator does with them. */
async function operator() {
  const store = openFileStore(path.join(folder, 'store'));
  const [one, two] = [await publishSampleShell({ folder, store }, 1), await publishSampleShell({ folder, store }, 2)];
  const shell = { contract: '1.0.0', shared: [] };
  const request = { store, environment: shellEnvironment('test'), remote: SHELL, who: 'me', why: 'because', shell };
  return {
    promote: (version: string) => promoteRelease({ ...request, version }),
    canary: (version: string, percent: number) => setCanary({ ...request, version, percent }),
    rollback: () => rollbackRelease(request),
    deploy: async () => {
      const site = path.join(folder, 'site');
      await deployShell({ store, environment: 'test', trustedKeys: {}, site, reload: serve });
      if (!server) await serve();
    },
    one,
    two,
  };
}

// Without nginx there is nothing to try; CI requires it.
if (missingForNginx() !== null) {
  it('needs nginx', () => expect(process.env['NEMUS_REQUIRE_SERVERS']).not.toBe('1'));
} else {
  describe('behind nginx', () => {
    it('a tab of release 1 gets its lazy chunk after release 2 was deployed, and after a rollback', async () => {
      const { promote, rollback, deploy, one, two } = await operator();
      await promote(one);
      await deploy();
      const first = await open('/dashboard/7f3a?token=secret');
      expect(first).toMatchObject({ status: 200, text: samplePage(1) });
      expect(await open('/healthz')).toMatchObject({ status: 200, text: 'ok\n' });
      const log = (await readFile(path.join(folder, 'requests.log'), 'utf8')).trim().split('\n');
      expect(log.map((line) => JSON.parse(line))).toEqual([
        expect.objectContaining({ place: '/dashboard', status: 200 }),
      ]);
      await promote(two);
      await deploy();
      const second = await open('/dashboard');
      expect(second.text).toBe(samplePage(2));
      // The policy allows the inline code of both.
      expect(second.policy?.match(/'sha256-/g)?.length).toBe((first.policy?.match(/'sha256-/g)?.length ?? 0) + 1);
      expect(await open('/assets/lazy.1.js')).toMatchObject({ status: 200, text: 'lazy(1);' });
      expect(await open('/assets/lazy.2.js')).toMatchObject({ status: 200 });
      await rollback();
      await deploy();
      expect((await open('/')).text).toBe(samplePage(1));
      expect(await open('/assets/lazy.2.js')).toMatchObject({ status: 200, text: 'lazy(2);' });
    });

    it('a canary reaches its share of the visitors, page and worker, and the same ones again', async () => {
      const { promote, canary, deploy, one, two } = await operator();
      await promote(one);
      await canary(two, 25);
      await deploy();
      const agents = Array.from({ length: 60 }, (_, index) => `browser ${index}`);
      const ask = (address: string) => Promise.all(agents.map(async (agent) => (await open(address, agent)).text));
      const [pages, again, workers] = [await ask('/dashboard'), await ask('/'), await ask('/worker.js')];
      const canaries = pages.filter((page) => page === samplePage(2)).length;
      expect(canaries).toBeGreaterThan(5);
      expect(canaries).toBeLessThan(30);
      expect(again).toEqual(pages);
      expect(workers).toEqual(pages.map((page) => (page === samplePage(2) ? 'worker(2);' : 'worker(1);')));
      expect((await open('/.shell/deployed.json')).text).not.toContain('serial');
      expect((await open('/.shell/shares/0/index.html')).text).toMatch(/^<html>/);
    });
  });
}
