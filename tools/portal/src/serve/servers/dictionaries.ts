/**
 * Files that a browser may have in the version before, by two parts of their path between which the version stands: it
 * then tells which bytes it has, and is sent what differs (RFC 9842, docs/decisions/0014).
 */
export const SHELL_GENERATIONS = ['^(/assets/[A-Za-z0-9_-]+[.])[0-9a-f]+([.]js)$'];

/** The same in a release store: shared chunks by their content, everything else by its release. */
export const STORE_GENERATIONS = [
  '^(/releases/[A-Za-z0-9_-]+/by-content/[A-Za-z0-9_-]+[.])[0-9a-f]+([.]js)$',
  '^(/releases/[A-Za-z0-9_-]+/)[^/]+(/remoteEntry[.]js)$',
  '^(/releases/[A-Za-z0-9_-]+/)[^/]+(/(?:release|uses|commands)[.]json)$',
];

/** What a browser says of the bytes that it has: SHA-256 as base64, whose signs are all harmless in a path. */
export const HAD = '^:([A-Za-z0-9+/]{43}=):$';

/** What differs, compressed by zstd with the bytes that the browser has. */
export const DELTA_ENCODING = 'dcz';

/** Which later files a file is the dictionary of; null for files without generations. */
export function generationOf(generations: readonly string[], pathname: string): string | null {
  for (const each of generations) {
    const [, begin, end] = new RegExp(each).exec(pathname) ?? [];
    if (begin !== undefined && end !== undefined) return `${begin}*${end}`;
  }
  return null;
}

/** Path of what differs, below the folder of deltas. */
export const deltaPath = (pathname: string, had: string) => `${pathname}/${had}.${DELTA_ENCODING}`;
