/**
 * `npm run bench`: the portal against the same source as one tuned program. Writes
 * docs/benchmarks/browser.md with its JSON, after every round. Leave the machine alone while it runs. `--slow` measures
 * only the slow line and processor.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../../../libs/testing/src/smoke/chromium.mjs';
import { buildApps } from '../../portal/src/serve/build';
import { selfSigned } from '../../portal/src/serve/servers';
import { startBenchPortal } from './browser/backend';
import { coldVisit, firstVisit, keptAfterVisit, ROLES, wholeVisit, type Role } from './browser/journeys';
import { CONDITIONS, type Conditions } from './browser/network';
import { serveVariants, VARIANTS, type Variant, type VariantName } from './browser/variants';
import { DIST, ROOT } from './builds/paths';
import { Results } from './report/results';
import { browserReport } from './report/browser-report';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string' },
    quick: { type: 'boolean', default: false },
    slow: { type: 'boolean', default: false },
    only: { type: 'string' },
    'skip-build': { type: 'boolean', default: false },
  },
});
const quick = options.quick;
const runs = Number(options.runs ?? (quick ? 3 : 9));
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs must be a whole number, not "${options.runs}".`);
const only = (options.only?.split(',') ?? VARIANTS).map((wanted): VariantName => {
  const name = VARIANTS.find((known) => known === wanted);
  if (!name) throw new Error(`--only knows ${VARIANTS.join(', ')}, not "${wanted}".`);
  return name;
});

const TARGET = path.join(ROOT, 'docs/benchmarks');
type Stored = Awaited<ReturnType<typeof keptAfterVisit>>;

/** One round: every variant once, in an order that moves on with every round. */
async function round(browser: Browser, variants: readonly Variant[], number: number, results: Results) {
  const order = variants.map((_, index) => variants[(index + number) % variants.length]).filter((v) => v !== undefined);
  const kept = new Map<string, Stored>();
  for (const variant of order) {
    for (const role of ROLES) {
      await insist(async () => {
        kept.set(`${variant.name}/${role}`, await keptAfterVisit(browser, variant, role));
      });
    }
  }
  const conditionsList: readonly Conditions[] =
    quick || options.slow ? [CONDITIONS.slow] : [CONDITIONS.slow, CONDITIONS.fast];
  for (const conditions of conditionsList) {
    for (const role of ROLES) {
      for (const variant of order) {
        const stored = kept.get(`${variant.name}/${role}`);
        if (stored) await insist(() => measure(browser, { variant, role, stored, conditions, results }));
      }
    }
  }
}

async function measure(
  browser: Browser,
  {
    variant,
    role,
    stored,
    conditions,
    results,
  }: { variant: Variant; role: Role; stored: Stored; conditions: Conditions; results: Results },
) {
  const { page, dashboard } = await firstVisit(browser, variant, role, conditions);
  const found: Record<string, object> = { 'sign-in': page, 'after-sign-in': dashboard };
  if (quick) {
    found['cold'] = await coldVisit(browser, variant, stored, conditions);
  } else {
    const { switchFirst, switchLater, cold, warm } = await wholeVisit(browser, variant, { role, stored, conditions });
    Object.assign(found, { cold, warm, 'switch-first': switchFirst, 'switch-later': switchLater });
  }
  // Recorded together: a failed and repeated visit leaves no results.
  for (const [occasion, measured] of Object.entries(found)) {
    results.note(conditions.name, role, occasion, variant.name, measured);
  }
}

/** Does something again that a busy machine may have upset; what fails three times is wrong. */
async function insist(work: () => Promise<void>) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      process.stderr.write(`${String(error)}\n`);
      if (attempt === 3) throw error;
    }
  }
}

const folder = quick || VARIANTS.some((name) => !only.includes(name)) ? DIST : TARGET;
if (!options['skip-build']) await buildApps();
const portal = await startBenchPortal();
const certificate = selfSigned();
const served = await serveVariants(portal, only, certificate);
const browser = await chromium.launch({
  executablePath: findChromium() ?? undefined,
  // It trusts the one certificate by its key: a browser that ignores certificate errors keeps no cache and registers no
  // worker.
  args: [...CHROMIUM_FLAGS, `--ignore-certificate-errors-spki-list=${certificate.keyHash}`],
});
const results = new Results();

/** After every round, so that a stopped run keeps its measurements. */
async function write(done: number): Promise<string> {
  const report = browserReport(results, { names: only, runs: done });
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'browser.json'), `${JSON.stringify(results.entries(), null, 1)}\n`);
  await writeFile(path.join(folder, 'browser.md'), report.markdown);
  return report.summary;
}

try {
  for (let number = 0; number < runs; number += 1) {
    const started = Date.now();
    await round(browser, served.variants, number, results);
    const summary = await write(number + 1);
    process.stdout.write(`round ${number + 1} of ${runs}: ${Math.round((Date.now() - started) / 1_000)} s\n`);
    if (number + 1 === runs) process.stdout.write(`\n${summary}\n`);
  }
} finally {
  await browser.close();
  await served.close();
  await portal.close();
}
process.stdout.write(`Written to ${path.relative(ROOT, folder)}.\n`);
process.exit(0);
