import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { fixtureRemote, RSPACK } from '../fixtures/build';
import { expect, test as base } from './fixture-portal';

const run = promisify(execFile);
/** Next to the fixtures, at the same depth: modules are named by their paths. */
const FOLDER = path.resolve(import.meta.dirname, '../fixtures/dist');
const LAZY = /^(?!expose|remote).*\.js$/;

/** `next`: the area "sound" with one line changed in its lazy part, built. */
const test = base.extend<object, { next: string }>({
  next: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      await mkdir(FOLDER, { recursive: true });
      const folder = await mkdtemp(path.join(FOLDER, 'next-'));
      await cp(fixtureRemote('sound'), folder, { recursive: true, filter: (file) => path.basename(file) !== 'dist' });
      const details = path.join(folder, 'src/Details.tsx');
      await writeFile(details, (await readFile(details, 'utf8')).replace('Einzelheiten', 'Neue Einzelheiten'));
      await run(process.execPath, [RSPACK, 'build'], { cwd: folder });
      await use(folder);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

const openArea = (page: Page, remote = 'sound') => page.getByRole('button', { name: remote, exact: true }).click();
const openDetails = (page: Page) => page.getByRole('button', { name: 'Mehr' }).click();

/** Files of the area that came over the network since the page was opened; hashes in their names are left out. */
function received(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.transferSize > 0)
      .flatMap(
        ({ name }) => /\/releases\/sound\/[^/]+\/([^?]+)/.exec(name)?.[1]?.replace(/\.[0-9a-f]{16}\./, '.') ?? [],
      )
      .toSorted(),
  );
}

/** Clears the browser's cached files. */
async function clearCache(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
}

test.beforeEach(async ({ page, portal }) => {
  await page.goto(portal.shell.origin);
  await openArea(page);
  await openDetails(page);
  await expect(page.getByText('Einzelheiten')).toBeVisible();
});

test('a new release only costs a returning visitor what changed', async ({ page, portal, next }) => {
  const lazy = (await received(page)).find((file) => file.endsWith('.js') && !/expose|remote/.test(file));
  await portal.ship(next);
  await page.reload();
  await openArea(page);
  await openDetails(page);
  await expect(page.getByText('Neue Einzelheiten')).toHaveCSS('color', 'rgb(4, 5, 6)');
  // Scripts of the release: its container and the part that was touched. The exposed module stayed as it was.
  expect((await received(page)).filter((file) => file.endsWith('.js'))).toEqual([lazy, 'remoteEntry.js']);
});

test('two releases in one page share only what is identical in both', async ({ page, portal, next }) => {
  await portal.ship(next);
  await portal.hide('sound', LAZY);
  await page.getByRole('button', { name: 'Registry' }).click();
  await openArea(page, 'throwing');
  await openArea(page);
  await openDetails(page);
  await expect(page.getByRole('alert')).toHaveText(/^chunk sound/);
  // Both containers are in the page now, and the exposed module of both is one file.
  await page.getByRole('button', { name: 'Vorherige Version' }).click();
  await openDetails(page);
  await expect(page.getByText('Einzelheiten', { exact: true })).toBeVisible();
});

test('a shared file with a changed byte is refused, and the release is shown from its own files', async ({
  page,
  portal,
  next,
}) => {
  await portal.ship(next);
  await portal.tamper('sound', /^expose-app\..*\.js$/, 'shared');
  await clearCache(page);
  await page.reload();
  await openArea(page);
  await openDetails(page);
  await expect(page.getByText('Neue Einzelheiten')).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'tamperedCodeRan'))).toBeUndefined();
});

test('a release whose shared file is gone is shown from its own files', async ({ page, portal, next }) => {
  await portal.ship(next);
  await portal.hide('sound', /^expose-app\..*\.js$/, 'shared');
  await clearCache(page);
  await page.reload();
  await openArea(page);
  await openDetails(page);
  await expect(page.getByText('Neue Einzelheiten')).toBeVisible();
});
