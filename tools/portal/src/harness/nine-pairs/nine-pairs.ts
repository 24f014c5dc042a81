/**
 * `npm run nine-pairs -w @nemus/portal -- [oldest] [middle]`: an area as built at three moments of the history, in the
 * shells of the same three, in a real browser with today's database. Each of the nine pairs must work, or be refused
 * with a message before any code of the area runs. Writes docs/nine-pairs.md.
 */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { format, resolveConfig } from 'prettier';
import { CHROMIUM_FLAGS, findChromium } from '../../../../../libs/testing/src/smoke/chromium.mjs';
import { addressesOf } from '../../serve/addresses';
import { buildApps } from '../../serve/build';
import { startPortal } from '../../serve/portal';
import { ROOT } from '../../serve/settings';
import { temporaryFolder } from '../../serve/temporary-folder';
import { buildCommit } from './build-commit';
import { temporarySettings } from '../temporary-settings';
import { openPair, releaseAlone, type Outcome } from './pair';
import { refusalOf, shellFactsOf, type Point } from './points';
import { tableOf, type Pair } from './table';

const AREA = 'trainee';
/** Before `requires` and `@nemus/ui` 1.1 (contract 1.5), and the logbook (1.7). */
const DEFAULTS = ['60e5b91', '358f54b'];
const TARGET = path.join(ROOT, 'docs/nine-pairs.md');

const say = (line: string) => process.stdout.write(`${line}\n`);

/** The three moments, built. `removals` gets what takes the older ones away again. */
async function buildPoints(commits: readonly string[], folder: string, removals: (() => Promise<void>)[]) {
  const points: Point[] = [];
  for (const commit of commits) {
    const checkout = path.join(folder, commit);
    // oxlint-disable-next-line no-await-in-loop -- one installation and build has the machine to itself
    const { apps, remove } = await buildCommit(commit, checkout, [AREA]);
    removals.push(remove);
    // oxlint-disable-next-line no-await-in-loop
    points.push({ name: commit, apps, shell: await shellFactsOf(checkout) });
    say(`built  ${commit}`);
  }
  await buildApps({ only: ['shell', AREA] });
  points.push({ name: 'checkout', apps: path.join(ROOT, 'apps'), shell: await shellFactsOf(null) });
  say('built  checkout');
  return points;
}

/** All areas in one shell. */
async function pairsOf(browser: Browser, shell: Point, areas: readonly Point[], dataDir: string): Promise<Pair[]> {
  const settings = await temporarySettings(dataDir);
  const served = { shell: path.join(shell.apps, 'shell'), sockets: [], releases: undefined };
  const portal = await startPortal(settings, { areas: [path.join(ROOT, 'apps', AREA)], served });
  try {
    const pairs: Pair[] = [];
    for (const area of areas) {
      /* oxlint-disable no-await-in-loop -- one store: a pair after the other */
      const release = await releaseAlone(dataDir, path.join(area.apps, AREA));
      const outcome = await openPair(browser, addressesOf(settings).portal, release, refusalOf(shell.shell, release));
      /* oxlint-enable no-await-in-loop */
      say(`${MARKS[outcome.kind]} area of ${area.name} in the shell of ${shell.name}${wordsOf(outcome)}`);
      pairs.push({ area: area.name, shell: shell.name, release, outcome });
    }
    return pairs;
  } finally {
    await portal.close();
  }
}

const MARKS: Readonly<Record<Outcome['kind'], string>> = { works: 'works ', refused: 'refuses', broken: 'BROKEN' };

function wordsOf(outcome: Outcome): string {
  if (outcome.kind === 'works') return `: ${outcome.pages.join(' ')}`;
  return outcome.kind === 'refused' ? `: ${outcome.sentence}` : `\n         ${outcome.complaints.join('\n         ')}`;
}

/** @returns whether every pair works or is refused in time */
async function main(commits: readonly string[]): Promise<boolean> {
  const folder = await temporaryFolder('nine-pairs');
  const removals: (() => Promise<void>)[] = [];
  try {
    const points = await buildPoints(
      DEFAULTS.map((commit, index) => commits[index] ?? commit),
      folder,
      removals,
    );
    const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS });
    try {
      const pairs: Pair[] = [];
      for (const shell of points) {
        // oxlint-disable-next-line no-await-in-loop -- one portal at a time
        pairs.push(...(await pairsOf(browser, shell, points, path.join(folder, `data-${shell.name}`))));
      }
      const style = (await resolveConfig(TARGET)) ?? {};
      await writeFile(TARGET, await format(tableOf(points, pairs), { ...style, parser: 'markdown' }));
      return pairs.every(({ outcome }) => outcome.kind !== 'broken');
    } finally {
      await browser.close();
    }
  } finally {
    for (const remove of removals) await remove();
    await rm(folder, { recursive: true, force: true });
  }
}

main(process.argv.slice(2)).then(
  (isFine) => process.exit(isFine ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`\n  ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n\n`);
    process.exit(1);
  },
);
