/**
 * `npm run bench:trace`: on what the processor spends a warm start, a switch to another area and the way from the
 * sign-in to the dashboard, by package and by function. Writes docs/benchmarks/trace.md. Builds everything with source
 * maps, so build again afterwards. Leave the machine alone meanwhile.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../../portal/chromium.mjs';
import { buildApps } from '../../portal/src/build';
import { startBenchPortal } from './browser/backend';
import { keptAfterVisit, MENU, newContext, openEntry, ROLES, signIn, type Role } from './browser/journeys';
import { CONDITIONS, type Conditions } from './browser/network';
import { serveVariants, type Variant } from './browser/variants';
import { MeasuredPage } from './browser/visit';
import { ROOT } from './builds/paths';
import { addProcessorTime, noTime, type ProcessorTime } from './trace/processor-time';
import { buildFolders, Sources } from './trace/sources';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs must be a whole number, not "${values.runs}".`);

/** No connection in the way, and a processor as slow as a cheap phone's. */
const SLOW_PROCESSOR: Conditions = { ...CONDITIONS.fast, label: 'processor 4× slower', cpu: CONDITIONS.slow.cpu };
/** What is told by function: more than this of one occasion. Milliseconds. */
const LEAST_MS = 5;

const OCCASIONS = ['Dashboard, warm', 'Another area, first time', 'Another area, again', 'After the sign-in'] as const;
type Occasion = (typeof OCCASIONS)[number];

/** Times by occasion and variant. */
const times = new Map<string, ProcessorTime>();
function timeOf(occasion: Occasion, role: Role, variant: Variant): ProcessorTime {
  const key = [occasion, role, variant.name].join('/');
  const known = times.get(key) ?? noTime();
  times.set(key, known);
  return known;
}

async function trace(browser: Browser, sources: Sources, variant: Variant, role: Role) {
  const context = await newContext(browser, await keptAfterVisit(browser, variant, role));
  const dashboard = `${variant.origin}/dashboard`;
  for (let visit = -2; visit < runs; visit += 1) {
    const page = await MeasuredPage.open(context, SLOW_PROCESSOR);
    const session = await context.newCDPSession(page.page);
    const add = (occasion: Occasion, act: () => Promise<unknown>) =>
      addProcessorTime(session, sources, timeOf(occasion, role, variant), act);
    // The first two fill the caches of files and of compiled code.
    if (visit < 0) {
      await page.visit(dashboard, 'page');
      if (variant.worker) await (visit === -2 ? page.workerInstalled() : page.workerHasStored());
    } else {
      const { other } = MENU[role];
      await add('Dashboard, warm', () => page.visit(dashboard, 'page'));
      await add('Another area, first time', () => openEntry(page, other));
      await openEntry(page, ['/dashboard', 'Dashboard']);
      await add('Another area, again', () => openEntry(page, other));
    }
    await page.page.close();
  }
  await context.close();
  for (let visit = 0; visit < runs; visit += 1) {
    const fresh = await newContext(browser);
    const page = await MeasuredPage.open(fresh, SLOW_PROCESSOR);
    await page.visit(`${variant.origin}/auth`, 'sign-in');
    const session = await fresh.newCDPSession(page.page);
    await addProcessorTime(session, sources, timeOf('After the sign-in', role, variant), () => signIn(page, role));
    await fresh.close();
  }
}

const mean = (spent: number) => (spent / runs).toFixed(0);
const total = ({ byPart }: ProcessorTime) => [...byPart.values()].reduce((sum, spent) => sum + spent, 0);
const sorted = (by: ReadonlyMap<string, number>) =>
  [...by].filter(([, spent]) => spent / runs >= LEAST_MS).toSorted(([, a], [, b]) => b - a);

function report(variants: readonly Variant[]): string {
  const lines = [
    '# What the processor does',
    '',
    `Milliseconds of the page's main thread by package, ${SLOW_PROCESSOR.label}, no connection in the way, means of ${runs}; \`npm run bench:trace\` makes this page. Everything from ${LEAST_MS} ms. \`browser\` is the browser's own work: parsing, styles, layout, painting, and what is waited for inside of it. Compare within the page; what each program is tells [README.md](README.md).`,
    '',
  ];
  for (const role of ROLES) {
    for (const occasion of OCCASIONS) {
      const columns = variants.map((variant) => ({ variant, time: timeOf(occasion, role, variant) }));
      const parts = new Set(columns.flatMap(({ time }) => sorted(time.byPart).map(([part]) => part)));
      lines.push(
        `## ${occasion}, ${role === 'piw' ? 'trainee' : 'institution'}`,
        '',
        `| Part | ${columns.map(({ variant }) => variant.name).join(' | ')} |`,
        `| --- |${' --- |'.repeat(columns.length)}`,
        `| **all** | ${columns.map(({ time }) => `**${mean(total(time))}**`).join(' | ')} |`,
        ...[...parts].map(
          (part) => `| ${part} | ${columns.map(({ time }) => mean(time.byPart.get(part) ?? 0)).join(' | ')} |`,
        ),
        '',
      );
      const [portal] = columns;
      if (!portal) continue;
      lines.push(
        'Functions of the portal:',
        '',
        ...sorted(portal.time.byPlace).map(([place, spent]) => `- ${mean(spent)} \`${place}\``),
        '',
      );
    }
  }
  return lines.join('\n');
}

process.env['NEMUS_SOURCE_MAPS'] = '1';
await buildApps();
const portal = await startBenchPortal();
const served = await serveVariants(portal, ['portal', 'tuned']);
const sources = new Sources(buildFolders());
if (sources.size === 0) throw new Error('No build has source maps.');
const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS });
try {
  for (const role of ROLES) for (const variant of served.variants) await trace(browser, sources, variant, role);
  const target = path.join(ROOT, 'docs/benchmarks');
  await mkdir(target, { recursive: true });
  await writeFile(path.join(target, 'trace.md'), report(served.variants));
} finally {
  await browser.close();
  await served.close();
  await portal.close();
}
process.stdout.write('Written to docs/benchmarks/trace.md. Built files have source maps now: build again.\n');
process.exit(0);
