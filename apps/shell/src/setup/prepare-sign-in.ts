import { userTypeSchema } from '@nemus/contract';
import type { Loader } from '@nemus/loader';
import type { RegistryDocument } from '@nemus/registry';
import type { SessionStore } from '@nemus/session';
import { savesData } from '../browser/saves-data';
import { localStore } from '@nemus/host/browser/storage';
import type { LazyPlatform } from '../platform/lazy-platform';
import { homeOf } from '../routing/home-of';

/** What is preloaded before the sign-in. */
export interface SignInParts {
  readonly platform: Pick<LazyPlatform, 'prepare'>;
  readonly loader: Pick<Loader, 'ahead'>;
  readonly session: Pick<SessionStore, 'getState' | 'subscribe'>;
  /** The registry as soon as it is known. */
  readonly registry: () => Promise<RegistryDocument>;
}

/** Account type of the last sign-in in this browser. Outlives the sign-out, and grants nothing. */
export const LAST_TYPE_KEY = 'nemus.account-type';

/**
 * While the user types, preloads what every area needs, and then the files of the dashboard that the last account here
 * had; in a browser without one, of every account type's, since only the sign-in tells the type. Each dashboard's files
 * load one after the other at low priority, since the sign-in itself must not wait for them; two dashboards load in
 * parallel, since on a slow line a sequence would take longer than a user with a filled-in password. The files stay in
 * the page, ready to run. Not with Save-Data.
 */
export function createPrepareSignIn({ platform, loader, session, registry }: SignInParts): () => void {
  let asked: Promise<void> | null = null;
  session.subscribe(({ profile }) => {
    if (profile && profile.userType !== localStore.getItem(LAST_TYPE_KEY)) {
      localStore.setItem(LAST_TYPE_KEY, profile.userType);
    }
  });
  const askForHomes = async () => {
    const known = await registry();
    const last = userTypeSchema.safeParse(localStore.getItem(LAST_TYPE_KEY)).data;
    const homes = new Set((last ? [last] : userTypeSchema.options).map((role) => homeOf(known, role)));
    // After the sign-in, the account's own page is prepared.
    if (session.getState().status !== 'signed-out') return;
    await Promise.all([...homes].map((name) => (name === null ? null : loader.ahead(name, 'held'))));
  };
  return () => {
    platform.prepare();
    if (!savesData()) asked ??= askForHomes();
  };
}
