/**
 * `npm run older-shell -w @nemus/portal -- <commit>`: the shell of an older commit with today's areas, registry and
 * database, in a real browser. Ends with an error when a page that the menu leads to cannot be shown.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../../../../../libs/testing/src/smoke/chromium.mjs';
import { addressesOf } from '../../serve/addresses';
import { buildApps } from '../../serve/build';
import { startPortal } from '../../serve/portal';
import { temporaryFolder } from '../../serve/temporary-folder';
import { temporarySettings } from '../temporary-settings';
import { buildCommit } from './build-commit';
import { walkAs } from './walk';

const say = (line: string) => process.stdout.write(`${line}\n`);
const ACCOUNTS = ['piw', 'institution', 'akademie', 'betrieb'].map((name) => `demo.${name}@nemus.example`);

/** Opens every page of every account in a portal with this shell. @returns whether all could be shown */
async function walkThrough(shell: string, dataDir: string): Promise<boolean> {
  const settings = await temporarySettings(dataDir);
  const portal = await startPortal(settings, { served: { shell, sockets: [], releases: undefined } });
  try {
    const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS });
    try {
      let isFine = true;
      for (const account of ACCOUNTS) {
        // oxlint-disable-next-line no-await-in-loop -- one portal, one browser
        const { opened, complaints } = await walkAs(browser, addressesOf(settings).portal, account);
        isFine &&= complaints.length === 0;
        say(`${complaints.length === 0 ? 'ok    ' : 'FAILED'} ${account}: ${opened.join(' ')}`);
        for (const complaint of complaints) say(`         ${complaint}`);
      }
      return isFine;
    } finally {
      await browser.close();
    }
  } finally {
    await portal.close();
  }
}

/** @returns whether every page could be shown. */
async function main([commit]: readonly string[]): Promise<boolean> {
  if (commit === undefined) throw new Error('Which commit? npm run older-shell -w @nemus/portal -- <commit>');
  const folder = await temporaryFolder('older-shell');
  try {
    await buildApps();
    const { apps, remove } = await buildCommit(commit, path.join(folder, 'checkout'));
    try {
      return await walkThrough(path.join(apps, 'shell'), path.join(folder, 'data'));
    } finally {
      await remove();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

main(process.argv.slice(2)).then(
  (isFine) => process.exit(isFine ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`\n  ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n\n`);
    process.exit(1);
  },
);
