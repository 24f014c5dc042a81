import type { SmokeAccount, SmokeCheck, MockResponse } from '@nemus/testing/smoke';
import {
  areaPath,
  pointerTo,
  promotedEntry,
  RELEASE_FILE,
  type RegisteredRemote,
  type RegistryDocument,
} from '@nemus/registry';
import { openDeployedShell, SIGNED, signatureProblems, type DeployedShell } from '../deployed';
import { Refusal } from '../refusal';
import type { ReleaseFiles } from '../release-files';
import { contentTypeOf } from '../store/delivery';
import { requireAccounts, withoutPasswords } from './accounts';

const HOUR = 3_600_000;
/** Timeout of the whole test: scripts of a page may hang in ways that no single timeout ends. */
const LONGEST_MS = 900_000;

export interface PortalSmokeRequest {
  /** The opened release: packed here, or published. */
  readonly files: ReleaseFiles;
  /** Address of the portal that has the accounts. */
  readonly portal: string;
  /** Id that the portal's shell must have. */
  readonly shellId?: string | undefined;
  /** Test accounts of that portal. */
  readonly accounts: readonly SmokeAccount[];
  readonly say: (text: string) => void;
}

/**
 * Opens a release in the portal itself, for a team without its own portal: with the users' page, headers, scripts and
 * backend, and in these browsers alone a registry with this release, served locally. Test accounts sign in; they read,
 * and change nothing except their own sessions.
 *
 * @throws {Refusal} with all findings, when anything is wrong.
 */
export async function smokeInPortal({ files, portal, shellId, accounts, say }: PortalSmokeRequest): Promise<void> {
  const { declaration, version } = files.release;
  requireAccounts(declaration, accounts);
  const shell = await openDeployedShell(portal, { expected: shellId });
  say(`  shell of ${shell.origin}: ${shell.id}, ${shell.compared} files as its page names them`);
  // Imported lazily: publishing needs no browser.
  const { mockResponses, restrictedNetworkFlags, openSmokeBrowser, smokeRemote } = await import('@nemus/testing/smoke');
  const remote = promotedEntry(null, declaration, pointerTo(files.release, files.digest));
  const reachable = originsOf(shell);
  const browser = await openSmokeBrowser(restrictedNetworkFlags(reachable.map((origin) => new URL(origin).hostname)));
  const tooLong = setTimeout(() => void browser.close(), LONGEST_MS);
  try {
    const checks: SmokeCheck[] = [
      { name: SIGNED, problems: await signatureProblems(files, shell) },
      ...(await smokeRemote(browser, {
        portalUrl: shell.origin,
        storeUrl: shell.config.storeUrl.replace(/\/+$/, ''),
        registry: { remotes: [remote] },
        declaration,
        version,
        accounts,
        reachable,
        prepare: (context) => mockResponses(context, standIns(shell, remote, files)),
      })),
    ];
    const hide = withoutPasswords(accounts);
    report(
      declaration.name,
      checks.map(({ name, problems }) => ({ name, problems: problems.map(hide) })),
      say,
    );
  } finally {
    clearTimeout(tooLong);
    await browser.close();
  }
}

function report(area: string, checks: readonly SmokeCheck[], say: (text: string) => void): void {
  for (const { name, problems } of checks)
    say([problems.length === 0 ? `  ✓ ${name}` : `  ✗ ${name}`, ...problems].join('\n      '));
  const details = checks.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`));
  if (details.length === 0) return;
  const remedy = 'Mend the area, or have the accounts of the test looked at.';
  throw new Refusal('smoke-failed', `The smoke test of "${area}" failed.`, remedy, { details });
}

/** What the portal's page may reach. Its failure reports are blocked: a test is no user. */
function originsOf({ origin, config }: DeployedShell): string[] {
  const addresses = [config.storeUrl, config.registryUrl, config.supabase.url, config.stops?.url ?? []].flat();
  return [...new Set([origin, ...addresses.map((address) => new URL(address).origin)])];
}

/**
 * What is answered locally: the configuration without keys of areas, since the team's key does not sign the test's
 * entry (the release's own signature is compared earlier), the registry, and the release.
 */
function standIns(shell: DeployedShell, remote: RegisteredRemote, files: ReleaseFiles) {
  const { trustedKeysFile: _file, telemetryUrl: _telemetry, ...config } = shell.config;
  const { environment } = config;
  if (environment === undefined) {
    throw new Refusal('portal', `${shell.origin} names no environment.`, 'Look at what is deployed there.');
  }
  const now = Date.now();
  const registry: RegistryDocument = {
    schema: 1,
    environment,
    revision: 1,
    issuedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + HOUR).toISOString(),
    remotes: [remote],
  };
  const folder = new URL(remote.stable.path, config.storeUrl.replace(/\/*$/, '/'));
  const shared = new URL(areaPath(remote.name), config.storeUrl.replace(/\/*$/, '/'));
  const documents = new Map<string, object>([
    [`${shell.origin}/config.json`, { ...config, trustedKeys: {}, overrideOrigins: [] }],
    [config.registryUrl, registry],
  ]);
  return async ({ origin, pathname }: URL): Promise<MockResponse | null | undefined> => {
    const document = documents.get(origin + pathname);
    if (document) return { body: JSON.stringify(document), contentType: 'application/json' };
    // Files by content are first asked for where the area's releases share them.
    const base = [folder, shared].find(({ pathname: start }) => pathname.startsWith(start));
    if (origin !== folder.origin || !base) return undefined;
    const file = fileOf(pathname.slice(base.pathname.length));
    if (file === RELEASE_FILE) return { body: files.text, contentType: contentTypeOf(file) };
    const body = Object.hasOwn(files.release.files, file) ? await files.read(file) : null;
    return body && { body, contentType: contentTypeOf(file) };
  };
}

/** The file name of a path; unreadable paths name no file. */
function fileOf(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}
