import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, expectAccessible } from '../support/test';
import { test } from './own-store';

const run = promisify(execFile);
const REPOSITORY = path.resolve(import.meta.dirname, '../..');
const SHELL_BUILD = path.join(REPOSITORY, 'apps/shell/dist/site');
/** A name that nothing in the portal has. */
const AREA = 'library';

/** A checkout with the platform's packages in which a team makes its area. */
async function checkout(): Promise<string> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'nemus-checkout-'));
  for (const name of ['libs', 'node_modules', 'tsconfig.base.json']) {
    await symlink(path.join(REPOSITORY, name), path.join(root, name));
  }
  for (const name of ['.oxlintrc.json', '.prettierrc.json', 'package.json', 'package-lock.json', 'tsconfig.json']) {
    await cp(path.join(REPOSITORY, name), path.join(root, name));
  }
  await mkdir(path.join(root, 'apps'));
  return root;
}

async function textsOf(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const texts = names.filter((name) => /\.(js|html|json)$/.test(name)).map((name) => readFile(path.join(folder, name)));
  return (await Promise.all(texts)).join('\n');
}

test("a new team's area appears in the menu of a shell that was built before it existed", async ({
  page,
  openAs,
  ownStore,
}) => {
  test.setTimeout(180_000);
  const shellBuiltAt = (await stat(path.join(SHELL_BUILD, 'index.html'))).mtimeMs;
  await ownStore.serveTo(page);
  await openAs('piw', '/sound');
  await page.evaluate(() => Reflect.set(window, 'sameDocument', true));
  const entry = page.getByRole('link', { name: 'Bücherregal', exact: true });
  await expect(entry).toHaveCount(0);

  const root = await checkout();
  try {
    const started = Date.now();
    const tool = path.join(REPOSITORY, 'tools/create-remote/bin/nemus.mjs');
    const options = ['--title', 'Bücherregal', '--team', 'readers', '--icon', 'catalog', '--no-install'];
    await run(process.execPath, [tool, 'create-remote', AREA, ...options], { cwd: root });
    const folder = path.join(root, 'apps', AREA);
    await run(process.execPath, [path.join(REPOSITORY, 'libs/build/bin/nemus-build.mjs')], { cwd: folder });
    await ownStore.release(folder);
    expect(shellBuiltAt).toBeLessThan(started);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
  // Not a word of it is in the shell.
  expect(await textsOf(SHELL_BUILD)).not.toContain('Bücherregal');

  // Its key is registered in the configuration, which a page reads when it starts.
  await page.reload();
  await entry.click();
  await expect(page).toHaveURL(/\/library$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Bücherregal' })).toBeVisible();
  await expect(entry).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveTitle(/Bücherregal/);
  await expectAccessible(page);
  // The other areas work beside it, and its address works by itself.
  await page.getByRole('link', { name: 'Gesund', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Früherer Bereich' })).toBeVisible();
  await page.goto('/library');
  await expect(page.getByRole('heading', { level: 1, name: 'Bücherregal' })).toBeVisible();
});
