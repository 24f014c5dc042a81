/**
 * `nx smoke <remote>`: starts a portal whose registry has one remote alone, on free ports and with a data folder of its
 * own, and opens that remote in a real browser as each account type, and as staff or an operator where a route requires a right.
 *
 * With `NEMUS_SMOKE_VERSION` and `NEMUS_SMOKE_STORE` (folder, bucket or address of a store) it opens a published
 * release instead of the build of this checkout, which `nemus-release promote` requires before users get it. With
 * `NEMUS_SMOKE_PORTAL` (address) the shell is the deployed one of this portal, and no build of this checkout;
 * `NEMUS_SMOKE_SHELL` is the id that it must have (decision record 0015).
 */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { RemoteDeclaration } from '@nemus/contract';
import { parseRegistry, registryPath, type RegisteredRemote } from '@nemus/registry';
import { readDeclaration } from '@nemus/build/declaration';
import { openFileStore, openPublished, openReleaseAt, Refusal, type ReleaseFiles } from '@nemus/release';
import { openDeployedShell, SIGNED, signatureProblems, type DeployedShell } from '@nemus/release/deployed';
import {
  restrictedNetworkFlags,
  openSmokeBrowser,
  smokeRemote,
  type SmokeAccount,
  type SmokeCheck,
} from '@nemus/testing/smoke';
import { addressesOf } from '../serve/addresses';
import { ENVIRONMENT, startPortal } from '../serve/portal';
import { ROOT } from '../serve/settings';
import { temporaryFolder } from '../serve/temporary-folder';
import { ACCOUNTS, OPERATOR, STAFF } from './sign-in';
import { temporarySettings } from './temporary-settings';

/** Who opens the area: both account types, and accounts with rights where a route requires one. */
function accountsFor({ routes }: RemoteDeclaration): readonly SmokeAccount[] {
  const required = routes.flatMap(({ requires = [] }) => requires);
  if (required.length === 0) return ACCOUNTS;
  return [...ACCOUNTS, STAFF, ...(required.some((right) => OPERATOR.rights.includes(right)) ? [OPERATOR] : [])];
}

/** Timeout of the whole test: scripts of a foreign shell may hang in ways that no single timeout ends. */
const LONGEST_MS = 900_000;

/** Runs the smoke test of an area; true when all is well. */
async function smoke(area: { name?: string | undefined; folder: string }): Promise<boolean> {
  const candidate = await candidateOf(area);
  const deployed = await deployedShell();
  const dataDir = await temporaryFolder('smoke');
  const settings = await temporarySettings(dataDir);
  const addresses = addressesOf(settings);
  const portal = await startPortal(settings, { areas: [area.folder], candidate, deployed });
  try {
    const remote = await onlyRemote(portal.store);
    const { name, stable } = remote;
    const { declaration } = (await openPublished(openFileStore(portal.store), name, stable.version)).release;
    const browser = await openSmokeBrowser(deployed ? restrictedNetworkFlags(['localhost']) : []);
    try {
      const checks = [
        ...(candidate && deployed ? [await signatureCheck(candidate, deployed)] : []),
        ...(await smokeRemote(browser, {
          portalUrl: addresses.portal,
          storeUrl: addresses.store,
          registry: { remotes: [remote] },
          declaration,
          version: stable.version,
          accounts: accountsFor(declaration),
          ...(deployed && { reachable: [addresses.portal, addresses.store] }),
        })),
      ];
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

/** The shell that users of the named portal have, if one is named. */
async function deployedShell(): Promise<DeployedShell | undefined> {
  const { NEMUS_SMOKE_PORTAL: address, NEMUS_SMOKE_SHELL: expected } = process.env;
  if (address === undefined) return undefined;
  const shell = await openDeployedShell(address, { expected });
  process.stdout.write(`  shell of ${shell.origin}: ${shell.id}, ${shell.compared} files as its page names them\n`);
  return shell;
}

/** What the local registry cannot provide. */
async function signatureCheck(candidate: ReleaseFiles, deployed: DeployedShell): Promise<SmokeCheck> {
  return { name: SIGNED, problems: await signatureProblems(candidate, deployed) };
}

/** The published release that the environment names, if any. */
async function candidateOf({ name, folder }: { name?: string | undefined; folder: string }) {
  const { NEMUS_SMOKE_VERSION: version, NEMUS_SMOKE_STORE: store } = process.env;
  if (version === undefined) return undefined;
  if (store === undefined) throw new Error('NEMUS_SMOKE_VERSION needs NEMUS_SMOKE_STORE: where the version is.');
  return openReleaseAt(store, name ?? (await readDeclaration(folder)).name, version);
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
const tooLong = setTimeout(() => {
  process.stderr.write(`  It is not done after ${LONGEST_MS / 60_000} minutes.\n`);
  process.exit(1);
}, LONGEST_MS);
smoke({ name, folder }).then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (error: unknown) => {
    const isPlain = error instanceof Refusal || !(error instanceof Error);
    process.stderr.write(`${isPlain ? `Refused: ${String(error)}` : error.stack}\n`);
    process.exit(1);
  },
);
tooLong.unref();
