import { cp } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { chromium } from '@playwright/test';
import { localSigner, localTrust, openFileStore, shellOfWorkspace, shipReleases } from '@nemus/release';
import { CHROMIUM_FLAGS, findChromium } from '../../../../libs/testing/src/smoke/chromium.mjs';
import { startShellServer, startStoreServer, type RunningServer } from '../../../portal/src/serve/servers';
import { writeSampleApp } from '../../../release/src/samples/sample-app';
import type { BenchPortal } from '../browser/backend';
import { keptAfterVisit, newContext } from '../browser/journeys';
import { CONDITIONS } from '../browser/network';
import { MeasuredPage } from '../browser/visit';
import { SHELL } from '../builds/paths';
import { pairedRatio, spreadOf } from '../report/stats';

const MANY = 100;
const GOAL = 1.02;
const ENVIRONMENT = 'local';
/** After how long the whole menu is drawn. */
const MENU_MS = 3_000;

interface Site {
  readonly areas: number;
  readonly origin: string;
  readonly registry: string;
}

/** Start with 4 and with 100 registered areas, in turn, as a table. */
export async function measureAreas(portal: BenchPortal, runs: number): Promise<string> {
  const few = path.join(portal.dataDir, 'store');
  const many = path.join(portal.dataDir, 'store-many');
  const fewKeys = await localTrust(portal.dataDir);
  await cp(few, many, { recursive: true });
  const known = Object.keys(fewKeys).length;
  const started = performance.now();
  const folders: string[] = [];
  for (let area = known; area < MANY; area += 1) {
    folders.push(await writeSampleApp(path.join(portal.dataDir, 'sample-apps'), { name: `zz-area-${area}` }));
  }
  await shipReleases(
    {
      store: openFileStore(many),
      environment: ENVIRONMENT,
      shell: shellOfWorkspace(SHELL),
      who: 'bench',
      why: 'scale',
      signerFor: (remote, paths) => localSigner(portal.dataDir, remote, paths),
    },
    folders,
  );
  const shipped = (performance.now() - started) / 1_000;

  const servers: RunningServer[] = [];
  const serve = async (folder: string, areas: number, trustedKeys: object): Promise<Site> => {
    const store = await startStoreServer({ folder, port: 0 });
    const registryUrl = `${store.origin}/registry/${ENVIRONMENT}.json`;
    const config = { ...portal.config, storeUrl: `${store.origin}/`, registryUrl, trustedKeys: {} };
    const shell = await startShellServer({
      build: path.join(SHELL, 'dist'),
      content: path.join(SHELL, 'public/content'),
      port: 0,
      api: portal.api,
      config: () => config,
      trustedKeys,
    });
    servers.push(store, shell);
    return { areas, origin: shell.origin, registry: await (await fetch(registryUrl)).text() };
  };
  const sites = [await serve(few, known, fewKeys), await serve(many, MANY, await localTrust(portal.dataDir))];
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS });
  const numbers = new Map<string, number[]>();
  const note = (site: Site, what: string, value: number) => {
    const key = `${site.areas}/${what}`;
    numbers.set(key, [...(numbers.get(key) ?? []), value]);
  };
  try {
    for (let run = 0; run < runs; run += 1) {
      for (const site of run % 2 === 0 ? sites : sites.toReversed()) {
        const stored = await keptAfterVisit(browser, { name: 'portal', origin: site.origin }, 'piw');
        const context = await newContext(browser, stored);
        for (const visit of ['cold', 'warm']) {
          const measured = await MeasuredPage.open(context, CONDITIONS.slow);
          const { ready, kilobytes } = await measured.visit(`${site.origin}/dashboard`, 'page');
          note(site, visit, ready);
          note(site, `${visit} KB`, kilobytes);
          note(site, `${visit} memory`, await measured.heap());
          if (run === 0 && visit === 'warm') {
            await measured.page.waitForTimeout(MENU_MS);
            note(site, 'menu', await measured.page.locator('nav a').count());
          }
          await measured.page.close();
        }
        await context.close();
      }
    }
  } finally {
    await browser.close();
    for (const server of servers) await server.close();
  }

  const of = (site: Site | undefined, what: string) => numbers.get(`${site?.areas}/${what}`) ?? [];
  const [small, large] = sites;
  const row = (title: string, what: string, digits: number, goal?: number) => {
    const ratio = pairedRatio(of(large, what), of(small, what));
    const mark = goal === undefined ? '' : ratio.median <= goal ? ` (≤ ${goal}: reached)` : ` (≤ ${goal}: **missed**)`;
    const text = (site: Site | undefined) => spreadOf(of(site, what)).median.toFixed(digits);
    return `| ${title} | ${text(small)} | ${text(large)} | ${ratio.median.toFixed(2)} (${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)})${mark} |`;
  };
  const size = ({ registry }: Site) => registry.length / 1_000;
  const sent = ({ registry }: Site) =>
    brotliCompressSync(registry, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length / 1_000;
  const registryRow = (title: string, measure: (site: Site) => number) =>
    `| ${title} | ${sites.map((site) => measure(site).toFixed(1)).join(' | ')} | ${sites.map((site) => (measure(site) / site.areas).toFixed(2)).join(' → ')} per area |`;
  return [
    `Dashboard of the trainee on ${CONDITIONS.slow.label}, ${runs} runs in turn, medians; the ratio is the median of the pairs with its middle half.`,
    '',
    `| | ${known} areas | ${MANY} areas | Ratio |`,
    '|---|---|---|---|',
    row('Dashboard with data, cold (ms)', 'cold', 0, GOAL),
    row('Dashboard with data, warm (ms)', 'warm', 0, GOAL),
    row('Transferred, cold (KB)', 'cold KB', 0),
    row('Memory after the start (MB)', 'warm memory', 1),
    row('Links in the navigation', 'menu', 0),
    registryRow('Registry (KB)', size),
    registryRow('Registry as sent, brotli (KB)', sent),
    '',
    `Publishing and promoting the ${MANY - known} further areas took ${shipped.toFixed(1)} s.`,
  ].join('\n');
}
