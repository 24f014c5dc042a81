import { compressedFormOf } from '@nemus/build/brotli';
import {
  digestOf,
  entryProblem,
  isTrustEnforced,
  parseRelease,
  releaseProblem,
  TRUST_PROBLEM_TEXTS,
  type RegisteredRemote,
  type ReleasePointer,
  type TrustedKeys,
} from '@nemus/registry';
import { z } from 'zod';
import { readCurrent, requireEntry } from '../change';
import { formName } from '../compressed';
import { inlineHashes } from '../deployed/page-files';
import { inParallel } from '../in-parallel';
import { parseJson } from '../parse-json';
import { Refusal } from '../refusal';
import { openPublished, publishedVersions, type ReleaseFiles } from '../release-files';
import { documentText } from '../store/document';
import { openFolder } from '../store/file-store';
import type { ReleaseStore } from '../store/store';
import { pointersOf } from '../verify';
import { isSiteFile, PAGE_FILE, SHELL, shellEnvironment } from './shell-release';

/*
 * The folder of a site, as a web server serves it:
 *
 *     index.html, worker.js, …        the stable release
 *     assets/                         content-hashed files of every release that open tabs may have
 *     .shell/shares/<0…99>/           page and worker that this hundredth of the visitors gets: the canary
 *     .shell/releases/<version>.json  releases whose files are here
 *     .shell/policy.conf              hashes of inline code, for the Content-Security-Policy
 *     .shell/deployed.json            the entry that was deployed last
 *
 * Servers hide names with a leading dot.
 */
const OWN = '.shell/';
/** Included by the configuration of nginx. */
export const POLICY_FILE = `${OWN}policy.conf`;
/** Files that a visitor's share decides about; the worker is built for one page. */
export const SHARED_FILES: readonly string[] = ['worker.js', PAGE_FILE];
/** Folder of a share's files, for a share's number. */
export const SHARES_FOLDER = `${OWN}shares/`;
const SHARES = 100;
/** Files that are named by their content. */
const ASSETS = 'assets/';
const PARALLEL = 6;

const deployedSchema = z.object({ entry: z.string(), serial: z.number() });

export interface DeployRequest {
  readonly store: ReleaseStore;
  readonly environment: string;
  /** Keys that the shell pins; empty: signatures are not required. */
  readonly trustedKeys: TrustedKeys;
  /** Folder that the web server serves. */
  readonly site: string;
  /** Lets the server read its configuration again. */
  readonly reload: () => Promise<void>;
  readonly now?: Date;
}

export interface DeployResult {
  readonly status: 'deployed' | 'unchanged';
  readonly version: string;
  readonly canary: { readonly version: string; readonly percent: number } | null;
  /** Files that no release in the store has any more. */
  readonly removed: number;
}

/**
 * Gives visitors of a site the shell that the registry names: new files first, the page last. Files of earlier releases
 * stay until `gc` removes their release from the store.
 *
 * @throws {Refusal} before visitors get anything, when a signature, the entry's age or a file's hash is wrong.
 */
