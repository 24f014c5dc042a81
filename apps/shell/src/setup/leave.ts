import type { Session } from '@nemus/session';
import type { Navigation } from '../ports/navigation';
import type { ToastList } from '../ports/notify';
import { PATHS } from '../routing/paths';

/** Makes the function that signs out and opens `/auth`. It asks first when there is unsaved work. */
export function createLeave({
  navigation,
  toasts,
  session,
}: {
  readonly navigation: Pick<Navigation, 'mayLeave' | 'redirect'>;
  readonly toasts: Pick<ToastList, 'clear'>;
  readonly session: Pick<Session, 'store' | 'signOut'>;
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
      if (session.store.getState().status === 'signed-out') {
        navigation.redirect(pathname === PATHS.auth ? `${PATHS.auth}${search}` : PATHS.auth);
      }
    }
  };
}
