import { digestOf } from '@nemus/registry';
import { fetchFile, type Fetch } from './documents';
import { Problem, problemOf } from './problem';
import type { TrustedFile } from './trusted-files';

/**
 * Finds out why a file could not be loaded. Browsers report a refused hash, a missing file and a lost connection alike;
 * requesting the bytes distinguishes them.
 *
 * @returns The first problem found, or null when every file is in order by now.
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
    const { bytes, type } = await fetchFile(fetch, url, timeoutMs);
    const actual = await digestOf(bytes);
    if (actual !== integrity) return new Problem('integrity', `${url} has ${actual}; released was ${integrity}.`);
    return isUsable(url, type) ? null : new Problem('http', `${url} came as "${type}", which browsers do not use.`);
  } catch (error) {
    return problemOf(error, 'network');
  }
}

/** Media types that browsers accept for a file name's extension. */
const USABLE: readonly (readonly [name: RegExp, type: RegExp])[] = [
  [/\.m?js$/, /^(text|application)\/(x-)?(java|ecma)script$/],
  [/\.css$/, /^text\/css$/],
];

/** Servers send `nosniff`: correct bytes under a wrong type are refused all the same. */
function isUsable(url: string, type: string): boolean {
  const [name = ''] = url.split(/[?#]/);
  return USABLE.every(([ending, types]) => !ending.test(name) || types.test(type));
}
