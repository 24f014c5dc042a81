import type { UserType } from '@nemus/contract';
import type { Loader } from '@nemus/loader';
import { matchRoute, type RegistryDocument, type RouteMatch } from '@nemus/registry';
import type { SessionStore, SessionUser } from '@nemus/session';
import type { FirstReads } from '@nemus/start';

/** What is needed to prepare the page after a sign-in. */
export interface FirstPageParts {
  readonly session: Pick<SessionStore, 'getState'>;
  /** Resolves when the registry is up to date. */
  readonly registry: { prepare(): Promise<void> };
  /** The registry as soon as it is known. */
  readonly known: () => Promise<RegistryDocument>;
  /** The page after an account's sign-in, and the account type stated at its sign-up. */
  readonly next: (user: SessionUser) => { readonly to: URL; readonly role: UserType | null };
  /** Resolves when a stored override is checked. */
  readonly overrides: { pending(): Promise<void> | null };
  readonly loader: Pick<Loader, 'ahead'>;
  readonly reads: Pick<FirstReads, 'asked'>;
}

/**
 * Prepares the page after a sign-in while the profile, which says whether it may be opened, is loading: its files, and
 * once the registry is fresh enough to open an area, its code and its data. Uses the account type stated at the
 * sign-up: a wrong one costs requests that the backend answers without any foreign data.
 *
 * The result resolves when further processor load delays nothing of this: the page has requested its data, or must wait
 * for the store or the network. It never rejects.
 */
export function createPrepareFirstPage(parts: FirstPageParts): (user: SessionUser) => Promise<void> {
  const { session, registry, known, next, overrides, loader, reads } = parts;
  const isStillIn = ({ id }: SessionUser) => {
    const { status, user } = session.getState();
    return status === 'signed-in' && user?.id === id;
  };
  const prepare = async (user: SessionUser, letOthersGo: () => void) => {
    const { to, role } = next(user);
    const page = async (): Promise<RouteMatch | null> => matchRoute(await known(), to.pathname, role);
    const isCurrent = registry.prepare();
    // Present files and answers are used within this task; pending ones leave time for other work.
    const waiting = setTimeout(letOthersGo);
    const early = await page();
    const isHeld = early ? loader.ahead(early.remote.name, 'held') : Promise.resolve(false);
    const isAllowed = Promise.all([isCurrent, overrides.pending()]);
    void isAllowed.then(async () => {
      if (await isHeld) clearTimeout(waiting);
    });
    await isAllowed;
    const match = await page();
    // For an area with a canary, the profile determines the release: no other one may run.
    if (!match || match.remote.canary || !isStillIn(user)) return;
    const { pathname, search, hash } = to;
    // After that, the area only waits for its answers.
    void reads.asked().then(letOthersGo);
    const at = { pathname, search, hash, state: null, key: 'default' };
    await loader.ahead(match.remote.name, 'running', { at, access: match.route.access });
  };
  return (user) =>
    new Promise((resolve) => {
      const letOthersGo = () => resolve();
      // Failures here also occur in the page, which reports them.
      void prepare(user, letOthersGo).then(letOthersGo, letOthersGo);
    });
}
