import { parseProvides, PROVIDES_FILE, releasePath, type ProvidesDocument } from '@nemus/registry';
import { DAY, entryOf, readCurrent } from './change';
import { SHELL, shellEnvironment } from './shell/shell-release';
import type { ReleaseStore } from './store/store';

/**
 * Days for which a shell counts after the next one replaced it: as long as pages stay open. Later, the loader of an
 * open page names what it lacks.
 */
const IN_USE_DAYS = 2;

/**
 * What the shells have that users of an environment may have open: the stable one, the canary, and those that were
 * replaced within {@link IN_USE_DAYS}.
 */
export async function shellsInUse(
  store: ReleaseStore,
  environment: string,
  now = new Date(),
): Promise<ProvidesDocument[]> {
  const shells = shellEnvironment(environment);
  const entry = entryOf(await readCurrent(store, shells), SHELL);
  if (!entry) return [];
  const since = now.getTime() - IN_USE_DAYS * DAY;
  const replaced = (await store.readAudit(shells))
    .filter(({ at, action }) => new Date(at).getTime() > since && REPLACING.has(action))
    .flatMap(({ from }) => from?.split(' ', 1) ?? []);
  const versions = new Set([...replaced, entry.canary?.pointer.version ?? [], entry.stable.version].flat());
  const provided = [...versions].map(async (version) => {
    const content = await store.read(releasePath(SHELL, version) + PROVIDES_FILE);
    return (content && parseProvides(Buffer.from(content).toString())) ?? [];
  });
  const all = (await Promise.all(provided)).flat();
  return [...new Map(all.map((provides) => [provides.shell, provides])).values()];
}

/** Changes after which open pages may have the previous shell. Their audit lines name it first. */
const REPLACING: ReadonlySet<string> = new Set(['promote', 'rollback', 'canary-set', 'canary-stop', 'canary-halt']);