export async function deployShell(request: DeployRequest): Promise<DeployResult> {
  const { store, trustedKeys, now = new Date() } = request;
  const environment = shellEnvironment(request.environment);
  const current = await readCurrent(store, environment);
  const entry = requireEntry(current, SHELL);
  const folder = openFolder(request.site);
  const raw = current.raw.get(SHELL) ?? {};
  if (isTrustEnforced(trustedKeys)) refuse(await entryProblem(entry, raw, { environment, trustedKeys, now }));
  const stateText = (await folder.get(`${OWN}deployed.json`))?.content;
  const before = deployedSchema.safeParse(stateText && parseJson(Buffer.from(stateText).toString())).data;
  const state = { entry: await digestOf(JSON.stringify(raw)), serial: entry.signature?.serial ?? current.revision };
  if (before && state.serial < before.serial) {
    throw new Refusal('untrusted', 'The registry is older than the deployed one.', 'See "history" for its author.');
  }
  const canary = canaryOf(entry);
  const told = {
    version: entry.stable.version,
    canary: canary && { version: canary.pointer.version, percent: canary.percent },
  };
  if (before?.entry === state.entry) return { status: 'unchanged', ...told, removed: 0 };

  const stable = await openTrusted(store, entry.stable, trustedKeys);
  const first = canary && (await openTrusted(store, canary.pointer, trustedKeys));
  const root = await checkedFiles(stable);
  const shared = first ? await checkedFiles(first) : new Map<string, Uint8Array>();
  for (const release of first ? [first, stable] : [stable]) {
    await folder.write(`${OWN}releases/${release.release.version}.json`, Buffer.from(release.text));
  }
  for (const [file, content] of [...shared, ...root].filter(([name]) => name.startsWith(ASSETS))) {
    const other = await folder.create(file, content);
    if (other && Buffer.compare(other, content) !== 0) throw damaged(`${file} exists in the site with other bytes.`);
    const form = other ? null : await compressedFormOf(file, content);
    if (form) await folder.write(formName(file), form);
  }
  const pages = await pagesOf(store, entry, trustedKeys);
  const policy = (await folder.get(POLICY_FILE))?.content;
  const known = Buffer.from(policy ?? '').toString();
  if (!pages.every((page) => hashesOf([page]).every((hash) => known.includes(hash)))) {
    await folder.write(POLICY_FILE, Buffer.from(policyText(pages)));
    // A server that has never had the file has not started: its configuration includes it.
    if (policy) await reloadOrRestore(request, () => folder.write(POLICY_FILE, policy));
  }
  const put = async (file: string, content: Uint8Array | null) => {
    // An older compressed file beside a new one would be sent in its place.
    for (const form of [formName(file), `${file}.gz`]) await folder.remove(form);
    if (content) await folder.write(file, content);
    else await folder.remove(file);
  };
  for (const [file, content] of root) {
    if (!file.startsWith(ASSETS) && !SHARED_FILES.includes(file)) await put(file, content);
  }
  const shares = Array.from({ length: SHARES }, (_, share) => share);
  const wanted = shares.filter((share) => share < (canary?.percent ?? 0));
  const there = (await folder.list(SHARES_FOLDER)).map((name) => Number(name.slice(0, -1)));
  for (const file of SHARED_FILES) {
    for (const share of new Set([...there, ...wanted])) {
      await put(`${SHARES_FOLDER}${share}/${file}`, (wanted.includes(share) && shared.get(file)) || null);
    }
    await put(file, root.get(file) ?? null);
  }
  const removed = await removeUnneeded(
    request,
    new Set([stable, ...(first ? [first] : [])].map((each) => each.release.version)),
  );
  await folder.write(`${OWN}deployed.json`, Buffer.from(documentText(state)));
  return { status: 'deployed', ...told, removed };
}

/** With the new hashes in its place, the next deployment would show a page that the server's policy refuses. */
async function reloadOrRestore({ reload }: DeployRequest, restore: () => Promise<void>): Promise<void> {
  try {
    await reload();
  } catch (cause) {
    await restore();
    throw new Refusal(
      'portal',
      'The server has not read its configuration again.',
      'Visitors keep the shell that they have. Repair the command of --reload, and deploy again.',
      { cause, details: [cause instanceof Error ? cause.message.trim() : String(cause)] },
    );
  }
}

/** The canary that visitors get: none while it is stopped. */
function canaryOf({ canary, canaryHalted }: RegisteredRemote) {
  return canary && canary.percent > 0 && canaryHalted?.version !== canary.pointer.version ? canary : null;
}

async function openTrusted(
  store: ReleaseStore,
  pointer: ReleasePointer,
  trustedKeys: TrustedKeys,
): Promise<ReleaseFiles> {
  const files = await openPublished(store, SHELL, pointer.version);
  if (files.digest !== pointer.digest) throw damaged(`${pointer.version} is not the release that was promoted.`);
  if (isTrustEnforced(trustedKeys)) refuse(await releaseProblem(files.release, files.raw, trustedKeys));
  const stray = Object.keys(files.release.files).filter((file) => !isSiteFile(file));
  if (stray.length > 0) throw damaged(`${stray.join(', ')} may not be in a site.`);
  return files;
}

