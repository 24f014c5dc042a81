import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { startStoreServer } from '../../../tools/portal/src/serve/servers';
import { PORTAL_URL } from '../../environment';
import { expect, expectAccessible } from '../../support/test';
import { test } from './own-store';
import { temporaryFolder } from '../../../tools/portal/src/serve/temporary-folder';

const run = promisify(execFile);
const REPOSITORY = path.resolve(import.meta.dirname, '../../..');
const SHELL_BUILD = path.join(REPOSITORY, 'apps/shell/dist/site');
/** A name that nothing in the portal has. */
const AREA = 'library';

const LINKED = [
  'libs',
  'tools',
  'node_modules',
  'tsconfig.base.json',
  'jest.browser.mjs',
  'jest.config.mjs',
  'jest.polyfills.mjs',
  'jest.setup.mjs',
];
const COPIED = ['.oxlintrc.json', '.prettierrc.json', 'nx.json', 'package.json', 'package-lock.json', 'tsconfig.json'];
/** The shell, of which the checkout only has the build: nothing is left to do for it. */
const BUILT_SHELL = {
  name: '@nemus/shell',
  version: '0.1.0',
  private: true,
  nx: { name: 'shell', targets: { build: { executor: 'nx:noop' } } },
};

/** A checkout with the platform's packages in which a team makes its area. @returns Its root. */
async function checkout(): Promise<string> {
  const root = await temporaryFolder('checkout');
  for (const name of LINKED) await symlink(path.join(REPOSITORY, name), path.join(root, name));
  for (const name of COPIED) await cp(path.join(REPOSITORY, name), path.join(root, name));
  await mkdir(path.join(root, 'apps/shell'), { recursive: true });
  await writeFile(path.join(root, 'apps/shell/package.json'), JSON.stringify(BUILT_SHELL));
  return root;
}

/** Makes an area with the generator. @returns Its folder. */
async function createArea(root: string): Promise<string> {
  const tool = path.join(REPOSITORY, 'tools/create-remote/bin/nemus.mjs');
  const options = ['--title', 'Bücherregal', '--team', 'readers', '--icon', 'catalog', '--no-install'];
  await run(process.execPath, [tool, 'create-remote', AREA, ...options], { cwd: root });
  return path.join(root, 'apps', AREA);
}

async function textsOf(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const texts = names.filter((name) => /\.(js|html|json)$/.test(name)).map((name) => readFile(path.join(folder, name)));
  return (await Promise.all(texts)).join('\n');
}

const APPEARS = "a new team's area appears in the menu of a shell that was built before it existed";
test(APPEARS, { tag: '@soak' }, async ({ page, openAs, ownStore }) => {
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
    const folder = await createArea(root);
    await run('npm', ['run', 'build'], { cwd: folder });
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
  // The other areas work next to it, and its address works.
  await page.getByRole('link', { name: 'Gesund', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Früherer Bereich' })).toBeVisible();
  await page.goto('/library');
  await expect(page.getByRole('heading', { level: 1, name: 'Bücherregal' })).toBeVisible();
});

const manifestSchema = z.object({ scripts: z.record(z.string(), z.string()) });

// Type-checks, lints, tests, builds and smoke-tests again: `create.test.ts` of the generator is the short form.
const FULL = "every script of a new team's area works, up to a promotion with signature, smoke test and reachability";
test(FULL, { tag: '@soak' }, async () => {
  test.setTimeout(240_000);
  const root = await checkout();
  const server = await startStoreServer({ folder: path.join(root, 'store'), port: 0 });
  try {
    const folder = await createArea(root);
    const { scripts } = manifestSchema.parse(JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')));
    // A promotion runs the smoke test.
    expect(Object.keys(scripts)).toContain('smoke');
    for (const script of Object.keys(scripts).filter((name) => name !== 'smoke')) {
      await run('npm', ['run', script], { cwd: folder });
    }

    const tool = path.join(REPOSITORY, 'tools/release/bin/nemus-release.mjs');
    const release = async (...args: string[]) => {
      const options = ['--environment', 'staging', '--store', path.join(root, 'store'), '--json'];
      const { stdout } = await run(process.execPath, [tool, ...args, ...options], { cwd: root });
      return z.looseObject({}).parse(JSON.parse(stdout));
    };
    const { file, trustedKeys } = await release('keys', 'generate', AREA, '--folder', 'vault');
    expect(trustedKeys).toMatchObject({ [AREA]: { routes: ['/library'] } });
    await writeFile(path.join(root, 'config.json'), JSON.stringify({ trustedKeys }));
    const key = ['--key', String(file)];
    await release('pack', AREA, ...key);
    await release('publish', AREA);
    const promote = ['promote', AREA, ...key, '--why', 'first', '--shell', path.join(root, 'shell.json')];
    // Its smoke test runs in the shell that this portal serves.
    promote.push('--portal', PORTAL_URL);
    const asProduction = ['--trust', 'config.json', '--store-url', `${server.origin}/`];
    const facts = await run(process.execPath, [tool, 'shell'], { cwd: REPOSITORY });
    await writeFile(path.join(root, 'shell.json'), facts.stdout);
    expect(await release(...promote, ...asProduction)).toMatchObject({ ok: true, status: 'changed', revision: 1 });
    expect(await release('verify', ...asProduction)).toMatchObject({ ok: true, releases: 1, problems: [] });
    const { lines } = await release('history', AREA);
    // Nothing was overruled, the smoke test least of all.
    expect(lines).toEqual([expect.not.objectContaining({ forced: expect.anything() })]);
  } finally {
    await server.close();
    await rm(root, { recursive: true, force: true });
  }
});
