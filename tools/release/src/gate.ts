import { releaseProblem, TRUST_PROBLEM_TEXTS, type TrustedKeys } from '@nemus/registry';
import {
  checkRelease,
  REGISTRY_CHECKS,
  RELEASE_CHECKS,
  type Check,
  type CheckContext,
  type Finding,
  type ShellFacts,
} from './checks';
import { refusePreview } from './preview';
import { unreachableFiles } from './reachability';
import { Refusal } from './refusal';
import { openPublished, type ReleaseFiles } from './release-files';
import { filesCheck } from './checks/files';
import { SHELL } from './shell/shell-release';
import { shellsInUse } from './shells-in-use';
import type { CurrentRegistry } from './store/document';
import type { ReleaseStore } from './store/store';

/** What a release is checked against before any user gets it. */
export interface GateOptions {
  /** The shell that the release will run in. */
  readonly shell: ShellFacts;
  /** Keys that the shell pins; with them, a release that the team did not sign is refused. */
  readonly trustedKeys?: TrustedKeys;
  /** Finds the names that the portal's database lacks; see {@link CheckContext}. */
  readonly missingInDatabase?: CheckContext['missingInDatabase'];
  /** Address of the store for browsers; with it, every file is fetched from there and compared. */
  readonly storeUrl?: string;
  /**
   * Runs the area in the real shell against the candidate, and rejects with a {@link Refusal} when it fails. `skipped`
   * skips the run: `why` must give the reason, and the audit log keeps it.
   */
  readonly smoke?: (() => Promise<void>) | 'skipped';
  /** Overrules findings. */
  readonly force?: boolean;
  readonly why: string;
  /** Called with each warning of a release that passes, one sentence each. */
  readonly onNote?: (note: string) => void;
  /** The time of day; by default this moment. */
  readonly now?: Date;
}

/** The gate for one release: its own errors are found once, those with its neighbours for every state. */
export interface Gate {
  /**
   * Refuses the release, or lets it pass.
   * @returns Findings that were overruled; `undefined` when there were none.
   */
  readonly pass: (current: CurrentRegistry) => Promise<string[] | undefined>;
}

/** A file that is missing, changed or unsigned cannot be overruled: browsers would refuse it anyway. */
const FINAL: ReadonlySet<string> = new Set(['files', 'trust', 'reachability']);

/** A rollback must not be blocked by a newer budget: it checks only what browsers would refuse. */
const ESSENTIAL: ReadonlySet<string> = new Set(['contract', 'shared', 'names', 'collisions', 'container', ...FINAL]);

/**
 * @param options With the store that has the releases of the other areas, and the shells in use.
 * @param essentialOnly For a rollback.
 */
export async function openGate(
  files: ReleaseFiles,
  options: GateOptions & { readonly store: ReleaseStore; readonly environment?: string },
  essentialOnly = false,
): Promise<Gate> {
  refusePreview(files.release.version);
  const { shell, trustedKeys, storeUrl, store, environment, now, missingInDatabase } = options;
  if (options.force === true || options.smoke === 'skipped') requireReason(options.why);
  // The checks compare an area with the shell: of the shell itself they check the files.
  const isShell = files.release.declaration.name === SHELL;
  const asked = (checks: readonly Check[]) =>
    isShell
      ? checks.filter(({ name }) => name === filesCheck.name)
      : essentialOnly
        ? checks.filter(({ name }) => ESSENTIAL.has(name))
        : checks;
  const inUse = environment === undefined ? [] : await shellsInUse(store, environment, now);
  const context = {
    files,
    shell,
    inUse,
    registered: [],
    isWayBack: essentialOnly,
    now,
    missingInDatabase,
    hint: options.onNote,
  };
  const own = await checkRelease(context, asked(RELEASE_CHECKS));
  if (trustedKeys) own.push(...(await trustFindings(files, trustedKeys)));
  if (storeUrl !== undefined) own.push(...(await reachabilityFindings(files, storeUrl)));
  // The slowest check is last, and only runs when all others pass.
  if (own.length === 0 || options.force === true) own.push(...(await smokeFindings(options.smoke)));
  return {
    pass: async (current) => {
      const registered = current.registry.remotes;
      const open = (remote: string, version: string) => openPublished(store, remote, version);
      const neighbours = await checkRelease({ files, shell, registered, open }, asked(REGISTRY_CHECKS));
      const findings = [...own, ...neighbours];
      if (findings.length > 0 && options.force !== true) throw refusal(files, findings);
      if (findings.some(({ check }) => FINAL.has(check))) throw refusal(files, findings);
      const overruled = findings.map(({ check, message }) => `${check}: ${message}`);
      if (options.smoke === 'skipped') overruled.push('smoke: not run');
      return overruled.length === 0 ? undefined : overruled;
    },
  };
}

async function smokeFindings(smoke: GateOptions['smoke']): Promise<Finding[]> {
  if (smoke === undefined || smoke === 'skipped') return [];
  try {
    await smoke();
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { summary, details, remedy } = error;
    return [summary, ...details].map((message) => ({ check: 'smoke', message, remedy }));
  }
}

/** Overruling the gate needs a reason. */
function requireReason(why: string): void {
  if (why.trim() !== '') return;
  throw new Refusal(
    'no-reason',
    'Passing the gate like this needs a reason.',
    'Add --why "…": the audit log keeps it.',
  );
}

/** Findings as a refusal of the release. */
export function refusal({ release }: ReleaseFiles, findings: readonly Finding[]): Refusal {
  const remedies = [...new Set(findings.map(({ remedy }) => remedy))];
  const name = `${release.declaration.name} ${release.version}`;
  return new Refusal('check-failed', `${name} does not pass the gate.`, remedies.join('\n  '), {
    details: findings.map(({ check, message }) => `${check}: ${message}`),
  });
}

async function trustFindings({ release, raw }: ReleaseFiles, trustedKeys: TrustedKeys): Promise<Finding[]> {
  const problem = await releaseProblem(release, raw, trustedKeys);
  if (problem === null) return [];
  const remedy =
    "Raise the patch version, build, and pack it with the team's key (--key); or register the key with the shell.";
  return [{ check: 'trust', message: TRUST_PROBLEM_TEXTS[problem], remedy }];
}

async function reachabilityFindings(files: ReleaseFiles, storeUrl: string): Promise<Finding[]> {
  const remedy = 'Bring the store up, or wait until the CDN has the files, and look at its CORS headers.';
  const problems = await unreachableFiles(files, storeUrl);
  return problems.map((message) => ({ check: 'reachability', message, remedy }));
}
