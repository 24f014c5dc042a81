/**
 * `npm run bench:trace`: on what the processor spends a warm start, a switch to another area and the way from the
 * sign-in to the dashboard, by package and by function. Writes docs/benchmarks/trace.md. Builds everything with source
 * maps, so build again afterwards. Leave the machine alone meanwhile. `--save FILE` keeps the portal's times, and
 * `--before FILE` puts those of another commit beside them.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../../../libs/testing/src/smoke/chromium.mjs';
import { buildApps } from '../../portal/src/serve/build';
import { startBenchPortal } from './browser/backend';
import { keptAfterVisit, MENU, newContext, openEntry, ROLES, signIn, type Role } from './browser/journeys';
import { CONDITIONS, type Conditions } from './browser/network';
import { serveVariants, type Variant } from './browser/variants';
import { MeasuredPage } from './browser/visit';
import { ROOT } from './builds/paths';
import { addProcessorTime, noTime, type ProcessorTime } from './trace/processor-time';
import { readTimes, textOfTimes, type KeptTimes } from './trace/kept-times';
import { buildFolders, Sources } from './trace/sources';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, save: { type: 'string' }, before: { type: 'string' } },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs must be a whole number, not "${values.runs}".`);

/** No connection in the way, and a processor as slow as a cheap phone's. */
const SLOW_PROCESSOR: Conditions = { ...CONDITIONS.fast, label: 'processor 4× slower', cpu: CONDITIONS.slow.cpu };
/** What is told by function: more than this of one occasion. Milliseconds. */
const LEAST_MS = 5;

const OCCASIONS = ['Dashboard, warm', 'Another area, first time', 'Another area, again', 'After the sign-in'] as const;
type Occasion = (typeof OCCASIONS)[number];

const keyOf = (occasion: Occasion, role: Role) => `${occasion}, ${role === 'piw' ? 'trainee' : 'institution'}`;

/** Times by variant, occasion and account type. */
const times = new Map<string, Map<string, ProcessorTime>>();
function timeOf(occasion: Occasion, role: Role, { name }: Pick<Variant, 'name'>): ProcessorTime {
  const ofVariant = times.get(name) ?? new Map<string, ProcessorTime>();
  times.set(name, ofVariant);
  const known = ofVariant.get(keyOf(occasion, role)) ?? noTime();
  ofVariant.set(keyOf(occasion, role), known);
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

/** What one column of the page says: milliseconds of one run. */
interface Column {
  readonly name: string;
  readonly runs: number;
  readonly times: ReadonlyMap<string, ProcessorTime>;
}

const mean = (spent: number, of: Column) => Math.round(spent / of.runs);
const cells = (row: readonly (string | number)[]) => `| ${row.join(' | ')} |`;

/** A row for each name that takes more than {@link LEAST_MS} in one of the columns, the dearest in any of them first. */
function rowsOf(columns: readonly Column[], key: string, by: 'byPart' | 'byPlace', code = false): string[] {
  const spent = (column: Column, name: string) => mean(column.times.get(key)?.[by].get(name) ?? 0, column);
  const names = new Set(columns.flatMap(({ times: of }) => [...(of.get(key)?.[by].keys() ?? [])]));
  return [...names]
    .map((name) => ({ name, row: columns.map((column) => spent(column, name)) }))
    .filter(({ row }) => Math.max(...row) >= LEAST_MS)
    .toSorted((a, b) => Math.max(...b.row) - Math.max(...a.row))
    .map(({ name, row }) => cells([code ? `\`${name}\`` : name, ...row]));
}

function report(columns: readonly Column[], ofPortal: readonly Column[]): string {
  const head = (first: string, of: readonly Column[]) => [
    cells([first, ...of.map(({ name }) => name)]),
    cells(['---', ...of.map(() => '---')]),
  ];
  const lines = [
    '# What the processor does',
    '',
    `Milliseconds of the page's main thread by package, ${SLOW_PROCESSOR.label}, no connection in the way, means of ${runs}; \`npm run bench:trace\` makes this page. Everything from ${LEAST_MS} ms. \`browser\` is the browser's own work: parsing, styles, layout, painting, and what is waited for inside of it. Compare within the page; what each program is tells [README.md](README.md).`,
    '',
  ];
  for (const role of ROLES) {
    for (const occasion of OCCASIONS) {
      const key = keyOf(occasion, role);
      const all = columns.map((column) => {
        const spent = [...(column.times.get(key)?.byPart.values() ?? [])].reduce((sum, part) => sum + part, 0);
        return `**${mean(spent, column)}**`;
      });
      lines.push(`## ${key}`, '', ...head('Part', columns), cells(['**all**', ...all]));
      lines.push(...rowsOf(columns, key, 'byPart'), '');
      lines.push(...head('Function of the portal', ofPortal), ...rowsOf(ofPortal, key, 'byPlace', true), '');
    }
  }
  return lines.join('\n');
}

const before: KeptTimes | null = values.before === undefined ? null : readTimes(await readFile(values.before, 'utf8'));
process.env['NEMUS_SOURCE_MAPS'] = '1';
await buildApps();
const portal = await startBenchPortal();
const served = await serveVariants(portal, ['portal', 'tuned']);
const sources = new Sources(buildFolders());
if (sources.size === 0) throw new Error('No build has source maps.');
const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS });
try {
  for (const role of ROLES) for (const variant of served.variants) await trace(browser, sources, variant, role);
  const [now, ...others] = served.variants.map(({ name }): Column => ({
    name,
    runs,
    times: times.get(name) ?? new Map(),
  }));
  if (!now) throw new Error('There is no portal to trace.');
  if (values.save !== undefined) await writeFile(values.save, textOfTimes(now));
  const ofPortal = [...(before ? [{ ...before, name: 'portal before' }] : []), now];
  const target = path.join(ROOT, 'docs/benchmarks');
  await mkdir(target, { recursive: true });
  await writeFile(path.join(target, 'trace.md'), report([...ofPortal, ...others], ofPortal));
} finally {
  await browser.close();
  await served.close();
  await portal.close();
}
process.stdout.write('Written to docs/benchmarks/trace.md. Built files have source maps now: build again.\n');
process.exit(0);
