import type { Page, Request } from '@playwright/test';
import { STORE_URL } from '../environment';

interface StoredRelease {
  readonly name: string;
  /** Address of the release's folder, with a trailing slash. */
  readonly folder: string;
  /** Address pattern of the area's folder, including shared files. */
  readonly area: string;
  /** Global variable of its container. */
  readonly container: string;
  /** The first script of the release that runs, by path in it. */
  readonly entry: string;
  /** Files of the release, by path in it. */
  readonly files: readonly string[];
}

/** Reads one property of a parsed document without trusting its shape. */
function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}

/** The stable release of an area, as the store serves it. */
export async function stableRelease(name: string): Promise<StoredRelease> {
  const registry: unknown = await (await fetch(`${STORE_URL}/registry/local.json`)).json();
  const remotes = at(registry, 'remotes');
  const remote = Array.isArray(remotes) ? remotes.find((candidate) => at(candidate, 'name') === name) : undefined;
  const folder = `${STORE_URL}/${String(at(remote, 'stable', 'path'))}`;
  const release: unknown = await (await fetch(`${folder}release.json`)).json();
  const files = at(release, 'files');
  if (typeof files !== 'object' || files === null) throw new Error(`The store has no stable release of ${name}.`);
  return {
    name,
    folder,
    area: new URL('..', folder).href,
    container: String(at(release, 'container')),
    entry: String(at(release, 'entry')),
    files: Object.keys(files),
  };
}

/** Every request to the release store that the page makes from now on. */
export function watchStore(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(STORE_URL)) requests.push(request);
  });
  return requests;
}

/** Names of the remotes whose files the page has requested. */
export function remotesIn(requests: readonly Request[]): string[] {
  const names = requests.flatMap((request) => /\/releases\/([a-z0-9-]+)\//.exec(request.url())?.[1] ?? []);
  return [...new Set(names)].toSorted();
}
