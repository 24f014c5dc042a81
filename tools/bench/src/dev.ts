/**
 * `npm run dev -w @nemus/bench`: from saving a source file to seeing the change in the open page, under `npm run dev`.
 * Changes the files of src/dev/changes.ts in this checkout and puts them back. Needs a Chromium; writes
 * tools/bench/dist/dev.md. With names of apps, only their changes, and nothing is written.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../../../libs/testing/src/smoke/chromium.mjs';
import { addressesOf, type Addresses } from '../../portal/src/serve/addresses';
import { changedFile } from '../../portal/src/harness/dev-page/changed-file';
import { startDev } from '../../portal/src/harness/dev-page/running-dev';
import { openTypedPage, whenSeen, type Kept, type OpenPage } from '../../portal/src/harness/dev-page/typed-page';
import { temporarySettings } from '../../portal/src/harness/temporary-settings';
import { DIST } from './builds/paths';
import { CHANGES, PAGES, type SourceChange } from './dev/changes';
import { quantile } from './report/stats';

const ROUNDS = 10;
const TARGET = path.join(DIST, 'dev.md');

/** What became of one change. */
interface Seen extends Kept {
  /** Milliseconds from the file's last byte to the first picture that has the change. */
  readonly ms: number;
}

/** Resolves when nothing is built or released any more: the store answers for its registry then. */
async function settle({ store }: Addresses) {
  const answer = await fetch(`${store}/registry/local.json`);
  await answer.arrayBuffer();
}

/** Makes a change ten times over, each from the one before, and takes it back. */
async function measure(change: SourceChange, open: OpenPage, addresses: Addresses): Promise<Seen[]> {
  const file = changedFile(change.file, change.from);
  const seen: Seen[] = [];
  try {
    // The first one is not counted: what is compiled at first use is compiled then.
    for (let round = 1; round <= ROUNDS + 1; round += 1) {
      file.change(change.to(round));
      const saved = performance.timeOrigin + performance.now();
      const ms = (await whenSeen(open.page, change.isSeen(round))) - saved;
      const kept = await open.kept();
      if (round > 1) seen.push({ ms, ...kept });
      if (!kept.typed || !kept.sameDocument) await open.type();
      await settle(addresses);
    }
  } finally {
    file.restore();
  }
  return seen;
}

function rowOf({ app, what, file }: SourceChange, seen: readonly Seen[]): string {
  const times = seen.map(({ ms }) => ms);
  const count = (is: (one: Seen) => boolean) => `${seen.filter(is).length} of ${seen.length}`;
  const cells = [
    app,
    `${what}: \`${path.basename(file)}\``,
    Math.round(quantile(times, 0.5)),
    Math.round(Math.max(...times)),
    count(({ sameDocument }) => sameDocument),
    count(({ typed }) => typed),
  ];
  return `| ${cells.join(' | ')} |`;
}

const named = process.argv.slice(2);
const pages = PAGES.filter(({ app }) => named.length === 0 || named.includes(app));
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'nemus-bench-dev-'));
const settings = await temporarySettings(dataDir);
const addresses = addressesOf(settings);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const rows: string[] = [];
const dev = await startDev(
  pages.map(({ app }) => app),
  settings,
);
const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS });
try {
  for (const page of pages) {
    const open = await openTypedPage(browser, addresses.portal, page);
    for (const change of CHANGES.filter(({ app }) => app === page.app)) {
      const row = rowOf(change, await measure(change, open, addresses));
      process.stdout.write(`${row}\n`);
      rows.push(row);
    }
    await open.close();
  }
  if (named.length === 0) {
    await mkdir(DIST, { recursive: true });
    await writeFile(TARGET, report());
  }
} finally {
  await browser.close();
  await dev.close();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit();

function report(): string {
  return [
    '# A change, until it is seen',
    '',
    `Made by \`npm run dev -w @nemus/bench\` on Node ${process.versions.node}, ${os.cpus().length} cores of "${os.cpus()[0]?.model.trim() ?? 'unknown'}" that other work shared (load ${os.loadavg()[0]?.toFixed(0)}): \`npm run dev -- ${PAGES.map(({ app }) => app).join(' ')}\`, and a page of each in Chromium. Milliseconds from the last byte of the saved file to the first picture that has the change; ${ROUNDS} changes each, behind one that is not counted.`,
    '',
    'Before each change a text is typed into a field that keeps it in the page alone. _Same document_: the page was not loaded again. _Typed text kept_: it is in the same field, which was not rendered again.',
    '',
    '| Area | Change | Median | Worst | Same document | Typed text kept |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
