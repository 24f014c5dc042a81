import type { Session } from '@nemus/session';
import type { Navigation } from '../ports/navigation';
import type { ToastList } from '../ports/notify';
import { PATHS } from '../routing/paths';

/**
 * Makes the function that signs out and opens `/auth`, or stays on a page that visitors may open. It asks first when
 * there is unsaved work.
 */
export function createLeave({
  navigation,
  toasts,
  session,
  isOpen,
}: {
  readonly navigation: Pick<Navigation, 'mayLeave' | 'redirect'>;
  readonly toasts: Pick<ToastList, 'clear'>;
  readonly session: Pick<Session, 'store' | 'signOut'>;
  /** Whether visitors may open a path. */
  readonly isOpen: (path: string) => boolean;
}): () => Promise<void> {
  return async () => {
    if (!(await navigation.mayLeave(PATHS.auth))) return;
    toasts.clear();
    try {
      await session.signOut();
    } finally {
      // Without a remembered page: another user may sign in next. The guard has redirected there before the server's
      // answer; a form that was opened meanwhile ("Passwort vergessen?") stays, and so does a new session.
      const { pathname, search } = window.location;
      if (session.store.getState().status === 'signed-out' && !isOpen(pathname)) {
        navigation.redirect(pathname === PATHS.auth ? `${PATHS.auth}${search}` : PATHS.auth);
      }
    }
  };
}
