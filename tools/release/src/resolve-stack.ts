import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { publishedVersions } from './release-files';
import { SHELL } from './shell/shell-release';
import { readMaps, type SourceMaps } from './source-maps';
import { STORE_LOG, type ReleaseStore } from './store/store';

/** The area whose failure it was, with its release if that is known. */
export interface StackOwner {
  readonly remote: string;
  readonly version?: string | null | undefined;
}

/** A place in a script: in a line of Chrome, Firefox or Safari, or alone, as error reports have it. */
const PLACE =
  /(?:\/releases\/(?<remote>[a-z][a-z0-9-]*)\/(?:(?<version>\d[\w.-]*)\/)?(?:by-content\/)?|(?<site>\/assets\/)|(?<![\w./-]))(?<file>[\w.-]+\.js)(?:\?[^\s:)]*)?:(?<line>[1-9]\d*):(?<column>\d+)/g;

/**
 * The places of a stack trace in the sources, one line for each. The rest of the text is dropped: the message of an
 * error may name a person.
 *
 * @param owner Of places without an address.
 */
export async function resolveStack(store: ReleaseStore, text: string, owner?: StackOwner): Promise<string[]> {
  const read = mapReader(store);
  const lines: string[] = [];
  for (const { groups = {} } of text.matchAll(PLACE)) {
    const { remote, version, site, file = '', line = '', column = '' } = groups;
    const named =
      remote === undefined ? (site ? undefined : owner) : { remote, version: version ?? versionOf(owner, remote) };
    // The stack of an area ends in the shell's scripts.
    const map = (named && (await read(named, file))) ?? (await read({ remote: SHELL }, file));
    // Browsers count columns from 1.
    const found = map && originalPositionFor(map, { line: Number(line), column: Math.max(0, Number(column) - 1) });
    const source = found?.source?.replace(/^webpack:\/\/nemus\//, '');
    const place = source ? `${source}:${found?.line}:${(found?.column ?? 0) + 1}` : `${file}:${line}:${column}, no map`;
    lines.push(found?.name ? `at ${found.name} (${place})` : `at ${place}`);
  }
  return lines;
}

const versionOf = (owner: StackOwner | undefined, remote: string) =>
  owner?.remote === remote ? owner.version : undefined;

/** Reads the map of a script: of the named release, else of the newest one that has the script. */
function mapReader(store: ReleaseStore) {
  const opened = new Map<string, Promise<SourceMaps>>();
  const orders = new Map<string, Promise<string[]>>();
  const once = <T>(known: Map<string, Promise<T>>, key: string, get: () => Promise<T>): Promise<T> => {
    const found = known.get(key) ?? get();
    known.set(key, found);
    return found;
  };
  return async ({ remote, version }: StackOwner, file: string): Promise<TraceMap | null> => {
    // The container alone has a name without a hash of its content.
    const isOfOneRelease = file === 'remoteEntry.js';
    const others = isOfOneRelease ? [] : await once(orders, remote, () => newestFirst(store, remote));
    for (const each of new Set(version ? [version, ...others] : others)) {
      const map = (await once(opened, `${remote} ${each}`, () => readMaps(store, remote, each)))[file];
      if (map) return new TraceMap(map);
    }
    return null;
  };
}

async function newestFirst(store: ReleaseStore, remote: string): Promise<string[]> {
  const log = await store.readAudit(STORE_LOG);
  const order = log.map((line) => (line.remote === remote ? line.to : null));
  const published = await publishedVersions(store, remote);
  return published.toSorted((a, b) => order.lastIndexOf(b) - order.lastIndexOf(a));
}
