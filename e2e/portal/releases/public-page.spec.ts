import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { PORTAL_URL } from '../../environment';
import { RSPACK } from '../../fixtures/build';
import { expect } from '../../support/test';
import { test } from './own-store';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const LOGBOOK = path.join(ROOT, 'apps/logbook');
const ADDRESS = '/logbuch-bestaetigen?link=unknown';
const BEFORE = 'Einträge im Logbuch bestätigen';
const AFTER = 'Einträge prüfen und bestätigen';

/** Builds the logbook with another heading, in a copy of its folder inside of the workspace. */
async function buildChanged(folder: string): Promise<void> {
  await cp(LOGBOOK, folder, { recursive: true, filter: (file) => path.relative(LOGBOOK, file) !== 'dist' });
  const page = path.join(folder, 'src/pages/sign-off/SignOffPage.tsx');
  const text = await readFile(page, 'utf8');
  expect(text).toContain(BEFORE);
  await writeFile(page, text.replace(BEFORE, AFTER));
  await promisify(execFile)(process.execPath, [RSPACK, 'build'], { cwd: folder });
}

test('the logbook team releases the page behind a link in a mail, and the shell stays as it is', async ({
  page,
  ownStore,
  request,
}) => {
  test.slow();
  const shell = async () => (await request.get(PORTAL_URL)).text();
  const shown = (name: string) =>
    page.locator('[data-remote="logbook"]').filter({ has: page.getByRole('heading', { level: 1, name, exact: true }) });
  await ownStore.serveTo(page);
  await page.goto(ADDRESS);
  // Without the area, it is an address like any other.
  await expect(page).toHaveURL(/\/auth/);
  const before = await shell();

  await ownStore.release(LOGBOOK);
  await page.goto(ADDRESS);
  await expect(shown(BEFORE)).toBeVisible();

  await mkdir(path.join(ROOT, 'dist'), { recursive: true });
  const changed = await mkdtemp(path.join(ROOT, 'dist/logbook-'));
  try {
    await buildChanged(changed);
    await ownStore.release(changed);
    await page.goto(ADDRESS);
    await expect(shown(AFTER)).toBeVisible();
  } finally {
    await rm(changed, { recursive: true, force: true });
  }
  expect(before).toContain('/assets/');
  expect(await shell()).toBe(before);
});
