import {
  entryProblem,
  isTrustEnforced,
  openStopList,
  registryPath,
  releaseProblem,
  stopListPath,
  TRUST_PROBLEM_TEXTS,
  type RegisteredRemote,
  type ReleasePointer,
  type TrustedKey,
  type TrustedKeys,
} from '@nemus/registry';
import { readCurrent } from './change';
import { filesCheck } from './checks/files';
import { unreachableFiles } from './reachability';
import { Refusal } from './refusal';
import { openPublished } from './release-files';
import type { CurrentRegistry } from './store/document';
import type { ReleaseStore } from './store/store';

export interface VerifyRequest {
  readonly store: ReleaseStore;
  readonly environment: string;
  /** Keys that the shell pins; empty: signatures are not checked. */
  readonly trustedKeys?: TrustedKeys;
  /** Operators' keys that the shell pins; without them the stop list is not looked at. */
  readonly operatorKeys?: readonly TrustedKey[] | null;
  /** Address of the store for browsers; with it, every file is fetched from there too. */
  readonly storeUrl?: string;
  readonly now?: Date;
  readonly onRelease?: (name: string) => void;
}

export interface VerifyResult {
  /** Releases that were walked. */
  readonly releases: number;
  /** Files whose hash was computed. */
  readonly files: number;
  /** One sentence per problem. */
  readonly problems: readonly string[];
}

/**
 * Walks an environment as browsers trust it: the list of stops, expiry and signature of every entry, the digest of every release document
 * that an entry points to (stable, canary, last good), its signature, and the hash of every file.
 */
export async function verifyEnvironment(request: VerifyRequest): Promise<VerifyResult> {
  const { store, environment, trustedKeys = {}, now = new Date() } = request;
  // Before the registry, whose reading repairs it.
  const shown = await store.read(registryPath(environment));
  const current = await readCurrent(store, environment);
  const problems: string[] = [];
  if (shown && Buffer.from(shown).toString() !== (await store.readRegistry(environment))) {
    problems.push('The document for browsers was not the newest revision; reading it has repaired it.');
  }
  if (current.revision > 0 && now >= new Date(current.registry.expiresAt)) {
    problems.push(`The registry expired at ${current.registry.expiresAt}.`);
  }
  problems.push(...(await stopListProblems(request, now)));
  const counts = { releases: 0, files: 0 };
  for (const entry of current.registry.remotes) {
    problems.push(...(await entryProblems(entry, current, { environment, trustedKeys, now })));
    for (const pointer of pointersOf(entry)) {
      request.onRelease?.(`${entry.name} ${pointer.version}`);
      const walked = await walkRelease(request, entry.name, pointer);
      counts.releases += 1;
      counts.files += walked.files;
      problems.push(...walked.problems.map((problem) => `${entry.name} ${pointer.version}: ${problem}`));
    }
  }
  return { ...counts, problems };
}

async function stopListProblems(
  { store, environment, operatorKeys: keys }: VerifyRequest,
  now: Date,
): Promise<string[]> {
  if (!keys) return [];
  const shown = await store.read(stopListPath(environment));
  const text = await store.readStops(environment);
  if (text === null) return ['There is no stop list; "npx --no-install @nemus/release stops renew" makes one.'];
  const opened = await openStopList(text, { environment, now, keys });
  const isShown = !shown || Buffer.from(shown).toString() === text;
  return [
    ...(opened.ok ? [] : [opened.message]),
    ...(isShown ? [] : ['The stop list for browsers is not the newest one; the next one repairs it.']),
  ];
}

/** Every release that an entry points to, each once. */
export function pointersOf({ stable, canary, lastGood }: RegisteredRemote): ReleasePointer[] {
  const all = [stable, ...(canary ? [canary.pointer] : []), ...lastGood];
  return [...new Map(all.map((pointer) => [pointer.version, pointer])).values()];
}

async function entryProblems(
  entry: RegisteredRemote,
  current: CurrentRegistry,
  trust: { environment: string; trustedKeys: TrustedKeys; now: Date },
): Promise<string[]> {
  if (!isTrustEnforced(trust.trustedKeys)) return [];
  const problem = await entryProblem(entry, current.raw.get(entry.name) ?? {}, trust);
  return problem === null ? [] : [`${entry.name}: ${TRUST_PROBLEM_TEXTS[problem]}`];
}

async function walkRelease(
  { store, trustedKeys = {}, storeUrl }: VerifyRequest,
  remote: string,
  pointer: ReleasePointer,
): Promise<{ files: number; problems: string[] }> {
  try {
    const files = await openPublished(store, remote, pointer.version);
    const problems: string[] = [];
    if (files.digest !== pointer.digest) problems.push('The release document is not the one that was promoted.');
    if (isTrustEnforced(trustedKeys)) {
      const problem = await releaseProblem(files.release, files.raw, trustedKeys);
      if (problem !== null) problems.push(TRUST_PROBLEM_TEXTS[problem]);
    }
    problems.push(...(await filesCheck.run({ files, shell: { contract: '', shared: [] }, registered: [] })));
    if (storeUrl !== undefined) problems.push(...(await unreachableFiles(files, storeUrl)));
    return { files: Object.keys(files.release.files).length + 1, problems };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { files: 0, problems: [error.summary, ...error.details] };
  }
}
