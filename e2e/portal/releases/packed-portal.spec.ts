import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { stagePortal } from '@nemus/packages';
import { z } from 'zod';
import { signInAs } from '../../../tools/portal/src/harness/sign-in';
import { freePorts } from '../../../tools/backend/src/server/http/free-ports';
import { expect, test } from '../../support/test';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../../..');
const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) });

/** An installed tarball in an empty folder, with the packages that it declares and no other: without a registry. */
async function install(folder: string): Promise<string> {
  const staged = await stagePortal(ROOT, path.join(folder, 'stage'));
  const { stdout } = await run('npm', ['pack', staged, '--silent'], { cwd: folder });
  const own = path.join(folder, 'empty/node_modules/@nemus/portal');
  await mkdir(own, { recursive: true });
  await run('tar', ['-xzf', path.join(folder, stdout.trim()), '-C', own, '--strip-components=1']);
  const { dependencies } = manifestSchema.parse(JSON.parse(await readFile(path.join(own, 'package.json'), 'utf8')));
  // Databases of this checkout, which take longer to make than all the rest.
  const modules = Object.keys(dependencies).map(
    (name) => [name, path.join(folder, 'empty/node_modules', name)] as const,
  );
  for (const [name, place] of [...modules, ['.cache', path.join(own, 'nemus/node_modules/.cache')] as const]) {
    await mkdir(path.dirname(place), { recursive: true });
    await symlink(path.join(ROOT, 'node_modules', name), place);
  }
  return own;
}

test('an outside team starts shell, areas, backend and demo accounts from one package', async ({ page }) => {
  test.slow();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nemus-packed-'));
  try {
    const own = await install(folder);
    const [portal = 0, store = 0, api = 0, mail = 0, checkout = 0] = await freePorts(5);
    const { PATH } = process.env;
    const ports = { PORTAL: portal, STORE: store, API: api, MAIL: mail, CHECKOUT: checkout };
    const child = spawn(process.execPath, [path.join(own, 'bin/nemus-portal.mjs')], {
      cwd: path.join(folder, 'empty'),
      env: {
        PATH,
        ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [`NEMUS_${name}_PORT`, `${port}`])),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    let printed = '';
    try {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text: Buffer) => (printed += text.toString()));
      await expect.poll(() => printed, { timeout: 120_000 }).toContain('Nemus runs');
      await signInAs(page, `http://localhost:${portal}`, 'demo.piw@nemus.example');
      await expect(page.locator('[data-remote="trainee"]').first()).toBeVisible();
      // Of other teams, it has no source maps.
      await expect(readFile(path.join(own, 'nemus/apps/trainee/dist/maps/remoteEntry.js.map'))).rejects.toThrow(
        'ENOENT',
      );
      // Its data is where it was started.
      await readFile(path.join(folder, 'empty/.nemus/store/registry/local.json'));
    } finally {
      await page.close();
      child.kill('SIGINT');
      await ended;
    }
    expect(printed).toContain('demo.institution@nemus.example');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
