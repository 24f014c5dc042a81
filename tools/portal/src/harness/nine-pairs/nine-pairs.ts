/**
 * `npm run nine-pairs -w @nemus/portal -- [oldest] [middle]`: an area as built at three moments of the history, in the
 * shells of the same three, in a real browser with today's database. Each of the nine pairs must work, or be refused
 * with a message before any code of the area runs. Prints a line for each.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser } from '@playwright/test';
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

const AREA = 'trainee';
/** Before `requires` and `@nemus/ui` 1.1 (contract 1.5), and the logbook (1.7). */
const DEFAULTS = ['60e5b91', '358f54b'];

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

/** Opens all areas in one shell. @returns whether each works or is refused in time */
async function openAll(browser: Browser, shell: Point, areas: readonly Point[], dataDir: string): Promise<boolean> {
  const settings = await temporarySettings(dataDir);
  const served = { shell: path.join(shell.apps, 'shell'), sockets: [], releases: undefined };
  const portal = await startPortal(settings, { areas: [path.join(ROOT, 'apps', AREA)], served });
  try {
    let isFine = true;
    for (const area of areas) {
      /* oxlint-disable no-await-in-loop -- one store: a pair after the other */
      const release = await releaseAlone(dataDir, path.join(area.apps, AREA));
      const outcome = await openPair(browser, addressesOf(settings).portal, release, refusalOf(shell.shell, release));
      /* oxlint-enable no-await-in-loop */
      say(`${MARKS[outcome.kind]} area of ${area.name} in the shell of ${shell.name}${wordsOf(outcome)}`);
      isFine &&= outcome.kind !== 'broken';
    }
    return isFine;
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
      let isFine = true;
      for (const shell of points) {
        // oxlint-disable-next-line no-await-in-loop -- one portal at a time
        isFine = (await openAll(browser, shell, points, path.join(folder, `data-${shell.name}`))) && isFine;
      }
      return isFine;
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
