/**
 * `npm run bench:trainees`: an institution with 10,000 trainees, asked through the API and used in a browser. Needs
 * built areas (`npx nx run-many -t build`) and a Chromium; writes docs/benchmarks/trainees.md. With `DB_URL` the
 * database is that PostgreSQL, otherwise the embedded one.
 *
 * Compare what stands in one table, not different machines.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from '@nemus/contract';
import { createDataClient, fetchTraineePage, fetchTrainees, type DataClient } from '@nemus/data';
import { chromium, type Page } from '@playwright/test';
import { z } from 'zod';
import { CHROMIUM_FLAGS, findChromium } from '../../../libs/testing/src/smoke/chromium.mjs';
import { addressesOf } from '../../portal/src/serve/addresses';
import { startPortal } from '../../portal/src/serve/portal';
import { temporarySettings } from '../../portal/src/harness/temporary-settings';
import { spread, type Spread } from './spread';
import { ALL_TRAINEES } from './trainees/all-trainees';
import { openList, switchToList, watchFirstRow } from './trainees/first-row';

const TRAINEES = 10_000;
const PAGE_SIZE = 50;
const ROUNDS = 30;
const OPENINGS = 7;
const TARGET = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../docs/benchmarks/trainees.md');

const FIRST = ['Anna', 'Jörg', 'Miriam', 'Çelik', 'Søren', 'Ute', 'Paul', 'Öztürk', 'Lena', 'Emil'];
const LAST = ['Schmidt', 'Weber', 'Yılmaz', 'Öhler', 'Kern', 'Schneider', 'von Aue', 'Petrova', 'Groß', 'Lang'];

/** Invites them as the portal would, five hundred in a call; no mail is sent. */
async function fill(client: DataClient) {
  for (let from = 0; from < TRAINEES; from += 500) {
    const people = Array.from({ length: 500 }, (_, offset) => {
      const n = from + offset;
      return {
        first_name: `${FIRST[n % 10]}`,
        last_name: `${LAST[Math.trunc(n / 10) % 10]} ${n}`,
        email: `person-${n}@menge.example`,
        phone: '',
      };
    });
    const { error } = await client.rpc('nemus_invite_trainees', { p_people: people });
    if (error) throw new Error(error.message);
  }
  // Some of each kind, so that filters and orders have something to do.
  const changes: [string, Database['public']['Tables']['nemus_trainees']['Update']][] = [
    ['%9', { status: 'inactive' }],
    ['%3', { completed_hours: 320, competencies: ['methoden_kompetenz'] }],
    ['%7', { completed_hours: 75 }],
  ];
  for (const [word, change] of changes) {
    const { error } = await client.from('nemus_trainees').update(change).like('last_name', word);
    if (error) throw new Error(error.message);
  }
}

const READS: readonly (readonly [string, (client: DataClient) => Promise<unknown>])[] = [
  ['first page by name', (client) => fetchTraineePage(client, ALL_TRAINEES, 1, PAGE_SIZE)],
  ['page 150', (client) => fetchTraineePage(client, ALL_TRAINEES, 150, PAGE_SIZE)],
  [
    'search: one word, 1,000 found',
    (client) => fetchTraineePage(client, { ...ALL_TRAINEES, search: 'schmidt' }, 1, PAGE_SIZE),
  ],
  [
    'search: name and number, 1 found',
    (client) => fetchTraineePage(client, { ...ALL_TRAINEES, search: 'kern 4242' }, 1, PAGE_SIZE),
  ],
  ['search: nobody', (client) => fetchTraineePage(client, { ...ALL_TRAINEES, search: 'qqq' }, 1, PAGE_SIZE)],
  [
    'inactive, by hours',
    (client) => fetchTraineePage(client, { ...ALL_TRAINEES, status: 'inactive', sort: 'hours' }, 1, PAGE_SIZE),
  ],
  ['by access to the portal', (client) => fetchTraineePage(client, { ...ALL_TRAINEES, sort: 'access' }, 1, PAGE_SIZE)],
  [
    'with one competency',
    (client) => fetchTraineePage(client, { ...ALL_TRAINEES, competency: 'methoden_kompetenz' }, 1, PAGE_SIZE),
  ],
];

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function repeat(rounds: number, work: () => Promise<number>): Promise<Spread> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await work());
  return spread(times);
}

