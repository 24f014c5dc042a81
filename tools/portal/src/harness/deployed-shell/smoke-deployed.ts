/**
 * `node --import tsx tools/portal/src/harness/deployed-shell/smoke-deployed.ts [nginx|caddy] [area…]`: what a team does before a
 * promotion, from its beginning to its end. Deploys a portal as an operator does, with a real server in front, and lets
 * `nemus-release smoke <area> --portal <address>` take its shell: for what is built here, as each account type.
 */
import { spawn } from 'node:child_process';
import { realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { deployPortal } from '../../deploy/deployed-portal';
import { missingFor, SERVERS } from '../../deploy/real-servers';
import { addressesOf } from '../../serve/addresses';
import { startPortal } from '../../serve/portal';
import { ROOT } from '../../serve/settings';
import { temporaryFolder } from '../../serve/temporary-folder';
import { temporarySettings } from '../temporary-settings';

/** Where the deployed portal says that it is. */
const ENVIRONMENT = 'production';

/** Runs the command line to its end. @returns whether it is content */
async function smoke(area: string, portal: string): Promise<boolean> {
  const program = path.join(ROOT, 'node_modules/.bin/nemus-release');
  const child = spawn(program, ['smoke', area, '--portal', portal], { cwd: ROOT, stdio: 'inherit' });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return code === 0;
}

async function main([named = 'nginx', ...areas]: readonly string[]): Promise<boolean> {
  const server = SERVERS.find((each) => each === named);
  if (server === undefined) throw new Error(`"${named}" is none of ${SERVERS.join(', ')}.`);
  const missing = missingFor(server);
  if (missing !== null) throw new Error(`${missing}.`);
  // Without links in its path, which nginx follows nowhere.
  const folder = await realpath(await temporaryFolder('deployed'));
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const settings = await temporarySettings(path.join(folder, 'data'));
    const portal = await startPortal(settings, { areas: areas.map((area) => path.join(ROOT, 'apps', area)) });
    closing.push(() => portal.close());
    const config: unknown = await (await fetch(`${addressesOf(settings).portal}/config.json`)).json();
    if (typeof config !== 'object' || config === null) throw new Error('The portal has no configuration.');
    const build = path.join(ROOT, 'apps/shell/dist');
    const deployed = await deployPortal(server, {
      folder,
      api: addressesOf(settings).api,
      build,
      store: portal.store,
      environment: ENVIRONMENT,
      config,
    });
    closing.push(() => deployed.stop());
    process.stdout.write(`Deployed behind ${server}: ${deployed.portal}, store ${deployed.store}\n`);
    let isWell = true;
    for (const area of areas) {
      // oxlint-disable-next-line no-await-in-loop -- each starts a backend and a browser
      isWell = (await smoke(area, deployed.portal)) && isWell;
    }
    return isWell;
  } finally {
    // oxlint-disable-next-line no-await-in-loop -- one stands on the other
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
