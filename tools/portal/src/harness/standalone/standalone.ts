/**
 * `npm run standalone -w @nemus/portal`: a team without this repository. Packs the packages, makes an area from the
 * tarballs in a folder outside, tests and builds it there, releases it to the users of a running portal, and opens it in
 * a browser. Prints the duration of each part.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { parseRelease } from '@nemus/registry';
import { shellOfWorkspace } from '@nemus/release';
import { CHROMIUM_FLAGS, findChromium } from '../../../../../libs/testing/src/smoke/chromium.mjs';
import { addressesOf } from '../../serve/addresses';
import { buildApps } from '../../serve/build';
import { startPortal } from '../../serve/portal';
import { ROOT } from '../../serve/settings';
import { temporaryFolder } from '../../serve/temporary-folder';
import { signInAs } from '../sign-in';
import { temporarySettings } from '../temporary-settings';
import { run, teamEnvironment } from './repository';

const AREA = 'library';
const TITLE = 'Bibliothek';
/** The goal: from nothing to users. */
const GOAL_SECONDS = 120;
/** Packages of the generator, as `npx` would fetch them from a registry. */
const GENERATOR = /^nemus-(create-remote|contract|registry)-/;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await work();
  say(`  ${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${what}`);
  return result;
}

/** Opens the area from the menu and waits for one of its sentences. @returns the release that is shown */
async function openArea(page: Page, sentence: string): Promise<string> {
  await page
    .getByRole('navigation', { name: 'Hauptnavigation' })
    .getByRole('link', { name: TITLE, exact: true })
    .click();
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
  await page.getByText(sentence).waitFor();
  return (await page.locator(`[data-remote="${AREA}"]`).getAttribute('data-release')) ?? '';
}

/** From an empty folder to a published release of a new area. @returns the repository, and its release */
async function fromNothing(outside: string, tarballs: string, environment: NodeJS.ProcessEnv) {
  const generator = (await readdir(tarballs)).filter((file) => GENERATOR.test(file));
  const packages = generator.map((file) => `--package=${path.join(tarballs, file)}`);
  await timed('npx @nemus/create-remote, with npm install', () =>
    run(
      outside,
      environment,
      'npm',
      'exec',
      '--yes',
      ...packages,
      '--',
      'create-remote',
      AREA,
      '--standalone',
      '--title',
      TITLE,
      '--role',
      'piw',
      '--packages',
      tarballs,
    ),
  );
  const repository = path.join(outside, AREA);
  const tell = (...args: string[]) => run(repository, environment, 'npx', '--no-install', ...args);
  const git = (...args: string[]) => run(repository, environment, 'git', ...args);
  await git('add', '--all');
  await git('-c', 'user.name=Team', '-c', 'user.email=team@example.org', 'commit', '--quiet', '-m', 'A new area');
  await timed('npm test', () => run(repository, environment, 'npm', 'test'));
  await timed('npm run build', () => run(repository, environment, 'npm', 'run', 'build'));
  await timed('pack, publish, promote', async () => {
    // The portal of this machine pins the keys of its data folder: the first release makes one.
    await tell('@nemus/release', 'pack', '.');
    await tell('@nemus/release', 'check', '.');
    await tell('@nemus/release', 'publish', '.');
    await tell('@nemus/release', 'promote', AREA, '--why', 'first release');
  });
  const parsed = parseRelease(await readFile(path.join(repository, 'dist/release.json'), 'utf8'));
  if (!parsed.ok) throw new Error(parsed.message);
  return { repository, version: parsed.release.version };
}

async function main(): Promise<void> {
  const folder = await temporaryFolder('standalone');
  try {
    const tarballs = path.join(folder, 'packages');
    await timed('npm run pack -w @nemus/packages', () =>
      run(ROOT, process.env, 'npm', 'run', 'pack', '-w', '@nemus/packages', '--', tarballs),
    );
    await timed('a portal to release to', () => buildApps({ only: ['shell', 'trainee'] }));
    const settings = await temporarySettings(path.join(folder, 'data'));
    const portal = await startPortal(settings, { areas: [path.join(ROOT, 'apps/trainee')] });
    const outside = path.join(folder, 'outside');
    await mkdir(outside);
    const facts = path.join(folder, 'shell.json');
    await writeFile(facts, JSON.stringify(shellOfWorkspace(path.join(ROOT, 'apps/shell'))));
    const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS });
    try {
      const environment = { ...teamEnvironment(), NEMUS_DATA_DIR: settings.dataDir, NEMUS_SHELL: facts };
      const begun = performance.now();
      const { repository, version } = await fromNothing(outside, tarballs, environment);
      await timed('seen by a user', async () => {
        const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });
        const page = await context.newPage();
        await signInAs(page, addressesOf(settings).portal, 'demo.piw@nemus.example');
        const shown = await openArea(page, 'Dieser Bereich ist neu.');
        if (shown !== version) throw new Error(`Users see ${shown} instead of ${version}.`);
      });
      const seconds = (performance.now() - begun) / 1000;
      say(`\nFrom nothing to users: ${seconds.toFixed(1)} s (goal: ${GOAL_SECONDS} s)\n`);
      const output = await run(repository, environment, 'git', 'status', '--porcelain');
      if (output.trim() !== '') throw new Error(`The repository is left with changes:\n${output}`);
      if (seconds > GOAL_SECONDS) throw new Error(`It took ${seconds.toFixed(1)} s, more than ${GOAL_SECONDS}.`);
    } finally {
      await browser.close();
      await portal.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`\n  ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n\n`);
    process.exit(1);
  },
);
