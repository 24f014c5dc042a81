/**
 * `node --import tsx tools/portal/src/harness/deployed-shell/smoke-deployed.ts [area…]`: a team's steps before a
 * promotion. Deploys a portal as an operator does, with nginx in front, and lets `nemus-release smoke
 * <area> --portal <address>` use its shell with the local build, as each account type.
 */
import { spawn } from 'node:child_process';
import { realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { deployPortal } from '../../deploy/deployed-portal';
import { missingForNginx } from '../../deploy/running-nginx';
import { addressesOf } from '../../serve/addresses';
import { startPortal } from '../../serve/portal';
import { ROOT } from '../../serve/settings';
import { temporaryFolder } from '../../serve/temporary-folder';
import { temporarySettings } from '../temporary-settings';

/** The address that the deployed portal has in its configuration. */
const ENVIRONMENT = 'production';

/** Runs the command line. @returns whether it succeeded */
async function smoke(area: string, portal: string): Promise<boolean> {
  const program = path.join(ROOT, 'node_modules/.bin/nemus-release');
  const child = spawn(program, ['smoke', area, '--portal', portal], { cwd: ROOT, stdio: 'inherit' });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return code === 0;
}

async function main(areas: readonly string[]): Promise<boolean> {
  const missing = missingForNginx();
  if (missing !== null) throw new Error(`${missing}.`);
  // Without symbolic links in its path, which nginx does not follow.
  const folder = await realpath(await temporaryFolder('deployed'));
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const settings = await temporarySettings(path.join(folder, 'data'));
    const portal = await startPortal(settings, { areas: areas.map((area) => path.join(ROOT, 'apps', area)) });
    closing.push(() => portal.close());
    const config: unknown = await (await fetch(`${addressesOf(settings).portal}/config.json`)).json();
    if (typeof config !== 'object' || config === null) throw new Error('The portal has no configuration.');
    const build = path.join(ROOT, 'apps/shell/dist');
    const deployed = await deployPortal({
      folder,
      api: addressesOf(settings).api,
      build,
      store: portal.store,
      environment: ENVIRONMENT,
      config,
    });
    closing.push(() => deployed.stop());
    process.stdout.write(`Deployed behind nginx: ${deployed.portal}, store ${deployed.store}\n`);
    let isWell = true;
    for (const area of areas) {
      // oxlint-disable-next-line no-await-in-loop -- each starts a backend and a browser
      isWell = (await smoke(area, deployed.portal)) && isWell;
    }
    return isWell;
  } finally {
    // oxlint-disable-next-line no-await-in-loop -- each depends on the previous one
    for (const close of closing.toReversed()) await close();
  }
}

main(process.argv.slice(2)).then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
