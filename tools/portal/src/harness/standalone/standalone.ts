/**
 * `npm run standalone -w @nemus/portal`: a team without this repository. Packs the packages, makes an area from the
 * tarballs in a folder outside, starts the packed portal with it (`npm start`), opens it in a browser, changes it there
 * by an override (`dev`), and has a broken release refused by the smoke test. Prints the duration of each part.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { parseRelease } from '@nemus/registry';
import { CHROMIUM_FLAGS, findChromium } from '../../../../../libs/testing/src/smoke/chromium.mjs';
import { addressesOf } from '../../serve/addresses';
import { buildApps } from '../../serve/build';
import { freePorts } from '../../../../backend/src/server/http/free-ports';
import { ROOT } from '../../serve/settings';
import { temporaryFolder } from '../../serve/temporary-folder';
import { ACCOUNTS, signInAs } from '../sign-in';
import { temporarySettings } from '../temporary-settings';
import { begin, run, teamEnvironment, type Running } from './repository';

const AREA = 'library';
const TITLE = 'Bibliothek';
/** The goal: from nothing to users. */
const GOAL_SECONDS = 120;
/** Target of the second release: users of another environment than this machine's. */
const STAGING = 'staging';
/** Packages of the generator, as `npx` would fetch them from a registry. */
const GENERATOR = /^nemus-(create-remote|contract|registry)-/;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await work();
  say(`  ${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${what}`);
  return result;
}

async function signIn(browser: Browser, portal: string, email: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });
  const page = await context.newPage();
  await signInAs(page, portal, email);
  return page;
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