const rows = (page: Page) => page.getByRole('table', { name: 'PiW Ihrer Weiterbildungsstätte' }).getByRole('row');

/** Longest time from a key press to the next picture (the browser's event timing), in ms; below 16 counts as 16. */
async function typingCost(page: Page): Promise<number> {
  await page.evaluate(() => {
    // TypeScript's DOM does not know the threshold.
    const options = { type: 'event', durationThreshold: 16 };
    Reflect.set(window, 'benchSlowestKey', 16);
    new PerformanceObserver((list) => {
      const slowest = Math.max(...list.getEntries().map(({ duration }) => duration));
      Reflect.set(window, 'benchSlowestKey', Math.max(slowest, Number(Reflect.get(window, 'benchSlowestKey'))));
    }).observe(options);
  });
  await page.getByRole('searchbox', { name: 'PiW suchen' }).pressSequentially('schneider', { delay: 60 });
  // A key below the threshold is never reported, so nothing says that all have been: a second is long enough for each.
  await page.waitForTimeout(1_000);
  return Number(await page.evaluate(() => Reflect.get(window, 'benchSlowestKey')));
}

/** As text: the loader of TypeScript names inner functions by a helper that pages do not have. */
const SCROLL = `new Promise((resolve) => {
  let longest = 0;
  let before = performance.now();
  requestAnimationFrame(function step(now) {
    longest = Math.max(longest, now - before);
    before = now;
    const end = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    if (end) return resolve(longest);
    scrollBy(0, 60);
    requestAnimationFrame(step);
  });
})`;

/** Longest pause between two pictures while the page is scrolled from end to end, in ms. */
async function scrollCost(page: Page): Promise<number> {
  return z.number().parse(await page.evaluate(SCROLL));
}

const sessionSchema = z.object({ access_token: z.string(), user: z.object({ id: z.string() }) });

