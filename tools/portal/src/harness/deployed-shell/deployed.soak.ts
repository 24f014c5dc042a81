/**
 * A team's steps before a promotion: a portal deployed as an operator does, with nginx in front, whose shell
 * `nemus-release smoke <area> --portal <address>` takes for the local build of an area. A minute for each, and more on
 * a busy machine.
 */
import { execFile } from 'node:child_process';
import { realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { deployPortal } from '../../deploy/deployed-portal';
import { missingForNginx } from '../../deploy/running-nginx';
import { addressesOf } from '../../serve/addresses';
import { ROOT } from '../../serve/settings';
import { temporaryFolder } from '../../serve/temporary-folder';
import { startPortalProcess } from '../portal-process';
import { temporarySettings } from '../temporary-settings';

const run = promisify(execFile);
const PROGRAM = path.join(ROOT, 'node_modules/.bin/nemus-release');

// An area for both account types, and one with rights.
const AREAS = [
  ['elearning', ['piw', 'institution']],
  ['academy', ['piw', 'institution', 'staff']],
] as const;

const missing = missingForNginx();
const isTried = missing === null || process.env['NEMUS_REQUIRE_SERVERS'] === '1';
const closing: (() => Promise<unknown>)[] = [];
let address = '';

jest.setTimeout(600_000);
beforeAll(async () => {
  if (!isTried) return;
  if (missing !== null) throw new Error(`${missing}.`);
  // Without symbolic links in its path, which nginx does not follow.
  const folder = await realpath(await temporaryFolder('deployed'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const settings = await temporarySettings(path.join(folder, 'data'));
  closing.push(await startPortalProcess(['start', '--no-build', '--areas=elearning,academy'], 'Ctrl-C', settings));
  const { portal: local, api } = addressesOf(settings);
  const deployed = await deployPortal({
    folder,
    api,
    build: path.join(ROOT, 'apps/shell/dist'),
    store: path.join(settings.dataDir, 'store'),
    environment: 'production',
    config: (await (await fetch(`${local}/config.json`)).json()) as object,
  });
  closing.push(() => deployed.stop());
  address = deployed.portal;
});
afterAll(async () => {
  // oxlint-disable-next-line no-await-in-loop -- each depends on the previous one
  for (const close of closing.toReversed()) await close();
});

it.each(AREAS)('the shell that nginx serves opens %s as each account', async (area, accounts) => {
  if (!isTried) return;
  // Rejects with the findings of the smoke test. The command line prints its progress on the error stream.
  const { stdout, stderr } = await run(PROGRAM, ['smoke', area, '--portal', address], {
    cwd: ROOT,
    maxBuffer: 10_000_000,
  });
  for (const account of accounts) expect(stderr).toContain(`✓ ${account}: signs in`);
  expect(stderr).not.toContain('✗');
  expect(stdout).toContain(`${area} works in the shell.`);
});