/** Changes the page's text. */
async function rewrite(repository: string, from: string, to: string): Promise<void> {
  const file = path.join(repository, 'src/pages/start/StartPage.tsx');
  const text = await readFile(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not say "${from}".`);
  await writeFile(file, text.replace(from, to));
}

async function commit(repository: string, environment: NodeJS.ProcessEnv, message: string): Promise<void> {
  const git = (...args: string[]) => run(repository, environment, 'git', ...args);
  await git('add', '--all');
  await git('-c', 'user.name=Team', '-c', 'user.email=team@example.org', 'commit', '--quiet', '-m', message);
}

/** From an empty folder to a tested area. @returns its repository */
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
  await commit(repository, environment, 'A new area');
  await timed('npm test', () => run(repository, environment, 'npm', 'test'));
  return repository;
}

/** The release that the repository packed last. */
async function packedVersion(repository: string): Promise<string> {
  const parsed = parseRelease(await readFile(path.join(repository, 'dist/release.json'), 'utf8'));
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.release.version;
}

/** The line of `nemus-release dev`, used in a browser; then a change on disk is visible there. */
async function developIn(
  browser: Browser,
  portal: string,
  repository: string,
  environment: NodeJS.ProcessEnv,
  port: number,
) {
  const dev = begin(repository, environment, 'npm', 'run', 'dev', '--', '--port', String(port));
  try {
    const line = await dev.next(/^\{"remote":/);
    const page = await signIn(browser, portal, 'demo.betrieb@nemus.example');
    await page.goto(`${portal}/diagnose`);
    await page.getByLabel('Zeile der Kommandozeile').fill(line);
    await page.getByRole('button', { name: 'Umleitung starten' }).click();
    await page.getByRole('button', { name: 'Umleitung beenden' }).waitFor();
    const first = await openArea(page, 'Dieser Bereich ist neu.');
    const built = dev.next(/^Built /);
    await rewrite(repository, 'Dieser Bereich ist neu.', 'Dieser Bereich wird gerade gebaut.');
    await built;
    await page.reload();
    await page.getByText('Dieser Bereich wird gerade gebaut.').waitFor();
    const second = await page.locator(`[data-remote="${AREA}"]`).getAttribute('data-release');
    if (first === second) throw new Error(`The change still has the earlier version, ${first}.`);
    await page.context().close();
  } finally {
    await dev.close();
  }
}

/** The key of the area that the portal of this machine pins. */
async function keyOf(dataDir: string): Promise<string> {
  const keys = path.join(dataDir, 'keys');
  const [key] = (await readdir(keys)).filter((file) => file.startsWith(`${AREA}.k-`));
  if (key === undefined) throw new Error(`${keys} has no key of ${AREA}.`);
  return readFile(path.join(keys, key), 'utf8');
}

/** Outside of `local`, users get only releases that were opened in the portal and worked there. */
async function refusedBySmoke(
  repository: string,
  environment: NodeJS.ProcessEnv,
  { store, portal, key }: { readonly store: string; readonly portal: string; readonly key: string },
): Promise<void> {
  const there = { ...environment, NEMUS_STORE: store, NEMUS_ENVIRONMENT: STAGING, NEMUS_SIGNING_KEY: key };
  const tell = (more: NodeJS.ProcessEnv, ...args: string[]) =>
    run(repository, { ...there, ...more }, 'npx', '--no-install', '@nemus/release', ...args);
  const refused = async (reason: RegExp, more: NodeJS.ProcessEnv) => {
    const answer = await tell(more, 'promote', AREA, '--why', 'x').catch((error: unknown) => String(error));
    if (typeof answer !== 'string') throw new Error(`It was promoted; expected was ${reason}.`);
    if (!reason.test(answer)) throw new Error(`Expected was ${reason}:\n${answer}`);
  };
  await refused(/No shell is named for the users of "staging"/, {});
  await refused(/No test accounts are given/, { NEMUS_PORTAL: portal });
  const before = 'const { profile } = useSession();';
  const after = `${before} console.error('Ein Fehler');`;
  await rewrite(repository, before, after);
  await run(repository, environment, 'npm', 'run', 'build');
  await tell({}, 'pack', '.');
  await tell({}, 'publish', '.');
  await refused(/smoke: piw: opens \/library: console: Ein Fehler/, {
    NEMUS_PORTAL: portal,
    NEMUS_SMOKE_ACCOUNTS: JSON.stringify(ACCOUNTS),
  });
  await rewrite(repository, after, before);
  const { output } = await tell({}, 'status');
  if (!output.includes('nothing was promoted yet')) throw new Error(`Users have the release:\n${output}`);
}

async function main(): Promise<void> {
  const folder = await temporaryFolder('standalone');
  const [devPort = 0] = await freePorts(1);
  try {
    const tarballs = path.join(folder, 'packages');
    await timed('builds', () => buildApps());
    await timed('npm run pack -w @nemus/packages', () =>
      run(ROOT, process.env, 'npm', 'run', 'pack', '-w', '@nemus/packages', '--', tarballs),
    );
    const settings = await temporarySettings(path.join(folder, 'data'));
    const address = addressesOf(settings).portal;
    const ports = Object.entries(settings.ports).map(([name, port]) => [`NEMUS_${name.toUpperCase()}_PORT`, `${port}`]);
    const outside = path.join(folder, 'outside');
    await mkdir(outside);
    const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS });
    let portal: Running | null = null;
    try {
      const environment = {
        ...teamEnvironment(),
        ...Object.fromEntries(ports),
        NEMUS_DATA_DIR: settings.dataDir,
        NEMUS_RATE_LIMITS: 'off',
        NEMUS_OVERRIDE_ORIGINS: `http://localhost:${devPort}`,
        NEMUS_SHELL: 'node_modules/@nemus/portal/nemus/shell.json',
      };
      const begun = performance.now();
      const repository = await fromNothing(outside, tarballs, environment);
      portal = begin(repository, environment, 'npm', 'start');
      const runs = portal.next(/Nemus runs/);
      await timed('npm start: builds the area, starts the packed portal with it', () => runs);
      const version = await packedVersion(repository);
      await timed('seen by a user', async () => {
        const page = await signIn(browser, address, 'demo.piw@nemus.example');
        const shown = await openArea(page, 'Dieser Bereich ist neu.');
        if (shown !== version) throw new Error(`Users see ${shown} instead of ${version}.`);
      });
      const seconds = (performance.now() - begun) / 1000;
      say(`\nFrom nothing to users: ${seconds.toFixed(1)} s (goal: ${GOAL_SECONDS} s)\n`);
      await timed('dev: built, taken, changed, seen', () =>
        developIn(browser, address, repository, environment, devPort),
      );
      await rewrite(repository, 'Dieser Bereich wird gerade gebaut.', 'Ein Satz aus dem eigenen Arbeitsablauf.');
      await commit(repository, environment, 'Say something else');
      const staging = {
        store: path.join(settings.dataDir, 'store'),
        portal: address,
        key: await keyOf(settings.dataDir),
      };
      await timed('outside of local: refused without a smoke test, and by it', () =>
        refusedBySmoke(repository, environment, staging),
      );
      const { output } = await run(repository, environment, 'git', 'status', '--porcelain');
      if (output.trim() !== '') throw new Error(`The repository is left with changes:\n${output}`);
      if (seconds > GOAL_SECONDS) throw new Error(`It took ${seconds.toFixed(1)} s, more than ${GOAL_SECONDS}.`);
    } finally {
      await browser.close();
      await portal?.close();
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
