/**
 * `npm run bench`: the portal against the same source as an ordinary monolith and as a tuned one. Writes
 * docs/benchmarks/browser.md with its chart and JSON. Leave the machine alone while it runs. `--slow` measures only the
 * slow line and processor. `--continue` adds rounds to a run that was stopped, as long as the sources are unchanged.
 * `--protocol http1` measures over HTTP/1.1 instead of the deployed HTTP/2.
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
import { DEPLOYED, protocolFlags, protocolNamed } from './browser/protocol';
import { serveVariants, VARIANTS, type Variant, type VariantName } from './browser/variants';
import { DIST, ROOT } from './builds/paths';
import { earlierRounds, keepRounds, NO_ROUNDS } from './report/rounds';
import { Results } from './report/results';
import { browserReport, reportName } from './report/browser-report';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string' },
    quick: { type: 'boolean', default: false },
    slow: { type: 'boolean', default: false },
    only: { type: 'string' },
    protocol: { type: 'string', default: DEPLOYED },
    'skip-build': { type: 'boolean', default: false },
    continue: { type: 'boolean', default: false },
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

const protocol = protocolNamed(options.protocol);

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
    const { heap, switchFirst, switchLater, cold, warm } = await wholeVisit(browser, variant, {
      role,
      stored,
      conditions,
    });
    Object.assign(found, {
      cold,
      warm,
      'switch-first': switchFirst,
      'switch-later': switchLater,
      ...(heap === null ? {} : { 'all-areas': { heap } }),
    });
  }
  // Noted together: a visit that failed and is repeated leaves nothing behind.
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
if (options.continue && folder !== TARGET)
  throw new Error('--continue goes on with rounds of portal and both monoliths, and without --quick.');
// Before anything runs that would have to be stopped again.
const earlier = options.continue ? await earlierRounds(protocol) : NO_ROUNDS;

if (!options['skip-build']) await buildApps();
const portal = await startBenchPortal();
const certificate = selfSigned();
const served = await serveVariants(portal, only, { tls: certificate, protocol });
const browser = await chromium.launch({
  executablePath: findChromium() ?? undefined,
  args: [...CHROMIUM_FLAGS, ...protocolFlags(protocol, certificate.keyHash)],
});
const results = new Results(earlier.numbers);

/** After every round, so that a run that is stopped leaves what it has measured. */
async function write(done: number): Promise<string> {
  const report = browserReport(results, { names: only, runs: done, protocol });
  const name = path.join(folder, reportName(protocol));
  await mkdir(folder, { recursive: true });
  const numbers = results.entries();
  await writeFile(`${name}.json`, `${JSON.stringify(numbers, null, 1)}\n`);
  if (folder === TARGET) await keepRounds({ rounds: done, numbers }, protocol);
  await writeFile(`${name}.md`, report.markdown);
  await writeFile(`${name}.svg`, report.chart);
  return report.summary;
}

try {
  for (let number = earlier.rounds; number < runs; number += 1) {
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
