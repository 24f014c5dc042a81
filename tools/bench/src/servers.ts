/**
 * `npm run bench:servers`: the built portal behind the real servers of `deploy/`, by https and over a slow line: HTTP/1.1
 * and HTTP/2, the backend under its own origin and under the portal's. Writes docs/benchmarks/servers.md. Needs nginx,
 * Caddy and openssl.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { localTrust } from '@nemus/release';
import { CHROMIUM_FLAGS, findChromium } from '../../../libs/testing/src/smoke/chromium.mjs';
import { buildApps } from '../../portal/src/serve/build';
import { deployedSites } from '../../portal/src/deploy/deployment';
import { startRealServer, type ServerName } from '../../portal/src/deploy/real-servers';
import { readPageHashes } from '../../portal/src/serve/servers';
import { freePort, startBenchPortal, type BenchPortal } from './browser/backend';
import { keptAfterVisit, newContext, type Role } from './browser/journeys';
import { MeasuredPage, type VisitMeasure } from './browser/visit';
import { ROOT, SHELL } from './builds/paths';
import { openLine, type LineConditions } from './servers/line';

const run = promisify(execFile);
const ROUNDS = Number(process.env['NEMUS_BENCH_ROUNDS'] ?? 5);
const ROLE: Role = 'piw';
const LINE: LineConditions = { roundTrip: 150, down: 200_000, up: 94_000 };
/** Chromium's own throttling stays off: the line is slow by itself. */
const OPEN = { name: 'fast', label: '', network: null, cpu: 1 } as const;

interface Deployed {
  readonly server: ServerName;
  /** Whether the backend is reached under the portal's origin. */
  readonly own: boolean;
}
interface Served extends Deployed {
  readonly origin: string;
  takeConnections(): number;
  close(): Promise<void>;
}
type Stored = Awaited<ReturnType<typeof keptAfterVisit>>;
interface Row {
  readonly ready: number[];
  connections: number;
  preflights: number;
  measure: VisitMeasure;
}

/** The site, the store and, where it has an origin of its own, the backend: each behind the line. */
async function deploy({ server, own }: Deployed, portal: BenchPortal, folder: string): Promise<Served> {
  const [page, files] = [await freePort(), await freePort()];
  const api = Number(new URL(portal.api).port);
  const lines = [await openLine(page, LINE), await openLine(files, LINE), await openLine(api, LINE)];
  const [pageLine, filesLine, apiLine] = lines;
  if (!pageLine || !filesLine || !apiLine) throw new Error('There is no line.');
  const [origin, store] = [`https://localhost:${pageLine.port}`, `https://localhost:${filesLine.port}`];
  const { telemetryUrl: _reports, stops: _stops, ...started } = portal.config;
  const config = {
    ...started,
    supabase: {
      ...(typeof started['supabase'] === 'object' ? started['supabase'] : {}),
      url: own ? origin : `http://localhost:${apiLine.port}`,
    },
    storeUrl: `${store}/`,
    registryUrl: `${store}/registry/local.json`,
    trustedKeys: await localTrust(portal.dataDir),
  };
  const configFile = path.join(folder, `${server}-${own}.json`);
  await writeFile(configFile, JSON.stringify(config));
  const [site, shelf] = deployedSites({
    config,
    hashes: await readPageHashes(path.join(SHELL, 'dist')),
    scripts: 'enforce',
    portal: origin,
    api: own ? portal.api.replace('localhost', '127.0.0.1') : undefined,
    siteFolder: path.join(folder, 'site'),
    storeFolder: await realpath(path.join(portal.dataDir, 'store')),
    configFile,
    certificate: { chain: path.join(folder, 'chain.pem'), key: path.join(folder, 'key.pem') },
  });
  if (!site || !shelf) throw new Error('There are not two sites.');
  const running = await startRealServer(server, [
    { ...site, port: page },
    { ...shelf, port: files },
  ]);
  return {
    server,
    own,
    origin,
    takeConnections: () => lines.reduce((sum, line) => sum + line.takeConnections(), 0),
    close: async () => {
      await running.stop();
      await Promise.all(lines.map((line) => line.close()));
    },
  };
}

/** The dashboard with an empty cache and what an earlier visit has stored. */
async function visit(browser: Browser, served: Served, stored: Stored) {
  const context = await newContext(browser, stored);
  try {
    const measured = await MeasuredPage.open(context, OPEN);
    served.takeConnections();
    const measure = await measured.visit(`${served.origin}/dashboard`, 'page');
    const preflights = measured.requests().filter(({ type }) => type === 'Preflight').length;
    return { measure, preflights, connections: served.takeConnections() };
  } finally {
    await context.close();
  }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

await buildApps();
const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'nemus-bench-servers-')));
await cp(path.join(SHELL, 'dist/site'), path.join(folder, 'site'), { recursive: true });
const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
const files = ['-keyout', path.join(folder, 'key.pem'), '-out', path.join(folder, 'chain.pem')];
await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files]);
const portal = await startBenchPortal();
const served: Served[] = [];
const rows = new Map<string, Row>();
try {
  for (const deployed of [
    { server: 'nginx', own: false },
    { server: 'nginx', own: true },
    { server: 'caddy', own: true },
  ] as const)
    served.push(await deploy(deployed, portal, folder));
  for (const version of ['HTTP/1.1', 'HTTP/2'] as const) {
    const flags = ['--ignore-certificate-errors', ...(version === 'HTTP/2' ? [] : ['--disable-http2'])];
    const browser = await chromium.launch({
      executablePath: findChromium() ?? undefined,
      args: [...CHROMIUM_FLAGS, ...flags],
    });
    try {
      const visitors: { each: Served; stored: Stored }[] = [];
      for (const each of served) {
        const stored = await keptAfterVisit(browser, { name: 'portal', origin: each.origin }, ROLE);
        visitors.push({ each, stored });
      }
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const { each, stored } of visitors) {
          const key = `${each.server} | ${version} | ${each.own ? "the portal's" : 'its own'}`;
          const seen = await visit(browser, each, stored);
          const row = rows.get(key) ?? { ...seen, ready: [] };
          row.ready.push(seen.measure.ready);
          rows.set(key, row);
        }
      }
    } finally {
      await browser.close();
    }
  }
} finally {
  for (const each of served) await each.close();
  await portal.close();
  await rm(folder, { recursive: true, force: true });
}

const table = [...rows].map(([key, { ready, connections, preflights, measure }]) => {
  const times = `${(median(ready) / 1_000).toFixed(2)} (${(Math.min(...ready) / 1_000).toFixed(2)})`;
  return `| ${key} | ${times} | ${connections} | ${measure.requests} | ${preflights} | ${measure.kilobytes.toFixed(0)} |`;
});
await writeFile(
  path.join(ROOT, 'docs/benchmarks/servers.md'),
  `# The portal behind the real servers

The trainee's dashboard with an empty cache and a stored session, by https, over a line of 150 ms and 1.6 Mbit/s (750 kbit/s up) that all connections share; a new connection waits one round trip, and TCP's slow start is left out. Seconds until the page stands with its data: the median of ${ROUNDS} rounds, and the fastest in brackets. Connections, requests, questions of whether another origin may be asked (preflights) and kilobytes are those of the first round. Made by \`npm run bench:servers\`.

| Server | Version | Origin of the backend | Seconds | Connections | Requests | Preflights | Kilobytes |
|---|---|---|---|---|---|---|---|
${table.join('\n')}
`,
);
process.stdout.write(`${table.join('\n')}\n`);