/** Every file, before the first one is written. */
async function checkedFiles(files: ReleaseFiles): Promise<Map<string, Uint8Array>> {
  const names = Object.keys(files.release.files);
  const found = new Map<string, Uint8Array>();
  await inParallel(PARALLEL, names, async (file) => found.set(file, await checkedFile(files, file)));
  return found;
}

async function checkedFile({ release, read }: ReleaseFiles, file: string): Promise<Uint8Array> {
  const content = await read(file);
  if (content && (await digestOf(content)) === release.files[file]?.integrity) return content;
  throw damaged(`${file} of ${release.version} is missing or does not match its hash.`);
}

/** The pages that visitors have or get by a rollback, so that a rollback changes no policy. */
async function pagesOf(store: ReleaseStore, entry: RegisteredRemote, trustedKeys: TrustedKeys): Promise<string[]> {
  const pages = pointersOf(entry).map(async (pointer) => {
    try {
      const files = await openTrusted(store, pointer, trustedKeys);
      return [Buffer.from(await checkedFile(files, PAGE_FILE)).toString()];
    } catch (error) {
      // Only an earlier release: the others were opened before. A rollback to this one would be refused.
      if (error instanceof Refusal) return [];
      throw error;
    }
  });
  return (await Promise.all(pages)).flat();
}

/** Variables of nginx with the hashes of the pages' inline code. */
export function policyText(pages: readonly string[]): string {
  const variable = (kind: 'scripts' | 'styles') => {
    const all = hashesOf(pages, [kind]).map((hash) => `'${hash}'`);
    return `map $host $nemus_${kind} { default "${all.join(' ')}"; }\n`;
  };
  return variable('scripts') + variable('styles');
}

function hashesOf(
  pages: readonly string[],
  kinds: readonly ('scripts' | 'styles')[] = ['scripts', 'styles'],
): string[] {
  const inline = pages.map(inlineHashes);
  return [...new Set(kinds.flatMap((kind) => inline.flatMap((hashes) => hashes[kind])))].toSorted();
}

/** Removes files of releases that are no longer in the store; files that other releases have stay. */
async function removeUnneeded({ store, site }: DeployRequest, current: ReadonlySet<string>): Promise<number> {
  const folder = openFolder(site);
  const kept = new Set([...current, ...(await publishedVersions(store, SHELL))]);
  const releases = await Promise.all(
    (await folder.list(`${OWN}releases/`)).map(async (name) => {
      const content = (await folder.get(`${OWN}releases/${name}`))?.content;
      const parsed = parseRelease(Buffer.from(content ?? '').toString());
      return { name, files: parsed.ok ? Object.keys(parsed.release.files) : [] };
    }),
  );
  const gone = releases.filter(({ name }) => !kept.has(name.slice(0, -'.json'.length)));
  const needed = new Set(releases.filter((each) => !gone.includes(each)).flatMap(({ files }) => files));
  const files = new Set(
    gone
      .flatMap((each) => each.files)
      .filter((file) => file.startsWith(ASSETS) && isSiteFile(file) && !needed.has(file)),
  );
  for (const file of files) for (const form of [file, formName(file), `${file}.gz`]) await folder.remove(form);
  for (const { name } of gone) await folder.remove(`${OWN}releases/${name}`);
  return files.size;
}

function refuse(problem: keyof typeof TRUST_PROBLEM_TEXTS | null): void {
  if (problem === null) return;
  throw new Refusal('untrusted', 'The shell is not signed by its team.', 'Visitors keep the shell that they have.', {
    details: [TRUST_PROBLEM_TEXTS[problem]],
  });
}

function damaged(detail: string): Refusal {
  return new Refusal('damaged', 'The shell in the store cannot be deployed.', 'Publish it again.', {
    details: [detail],
  });
}
