import { parseProvides, type ProvidesDocument } from '@nemus/registry';
import type { ReleaseStore } from './store/store';

/**
 * Days for which a shell counts after the next one took its place: as long as people leave a page open. Later, the
 * loader of a page that is still open says by name what it lacks.
 */
const IN_USE_DAYS = 2;

const DAY = 86_400_000;
/** One file per deployment: when, and which shell. Sorted by name they are sorted by time. */
const FILE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([0-9a-f]{8,16})\.json$/;

/** A deployment of a shell. */
export interface PublishedShell {
  readonly id: string;
  readonly at: string;
  /** Whether users may still have it. */
  readonly inUse: boolean;
  /** Null where the file cannot be read. */
  readonly provides: ProvidesDocument | null;
}

/** Folder of the shells of an environment, in its store. */
function folderOf(environment: string): string {
  return `shells/${environment}/`;
}

/**
 * Notes in the store that users get this shell from now on, so that gates compare releases with it until
 * {@link IN_USE_DAYS} after the next one. The newest one again changes nothing.
 */
export async function publishShell(
  store: ReleaseStore,
  environment: string,
  provides: ProvidesDocument,
  now = new Date(),
): Promise<'created' | 'identical'> {
  const newest = (await publishedShells(store, environment, now)).at(-1);
  if (newest?.id === provides.shell) return 'identical';
  const time = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  return store.putImmutable(
    `${folderOf(environment)}${time}-${provides.shell}.json`,
    Buffer.from(`${JSON.stringify(provides)}\n`),
  );
}

/** Every shell that was published for an environment, oldest first. */
export async function publishedShells(
  store: ReleaseStore,
  environment: string,
  now = new Date(),
): Promise<PublishedShell[]> {
  const folder = folderOf(environment);
  const found = (await store.list(folder)).toSorted().flatMap((name) => {
    const [, year, month, day, hour, minute, second, id] = FILE.exec(name) ?? [];
    return id === undefined ? [] : [{ name, id, at: `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z` }];
  });
  return Promise.all(
    found.map(async ({ name, id, at }, index) => {
      const next = found[index + 1];
      const inUse = next === undefined || Date.parse(next.at) > now.getTime() - IN_USE_DAYS * DAY;
      // A shell that is no longer in use is not fetched.
      const content = inUse ? await store.read(folder + name) : null;
      const provides = content ? parseProvides(Buffer.from(content).toString()) : null;
      return { id, at, inUse, provides: provides?.shell === id ? provides : null };
    }),
  );
}

/** What the shells have that users of an environment may have open, each once. */
export async function shellsInUse(
  store: ReleaseStore,
  environment: string,
  now = new Date(),
): Promise<ProvidesDocument[]> {
  const published = await publishedShells(store, environment, now);
  const all = published.flatMap(({ id, provides }) => (provides ? [[id, provides] as const] : []));
  return [...new Map(all).values()];
}
