import { userTypeSchema } from '@nemus/contract';
import type { Loader } from '@nemus/loader';
import type { RegistryDocument } from '@nemus/registry';
import type { SessionStore } from '@nemus/session';
import { savesData } from '../browser/saves-data';
import type { LazyPlatform } from '../platform/lazy-platform';
import { homeOf } from '../routing/home-of';

/** What is preloaded before the sign-in. */
export interface SignInParts {
  readonly platform: Pick<LazyPlatform, 'prepare'>;
  readonly loader: Pick<Loader, 'ahead'>;
  readonly session: Pick<SessionStore, 'getState'>;
  /** The registry as soon as it is known. */
  readonly registry: () => Promise<RegistryDocument>;
}

/**
 * While the user types, preloads what every area needs, and then the files of every account type's dashboard: the type
 * is only known after the sign-in, and the unneeded files are some 45 KB. Each dashboard's files load one after the
 * other at low priority, since the sign-in itself must not wait for them; the dashboards load in parallel, since on a
 * slow line a sequence would take longer than a user with a filled-in password. The files stay in the page, ready to
 * run. Not with Save-Data.
 */
export function createPrepareSignIn({ platform, loader, session, registry }: SignInParts): () => void {
  let asked: Promise<void> | null = null;
  const askForHomes = async () => {
    const known = await registry();
    const homes = new Set(userTypeSchema.options.map((role) => homeOf(known, role)));
    // After the sign-in, the account's own page is prepared.
    if (session.getState().status !== 'signed-out') return;
    await Promise.all([...homes].map((name) => (name === null ? null : loader.ahead(name, 'held'))));
  };
  return () => {
    platform.prepare();
    if (!savesData()) asked ??= askForHomes();
  };
}
