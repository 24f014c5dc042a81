/**
 * `nx smoke <remote>`: starts a portal whose registry holds one remote alone, on free ports and with a data folder of
 * its own, and opens that remote in a real browser as each account type, and as staff where it asks for a right.
 *
 * With `NEMUS_SMOKE_VERSION` and `NEMUS_SMOKE_STORE` (folder or address of a store) it is a published release that is
 * opened instead of the build of this checkout: what `nemus-release promote` asks for before users get it.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import type { RemoteDeclaration } from '@nemus/contract';
import { parseRegistry, registryPath, type RegisteredRemote } from '@nemus/registry';
import { readDeclaration } from '@nemus/build/declaration';
import { openReleaseAt, type ReleaseFiles } from '@nemus/release';
import { smokeRemote, type SmokeAccount, type SmokeCheck } from '@nemus/testing/smoke';
import { CHROMIUM_FLAGS, findChromium } from '../chromium.mjs';
import { addressesOf } from './addresses';
import { ENVIRONMENT, startPortal } from './portal';
import { ROOT } from './settings';
import { temporarySettings } from './temporary-settings';

const PASSWORD = 'nemus-demo-2026';
const ACCOUNTS: readonly SmokeAccount[] = [
  { name: 'piw', userType: 'piw', rights: [], email: 'demo.piw@nemus.example', password: PASSWORD },
  {
    // Has founded its institution: its administration, which holds every role.
    name: 'institution',
    userType: 'institution',
    rights: ['administration', 'booking', 'billing', 'confirming', 'reading'].map((role) => `member:${role}`),
    email: 'demo.institution@nemus.example',
    password: PASSWORD,
  },
];
/** Has every role that `nemus_staff` knows. */
const STAFF: SmokeAccount = {
  name: 'staff',
  userType: 'piw',
  rights: ['staff:catalogue', 'staff:teaching', 'staff:orders', 'staff:people'],
  email: 'demo.akademie@nemus.example',
  password: PASSWORD,
};

/** Who opens the area: both account types, and somebody with rights where a route asks for one. */
const accountsFor = ({ routes }: RemoteDeclaration): readonly SmokeAccount[] =>
  routes.some(({ requires }) => requires !== undefined) ? [...ACCOUNTS, STAFF] : ACCOUNTS;

/** Runs the smoke test of the app in a folder; true when all is well. */
async function smoke(appFolder: string): Promise<boolean> {
  const declaration = await readDeclaration(appFolder);
  const candidate = await candidateOf(declaration.name);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'nemus-smoke-'));
  const settings = await temporarySettings(dataDir);
  const addresses = addressesOf(settings);
  const portal = await startPortal(settings, { areas: [appFolder], candidate });
  try {
    const remote = await onlyRemote(portal.store);
    const opened = candidate?.release.declaration ?? declaration;
    const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS });
    try {
      const checks = await smokeRemote(browser, {
        portalUrl: addresses.portal,
        storeUrl: addresses.store,
        registry: { remotes: [remote] },
        declaration: opened,
        version: remote.stable.version,
        accounts: accountsFor(opened),
      });
      process.stdout.write(checks.map(line).join(''));
      return checks.every(({ problems }) => problems.length === 0);
    } finally {
      await browser.close();
    }
  } finally {
    await portal.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The published release that is asked for in the environment, if one is. */
async function candidateOf(remote: string): Promise<ReleaseFiles | undefined> {
  const { NEMUS_SMOKE_VERSION: version, NEMUS_SMOKE_STORE: store } = process.env;
  if (version === undefined) return undefined;
  if (store === undefined) throw new Error('NEMUS_SMOKE_VERSION needs NEMUS_SMOKE_STORE: where the version is.');
  return openReleaseAt(store, remote, version);
}

async function onlyRemote(store: string): Promise<RegisteredRemote> {
  const parsed = parseRegistry(await readFile(path.join(store, registryPath(ENVIRONMENT)), 'utf8'));
  if (!parsed.ok) throw new Error(parsed.message);
  const [remote] = parsed.registry.remotes;
  if (!remote) throw new Error('The registry of the smoke test is empty.');
  return remote;
}

function line({ name, problems }: SmokeCheck): string {
  const details = problems.map((problem) => `      ${problem}\n`).join('');
  return `  ${problems.length === 0 ? '✓' : '✗'} ${name}\n${details}`;
}

const name = process.argv[2];
const folder = name === undefined ? process.cwd() : path.join(ROOT, 'apps', name);
smoke(folder).then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
