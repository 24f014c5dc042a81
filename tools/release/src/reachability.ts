import { areaPath, digestOf, RELEASE_FILE, releasePath } from '@nemus/registry';
import { inParallel } from './in-parallel';
import type { ReleaseFiles } from './release-files';
import { sharedNames } from './shared-files';

/** Longest wait for one file, in milliseconds. */
const TIMEOUT = 15_000;
/** Parallel downloads. */
const PARALLEL = 6;

/**
 * Fetches every file of a release as a browser would and compares it: status, hash, and the CORS header without which
 * integrity cannot be checked.
 *
 * @returns One sentence per file that browsers would not get.
 */
export async function unreachableFiles(files: ReleaseFiles, storeUrl: string): Promise<string[]> {
  const { release } = files;
  const { name } = release.declaration;
  const shared = sharedNames(release).map((file) => [file, release.files[file]?.integrity ?? ''] as const);
  return [
    ...(await unreachableIn(new URL(releasePath(name, release.version), withSlash(storeUrl)), files)),
    ...(await fetchProblems(new URL(areaPath(name), withSlash(storeUrl)), shared)),
  ];
}

/** The same for a release in any folder. @param folder Address with a trailing slash. */
export async function unreachableIn(
  folder: URL,
  { release, digest }: Pick<ReleaseFiles, 'release' | 'digest'>,
): Promise<string[]> {
  return fetchProblems(folder, [
    [RELEASE_FILE, digest] as const,
    ...Object.entries(release.files).map(([file, { integrity }]) => [file, integrity] as const),
  ]);
}

/** @param wanted Files with their hashes. */
async function fetchProblems(
  folder: URL,
  wanted: readonly (readonly [file: string, integrity: string])[],
): Promise<string[]> {
  const problems: string[] = [];
  await inParallel(PARALLEL, wanted, async ([file, integrity]) => {
    const problem = await fetchProblem(new URL(file, folder), integrity);
    if (problem !== null) problems.push(problem);
  });
  return problems.toSorted();
}

async function fetchProblem(url: URL, integrity: string): Promise<string | null> {
  try {
    // Any origin: the question is whether the store sends CORS headers at all. With the browsers' Accept-Encoding: a
    // wrong compressed form is found here.
    const headers = { Origin: 'https://portal.example', 'Accept-Encoding': 'br, gzip' };
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT) });
    if (!response.ok) return `${url.href} answers ${response.status}.`;
    if (!response.headers.has('access-control-allow-origin')) return `${url.href} comes without CORS headers.`;
    const found = await digestOf(new Uint8Array(await response.arrayBuffer()));
    return found === integrity ? null : `${url.href} is another file than the one that was published.`;
  } catch (error) {
    return `${url.href} cannot be fetched: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`;
}
