import { digestOf } from '@nemus/registry';
import { fetchBytes, type Fetch } from './documents';
import { Problem, problemOf } from './problem';
import type { TrustedFile } from './trusted-files';

/**
 * Finds out why a file could not be loaded. Browsers say the same for a refused hash, a missing file and a lost
 * connection; asking for the bytes tells them apart.
 *
 * @returns The first problem that shows, or null when every file is in order by now.
 */
export async function diagnose(
  fetch: Fetch,
  files: readonly TrustedFile[],
  timeoutMs: number,
): Promise<Problem | null> {
  const problems = await Promise.all(files.map((file) => problemWith(fetch, file, timeoutMs)));
  return problems.find((problem) => problem?.kind === 'integrity') ?? problems.find((problem) => problem) ?? null;
}

async function problemWith(fetch: Fetch, { url, integrity }: TrustedFile, timeoutMs: number): Promise<Problem | null> {
  try {
    const actual = await digestOf(await fetchBytes(fetch, url, timeoutMs));
    return actual === integrity ? null : new Problem('integrity', `${url} has ${actual}; released was ${integrity}.`);
  } catch (error) {
    return problemOf(error, 'network');
  }
}
