/**
 * `npm run bench`: the portal against the same source as one tuned program and an earlier portal. Writes
 * docs/benchmarks/browser.md with its JSON, after every round. Leave the machine alone while it runs.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../../../libs/testing/src/smoke/chromium.mjs';
import { buildApps } from '../../portal/src/serve/build';
import { startBenchPortal } from './browser/backend';
import { interact, INTERACTIONS } from './browser/interactions';
import { JOURNEYS, keptAfterVisit, ROLES, scriptsOf, type Kept, type Role } from './browser/journeys';
import { CONDITIONS, type Conditions } from './browser/network';
import { serveVariants, VARIANTS, type Variant, type VariantName } from './browser/variants';
import { DIST, ROOT } from './builds/paths';
import { Results } from './report/results';
import { browserReport } from './report/browser-report';

/** Rounds of a whole run. */
const RUNS = 9;
/** Rounds with the same storage: less than the hour for which its session is valid. */
const KEPT_ROUNDS = 3;
const ALL_CONDITIONS = Object.keys(CONDITIONS);
const { values: options } = parseArgs({
  options: {
    runs: { type: 'string' },
    conditions: { type: 'string', default: ALL_CONDITIONS.join(',') },
    only: { type: 'string' },
    'skip-build': { type: 'boolean', default: false },
  },
});
const runs = Number(options.runs ?? RUNS);
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs must be a whole number, not "${options.runs}".`);
const only = (options.only?.split(',') ?? VARIANTS).map((wanted): VariantName => {
  const name = VARIANTS.find((known) => known === wanted);
  if (!name) throw new Error(`--only knows ${VARIANTS.join(', ')}, not "${wanted}".`);
  return name;
});

const wanted = options.conditions.split(',');
const conditionsList = Object.values(CONDITIONS).filter(({ name }) => wanted.includes(name));
if (conditionsList.length !== wanted.length) throw new Error(`--conditions knows ${ALL_CONDITIONS.join(', ')}.`);

const TARGET = path.join(ROOT, 'docs/benchmarks');

/** What earlier visits have left in the browser, by variant and role. */
const kept = new Map<string, Kept>();

/** One round: every variant once, in an order that moves on with every round. */
async function round(browser: Browser, variants: readonly Variant[], number: number, results: Results) {
  const order = variants.map((_, index) => variants[(index + number) % variants.length]).filter((v) => v !== undefined);
  for (const variant of number % KEPT_ROUNDS === 0 ? order : []) {
    for (const role of ROLES) {
      await insist(`${variant.name}, ${role}`, async () => {
        const found = await keptAfterVisit(browser, variant, role);
        kept.set(`${variant.name}/${role}`, found);
        // The same in every round.
        if (number > 0) return;
        for (const [until, figures] of Object.entries(await scriptsOf(browser, variant, found.dashboard)))
          results.note('scripts', role, until, variant.name, figures);
      });
    }
  }
  for (const conditions of conditionsList) {
    // An entry that is saved would be on the pages of the next round.
    if (conditions.name === 'inp' && number + 1 < runs) continue;
    for (const role of ROLES) {
      for (const variant of order) {
        const found = kept.get(`${variant.name}/${role}`);
        if (found) await measure(browser, { variant, role, kept: found, conditions, number, results });
      }
    }
  }
}

async function measure(
  browser: Browser,
  {
    variant,
    role,
    kept,
    conditions,
    number,
    results,
  }: { variant: Variant; role: Role; kept: Kept; conditions: Conditions; number: number; results: Results },
) {
  const title = `${conditions.name}, ${variant.name}, ${role}`;
  if (conditions.name === 'inp') {
    for (const interaction of INTERACTIONS[role]) {
      await insist(`${title}, ${interaction.name}`, async () => {
        for (const ms of await interact(browser, variant, kept.catalogue, interaction))
          results.note('inp', role, interaction.name, variant.name, { ms });
      });
    }
    return;
  }
  for (const [name, visit] of Object.entries(JOURNEYS)) {
    await insist(`${title}, ${name}`, async () => {
      for (const [occasion, measured] of Object.entries(await visit(browser, { variant, role, kept, conditions })))
        results.note(conditions.name, role, occasion, variant.name, measured, number);
    });
  }
}

/** Does something again that a busy machine may have upset; what fails three times is left out of the round. */
async function insist(title: string, work: () => Promise<void>) {
  process.stdout.write(`  ${title}\n`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      process.stderr.write(`${title}, attempt ${attempt}: ${String(error)}\n`);
      if (!browser.isConnected()) throw error;
      if (attempt === 3) return;
    }
  }
}

const isWhole =
  runs >= RUNS && conditionsList.length === ALL_CONDITIONS.length && VARIANTS.every((name) => only.includes(name));
const folder = isWhole ? TARGET : DIST;
if (!options['skip-build']) await buildApps();
const portal = await startBenchPortal();
const served = await serveVariants(portal, only);
const browser = await chromium.launch({
  executablePath: findChromium() ?? undefined,
  // It trusts the certificates by their keys: a browser that ignores certificate errors keeps no cache and registers no
  // worker.
  args: [...CHROMIUM_FLAGS, `--ignore-certificate-errors-spki-list=${served.keyHashes.join(',')}`],
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
