import type { Session } from '@nemus/session';
import type { Navigation } from '@nemus/host/ports/navigation';
import { unsentOf } from '../browser/unsent-input';
import type { ToastList } from '@nemus/host/ports/notify';
import type { Question } from '@nemus/host/ports/question';
import { PATHS } from '../routing/paths';

/**
 * Makes the function that signs out and opens `/auth`, or stays on a page that visitors may open. It asks first when
 * there is unsaved work on the page, or unsent input of the account on this device.
 */
export function createLeave({
  navigation,
  toasts,
  session,
  discarding,
  isOpen,
}: {
  readonly navigation: Pick<Navigation, 'mayLeave' | 'redirect'>;
  readonly toasts: Pick<ToastList, 'clear'>;
  readonly session: Pick<Session, 'store' | 'signOut'>;
  readonly discarding: Pick<Question, 'ask'>;
  /** Whether visitors may open a path. */
  readonly isOpen: (path: string) => boolean;
}): () => Promise<void> {
  return async () => {
    const { status, ended, user } = session.store.getState();
    // The page of an ended session is hidden, and so would be its question.
    if (!ended && !(await navigation.mayLeave(PATHS.auth))) return;
    const isLosing = status === 'signed-in' && user !== null && unsentOf(user.id).length > 0;
    if (isLosing && !(await discarding.ask())) return;
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
