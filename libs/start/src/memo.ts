/**
 * What the page's boot script may know before anything is loaded: stored by the shell, read by `boot.ts`. It saves
 * round trips and decides nothing: a wrong memo costs an unused request, never a right.
 */
export interface StartMemo {
  /** Address of the registry. */
  readonly registryUrl: string;
  /** Address of the stop list; none when no operator's key is pinned. */
  readonly stopsUrl?: string;
  readonly backend: { readonly url: string; readonly publishableKey: string };
  /** Pages of areas that were shown to the account, the most recent one last. */
  readonly pages: readonly StartPage[];
}

/** One address, with what its first screen needed. */
export interface StartPage {
  readonly path: string;
  /** A public route: for every address at or below its path, without an account. */
  readonly isPublic?: boolean;
  /** Address of the release's document. */
  readonly release: string;
  readonly files: readonly { readonly url: string; readonly integrity: string }[];
  /** Reads of the first screen. */
  readonly reads: readonly StartRead[];
}

/** A read of the backend: its path with query, and the headers that change its answer. Never a token. */
export interface StartRead {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const START_MEMO_KEY = 'nemus.start';

/**
 * The memo as it is stored; null for anything else. Written without a schema library, since it runs in the page's head.
 */
export function readStartMemo(text: string | null): StartMemo | null {
  const memo = parsed(text);
  return isMemo(memo) ? memo : null;
}

/** What was remembered for a path. */
export function pageFor({ pages }: StartMemo, path: string): StartPage | null {
  return pages.find((page) => page.path === path || (page.isPublic && path.startsWith(`${page.path}/`))) ?? null;
}

/** A text as JSON; null when it is not JSON. */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isMemo(value: unknown): value is StartMemo {
  return (
    isObject(value) &&
    typeof value.registryUrl === 'string' &&
    isObject(value.backend) &&
    typeof value.backend.url === 'string' &&
    typeof value.backend.publishableKey === 'string' &&
    Array.isArray(value.pages) &&
    value.pages.every(isPage)
  );
}

function isPage(page: unknown): page is StartPage {
  return (
    isObject(page) &&
    typeof page.path === 'string' &&
    (page.isPublic === undefined || page.isPublic === true) &&
    typeof page.release === 'string' &&
    Array.isArray(page.files) &&
    page.files.every((file) => isObject(file) && typeof file.url === 'string' && typeof file.integrity === 'string') &&
    Array.isArray(page.reads) &&
    page.reads.every(
      (read) =>
        isObject(read) &&
        typeof read.path === 'string' &&
        isObject(read.headers) &&
        Object.values(read.headers).every((header) => typeof header === 'string'),
    )
  );
}