const load = () => (os.loadavg()[0] ?? 0).toFixed(1);
const loadBefore = load();
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'nemus-trainees-'));
const settings = await temporarySettings(dataDir, { sampleData: false, dbUrl: process.env['DB_URL'] });
const running = await startPortal(settings);
try {
  const { publishableKey } = running.backend;
  /** Signs in a demo account: the session as the portal stores it, and a client that asks with it. */
  const signIn = async (email: string) => {
    const answer = await fetch(`${addressesOf(settings).api}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'nemus-demo-2026' }),
    });
    const session = await answer.text();
    const { access_token: token, user } = sessionSchema.parse(JSON.parse(session));
    const asked = createDataClient({
      url: addressesOf(settings).api,
      publishableKey,
      accessToken: () => Promise.resolve(token),
    });
    return { session, client: asked, userId: user.id };
  };
  const { session, client, userId } = await signIn('demo.institution@nemus.example');
  // Without the samples nobody has approved it, and it could not invite.
  const operator = await signIn('demo.betrieb@nemus.example');
  const approved = await operator.client.rpc('nemus_approve_institution', {
    p_institution: userId,
    p_name: 'Weiterbildungsstätte am Stadtpark',
  });
  if (approved.error) throw new Error(approved.error.message);
  const filling = await timed(() => fill(client));
  process.stdout.write(`${TRAINEES} trainees in ${Math.round(filling / 1000)} s.\n`);

  const reads: (readonly [string, Spread])[] = [];
  for (const [name, read] of READS) {
    await read(client);
    reads.push([name, await repeat(ROUNDS, () => timed(() => read(client)))]);
  }
  reads.push([
    'all of them, for the CSV file',
    await repeat(3, () => timed(() => fetchTrainees(client, ALL_TRAINEES))),
  ]);

  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS });
  const home = addressesOf(settings).portal;
  const newPage = async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'de-DE' });
    await context.addInitScript((stored) => {
      if (location.protocol.startsWith('http')) localStorage.setItem('nemus-auth', stored);
    }, session);
    await watchFirstRow(context);
    return context.newPage();
  };
  const list = `${home}/piw-management`;
  const cold = await repeat(OPENINGS, async () => {
    const page = await newPage();
    const time = await openList(page, list);
    await page.context().close();
    return time;
  });
  const page = await newPage();
  await openList(page, list);
  const drawn = await rows(page).count();
  // The second visit fills the browser's cache of compiled code.
  await openList(page, list);
  const again = await repeat(OPENINGS, () => openList(page, list));
  const inArea = await repeat(OPENINGS, () => switchToList(page, `${home}/dashboard`));
  const fromOther = await repeat(OPENINGS, () => switchToList(page, `${home}/subscription`));
  const typing = await repeat(3, async () => {
    await openList(page, list);
    return typingCost(page);
  });
  const found = await repeat(OPENINGS, async () => {
    await openList(page, list);
    const first = await rows(page).nth(1).textContent();
    await page.getByRole('searchbox', { name: 'PiW suchen' }).fill('kern 4242');
    return timed(() =>
      page.waitForFunction((before) => {
        const row = document.querySelectorAll('table tbody tr');
        return row.length === 1 && row[0]?.textContent !== before;
      }, first),
    );
  });
  await openList(page, list);
  const scroll = await repeat(3, async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    return scrollCost(page);
  });
  await browser.close();

  const ms = (value: number) => `${Math.round(value)}`;
  const line = (name: string, { median, p95, worst }: Spread) =>
    `| ${name} | ${ms(median)} | ${ms(p95)} | ${ms(worst)} |`;
  const head = ['| What | median | p95 | worst |', '| --- | --- | --- | --- |'];
  await mkdir(path.dirname(TARGET), { recursive: true });
  await writeFile(
    TARGET,
    [
      '# 10,000 trainees of one institution',
      '',
      `Made by \`npm run bench:trainees\` on ${settings.dbUrl ? 'PostgreSQL' : 'the embedded database (PGlite)'}, Node ${process.versions.node}, ${os.cpus().length} cores of "${os.cpus()[0]?.model.trim() ?? 'unknown'}" that other work shared (load ${loadBefore} before and ${load()} after). Milliseconds. Compare the lines, not machines.`,
      '',
      '## Reads through the API',
      '',
      `${ROUNDS} runs each (3 of the last), signed in, row level security included; a page has ${PAGE_SIZE} trainees and the number of all that fit.`,
      '',
      ...head,
      ...reads.map(([name, times]) => line(name, times)),
      '',
      '## In the browser',
      '',
      `Chromium at 1280 px. The list is paged by the database: ${drawn} rows are in the page, head included, however many trainees there are.`,
      '',
      ...head,
      line(`first visit, empty cache: until the first trainee is seen (${OPENINGS} runs)`, cold),
      line(`opened again: until the first trainee is seen (${OPENINGS} runs)`, again),
      line(`from the dashboard by the menu: from the click to the first trainee (${OPENINGS} runs)`, inArea),
      line(`from another area by the menu: from the click to the first trainee (${OPENINGS} runs)`, fromOther),
      line('typing "schneider": slowest key until the next picture (3 runs)', typing),
      line(
        `search filled in: until only the found one is shown, with the 300 ms that typing may rest (${OPENINGS} runs)`,
        found,
      ),
      line('scrolling the whole page: longest pause between two pictures (3 runs)', scroll),
      '',
    ].join('\n'),
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await running.close();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit();
