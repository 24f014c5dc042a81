import { userTypeSchema } from '@nemus/contract';
import type { Loader } from '@nemus/loader';
import type { RegistryDocument } from '@nemus/registry';
import type { SessionStore } from '@nemus/session';
import { savesData } from '../browser/saves-data';
import type { LazyPlatform } from '../platform/lazy-platform';
import { homeOf } from '../routing/home-of';

/** What is asked for before anybody has signed in. */
export interface SignInParts {
  readonly platform: Pick<LazyPlatform, 'prepare'>;
  readonly loader: Pick<Loader, 'preloadFiles'>;
  readonly session: Pick<SessionStore, 'getState'>;
  /** The registry as soon as it is known. */
  readonly registry: () => Promise<RegistryDocument>;
}

/**
 * Asks early, while somebody types, for what every area needs, and then for the files of every account type's dashboard:
 * whose account it is shows only when it is signed in, and the files that it does not need are some 45 KB. Of each
 * dashboard one after the other and behind everything else, since the sign-in itself must not wait for them; the
 * dashboards beside each other, since on a slow line one behind the other takes longer than somebody types who has the
 * password filled in. The files stay in the page, so that nothing is left to do for them but to run. Who has told the
 * browser to save data waits for them instead.
 */
export function createPrepareSignIn({ platform, loader, session, registry }: SignInParts): () => void {
  let asked: Promise<void> | null = null;
  const askForHomes = async () => {
    const known = await registry();
    const homes = new Set(userTypeSchema.options.map((role) => homeOf(known, role)));
    // Once somebody is signed in, their own page is prepared.
    if (session.getState().status !== 'signed-out') return;
    await Promise.all([...homes].map((name) => (name === null ? null : loader.preloadFiles(name))));
  };
  return () => {
    platform.prepare();
    if (!savesData()) asked ??= askForHomes();
  };
}
