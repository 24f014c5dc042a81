import { digestOf } from '@nemus/registry';
import { fetchBytes, type Fetch } from './documents';
import { Problem } from './problem';
import type { VerifiedRelease } from './release-parts';

/**
 * A file of a release as text; null when the release has no such file. Throws a `Problem`: `network`, `http`,
 * `timeout`, or `integrity` when its bytes differ from the release's.
 */
export async function readReleaseText(
  fetch: Fetch,
  { files }: VerifiedRelease,
  file: string,
  limitMs: number,
): Promise<string | null> {
  const url = files.urlOf(file);
  const integrity = files.integrityOf(url);
  if (integrity === null) return null;
  const bytes = await fetchBytes(fetch, url, limitMs);
  if ((await digestOf(bytes)) !== integrity) throw new Problem('integrity', `${url} is not the file of its release.`);
  return new TextDecoder().decode(bytes);
}
