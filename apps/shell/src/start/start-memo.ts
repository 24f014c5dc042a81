/**
 * What the page's boot script may know before anything is loaded: kept by the shell, read by `boot.ts`. It saves round
 * trips and decides nothing: a wrong memo costs an unused request, never a right.
 */
export interface StartMemo {
  /** Address of the registry. */
  readonly registryUrl: string;
  /** Areas that this account has opened, with the files of their first screen. */
  readonly areas: readonly {
    /** Path prefixes of the area that are open to the account. */
    readonly paths: readonly string[];
    readonly files: readonly { readonly url: string; readonly integrity: string }[];
  }[];
}

export const START_MEMO_KEY = 'nemus.start';

/** The memo as it is stored; null for anything that is none. Written without a schema library: it runs in the page's head. */
export function readStartMemo(text: string | null): StartMemo | null {
  if (text === null) return null;
  try {
    const memo: unknown = JSON.parse(text);
    return isMemo(memo) ? memo : null;
  } catch {
    return null;
  }
}

/** The files to request for a path: those of the area with the longest prefix. */
export function filesFor({ areas }: StartMemo, path: string): StartMemo['areas'][number]['files'] {
  const lengthOf = (paths: readonly string[]) =>
    Math.max(0, ...paths.map((prefix) => (path === prefix || path.startsWith(`${prefix}/`) ? prefix.length : 0)));
  let best = 0;
  let files: StartMemo['areas'][number]['files'] = [];
  for (const area of areas) {
    const length = lengthOf(area.paths);
    if (length > best) [best, files] = [length, area.files];
  }
  return files;
}

function isMemo(value: unknown): value is StartMemo {
  if (!isObject(value) || typeof value.registryUrl !== 'string' || !Array.isArray(value.areas)) return false;
  return value.areas.every(
    (area: unknown) =>
      isObject(area) &&
      Array.isArray(area.paths) &&
      area.paths.every((path) => typeof path === 'string') &&
      Array.isArray(area.files) &&
      area.files.every((file) => isObject(file) && typeof file.url === 'string' && typeof file.integrity === 'string'),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
