/**
 * `npm run bench:starters`: from an empty folder to the first page, here and with the starters of others
 * (src/starters/starters.ts). Clones the last commit of this checkout, so commit first. Needs Linux, a Chromium and the
 * package registry. Three rounds, or `--rounds` of them, behind one that fills npm's cache and is not counted
 * (`--cached` leaves it out). Writes docs/benchmarks/starters.md; with parts of names, only these starters, and nothing.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../../../libs/testing/src/smoke/chromium.mjs';
import { freePorts } from '../../portal/src/serve/free-ports';
import { ROOT } from '../../portal/src/serve/settings';
import { spread } from './spread';
import { treeSeconds } from './process-tree';
import { startersOf, type Starter } from './starters/starters';

const { values: asked, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { cached: { type: 'boolean', default: false }, rounds: { type: 'string', default: '3' } },
});
const ROUNDS = Number(asked.rounds);
const TARGET = path.join(ROOT, 'docs/benchmarks/starters.md');
/** Before each step the shell writes its number behind this. */
const MARK = '@@step ';
const PATIENCE_MS = 20 * 60_000;

/** Seconds of one step: by the clock, and of the processor. */
interface Spent {
  readonly what: string;
  readonly wall: number;
  readonly processor: number;
}

/** Until an element with the text is on the page; the servers may come later than the browser. */
async function firstPage(browser: Browser, { page: address, text }: Starter, ended: Promise<never>): Promise<void> {
  const context = await browser.newContext({ locale: 'de-DE' });
  try {
    const page = await context.newPage();
    const drawn = async () => {
      const until = Date.now() + PATIENCE_MS;
      while (Date.now() < until) {
        const opened = await page.goto(address, { waitUntil: 'commit' }).catch(() => null);
        // Development servers answer before they can: the page is asked for again.
        if (opened?.ok()) {
          const found = page.getByText(text).first().waitFor({ timeout: 30_000 });
          if (await found.then(() => true).catch(() => false)) return;
        } else await page.waitForTimeout(100);
      }
      throw new Error(`${address} never showed "${text}".`);
    };
    await Promise.race([drawn(), ended]);
  } finally {
    await context.close();
  }
}

/** As a terminal has it: without what the npm says that runs this. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
}

/** Goes the way of a starter once, in a folder of its own. */
async function run(starter: Starter, browser: Browser): Promise<Spent[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nemus-starters-'));
  const script = starter.steps.map(({ command }, index) => `echo '${MARK}${index}' && ${command}`).join(' && ');
  const child = spawn('sh', ['-c', `${script}; exit $?`], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, which can be ended as a whole.
    detached: true,
    env: { ...ownEnvironment(), NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false', BROWSER: 'none' },
  });
  const root = child.pid ?? 0;
  const begun: { wall: number; processor: number }[] = [];
  const now = () => ({ wall: performance.now() / 1000, processor: treeSeconds(root) });
  const said: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(line);
    if (line.startsWith(MARK)) begun.push(now());
  });
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line));
  const ended = once(child, 'close').then((): never => {
    throw new Error(`${starter.name} ended.\n${said.slice(-30).join('\n')}`);
  });
  // Heard by the page's race alone; the end of a measured run comes after it.
  ended.catch(() => undefined);
  try {
    await firstPage(browser, starter, ended);
    const all = [...begun, now()];
    return starter.steps.map(({ what }, index) => ({
      what,
      wall: (all[index + 1]?.wall ?? 0) - (all[index]?.wall ?? 0),
      processor: (all[index + 1]?.processor ?? 0) - (all[index]?.processor ?? 0),
    }));
  } finally {
    if (child.exitCode === null) {
      process.kill(-root, 'SIGTERM');
      await ended.catch(() => undefined);
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const total = (spent: readonly Spent[], of: 'wall' | 'processor') => spent.reduce((sum, each) => sum + each[of], 0);
const medianOf = (values: readonly number[]) => spread(values).median;

const isAsked = ({ name }: Starter) => named.length === 0 || named.some((part) => name.includes(part));
const starters = startersOf(ROOT, await freePorts(6)).filter(isAsked);
const runs = new Map(starters.map(({ name }): [string, Spent[][]] => [name, []]));
const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS });
try {
  for (let round = asked.cached ? 1 : 0; round <= ROUNDS; round += 1) {
    // Each is first once.
    for (let turn = 0; turn < starters.length; turn += 1) {
      const starter = starters[(round + turn) % starters.length];
      if (!starter) continue;
      const spent = await run(starter, browser);
      const line = spent.map(({ what, wall, processor }) => `${what} ${wall.toFixed(1)} s (${processor.toFixed(1)})`);
      process.stdout.write(`${round === 0 ? 'not counted: ' : ''}${starter.name}: ${line.join(', ')}\n`);
      if (round > 0) runs.get(starter.name)?.push(spent);
    }
  }
  if (named.length === 0) await writeFile(TARGET, report());
} finally {
  await browser.close();
}
process.exit();

function report(): string {
  const medians = starters.map((starter) => {
    const spent = runs.get(starter.name) ?? [];
    const steps = starter.steps.map(({ what }, index) => ({
      what,
      wall: medianOf(spent.map((each) => each[index]?.wall ?? 0)),
      processor: medianOf(spent.map((each) => each[index]?.processor ?? 0)),
    }));
    const wall = medianOf(spent.map((each) => total(each, 'wall')));
    const processor = medianOf(spent.map((each) => total(each, 'processor')));
    return { starter, steps, wall, processor };
  });
  const [own] = medians;
  const rows = medians.map(({ starter, steps, wall, processor }) => {
    const ratio = own ? `${(own.wall / wall).toFixed(2)} / ${(own.processor / processor).toFixed(2)}` : '';
    const parts = steps.map((step) => `${step.what} ${step.wall.toFixed(1)} (${step.processor.toFixed(1)})`);
    return `| ${starter.name} | ${parts.join(', ')} | ${wall.toFixed(1)} | ${processor.toFixed(1)} | ${ratio} |`;
  });
  const has = medians.map(({ starter }) => {
    const { parts, backend, signIn, build } = starter.has;
    return `| ${starter.name} | ${parts} | ${build} | ${backend} | ${signIn} |`;
  });
  return [
    '# From nothing to the first page',
    '',
    `Made by \`npm run bench:starters\` on Node ${process.versions.node}, ${os.cpus().length} cores of "${os.cpus()[0]?.model.trim() ?? 'unknown'}" (load ${os.loadavg()[0]?.toFixed(0)} at the end, its own included): ${ROUNDS === 1 ? 'one run' : `medians of ${ROUNDS} runs`} each, in rotation, with npm's cache filled. Seconds by the clock, and of all processes of the starter (in brackets, and beside); the browser is not among them.`,
    '',
    'From an empty folder to the text of the first page in Chromium. What each does at first is what its own page says: commands as in `tools/bench/src/starters/starters.ts`.',
    '',
    '| Starter | Steps | Seconds | Processor | Nemus / it: clock / processor |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    '## What there is then',
    '',
    '| Starter | Parts | Builds | Backend | Sign-in |',
    '| --- | --- | --- | --- | --- |',
    ...has,
    '',
  ].join('\n');
}
