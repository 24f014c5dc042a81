import { useState } from 'react';
import { useSingleRun } from '@nemus/ui';
import { usePortal } from '../../portal/portal-context';
import { toastText } from './auth-messages';

/** `begun`: a sign-in that the page's own form has already started. */
type SignIn = (email: string, password: string, begun?: Promise<void> | null) => Promise<void>;

/**
 * Signing in, for the sign-in page and the dialog of an ended session: one message for one event. `failure` is for the
 * text that stays next to the form.
 */
export function useSignIn(): { failure: unknown; signIn: SignIn } {
  const { session, toasts } = usePortal();
  const [failure, setFailure] = useState<unknown>(null);
  const { start: signIn } = useSingleRun(
    async (email: string, password: string, begun: Promise<void> | null = null) => {
      toasts.clear();
      setFailure(null);
      try {
        await (begun ?? session.signIn(email, password));
      } catch (error) {
        setFailure(error);
        toasts.notify({ kind: 'error', title: 'Anmeldefehler', description: toastText(error) });
      }
    },
  );
  return { failure, signIn };
}
