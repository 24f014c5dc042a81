import type { UserType } from '@nemus/contract';
import type { Loader } from '@nemus/loader';
import { matchRoute, type RegistryDocument, type RouteMatch } from '@nemus/registry';
import type { SessionStore, SessionUser } from '@nemus/session';
import type { FirstReads } from '@nemus/start';

/** What the page after a sign-in is prepared with. */
export interface FirstPageParts {
  readonly session: Pick<SessionStore, 'getState'>;
  /** Resolves when the registry is up to date. */
  readonly registry: { prepare(): Promise<void> };
  /** The registry as soon as it is known. */
  readonly known: () => Promise<RegistryDocument>;
  /** Where the sign-in of an account leads to, and the account type that its sign-up stated. */
  readonly next: (user: SessionUser) => { readonly to: URL; readonly role: UserType | null };
  /** Resolves when a kept override is checked. */
  readonly overrides: { pending(): Promise<void> | null };
  readonly loader: Pick<Loader, 'prepareFiles' | 'prepareMount'>;
  readonly reads: Pick<FirstReads, 'asked'>;
  /** Whether the page has the files that an area begins with. */
  readonly hasFiles: (remote: string) => boolean;
}

/**
 * After a sign-in, prepares the page that it leads to, while the profile is on its way that says whether it may be
 * opened: its files, and once the registry is as new as for every area that is opened, its code and its data. The account
 * type is the one that the sign-up stated: a wrong one costs requests that the backend answers with nothing of others.
 *
 * What it returns resolves when whatever the processor is given next keeps nothing of this back: the page has asked for
 * its data, or has to wait for the store or the line itself. It never rejects.
 */
export function createPrepareFirstPage(parts: FirstPageParts): (user: SessionUser) => Promise<void> {
  const { session, registry, known, next, overrides, loader, reads, hasFiles } = parts;
  const isStillIn = ({ id }: SessionUser) => {
    const { status, user } = session.getState();
    return status === 'signed-in' && user?.id === id;
  };
  const prepare = async (user: SessionUser, letOthersGo: () => void) => {
    const { to, role } = next(user);
    const page = async (): Promise<RouteMatch | null> => matchRoute(await known(), to.pathname, role);
    const isCurrent = registry.prepare();
    // What is there is there within this task; an answer that is still on its way leaves time for everybody else.
    const waiting = setTimeout(letOthersGo);
    const early = await page();
    if (early) loader.prepareFiles(early.remote.name);
    // While they are under way, the processor has nothing of this to do.
    if (!early || !hasFiles(early.remote.name)) letOthersGo();
    await Promise.all([isCurrent, overrides.pending()]);
    clearTimeout(waiting);
    const match = await page();
    // Which release an account gets of an area with a canary, its profile says: no other one may run.
    if (!match || match.remote.canary || !isStillIn(user)) return;
    const { pathname, search, hash } = to;
    // What the area still does then is to wait for its answers.
    void reads.asked().then(letOthersGo);
    await loader.prepareMount(match.remote.name, [], { pathname, search, hash, state: null, key: 'default' });
  };
  return (user) =>
    new Promise((resolve) => {
      const letOthersGo = () => resolve();
      // What goes wrong here goes wrong for the page as well, and is told there.
      void prepare(user, letOthersGo).then(letOthersGo, letOthersGo);
    });
}
