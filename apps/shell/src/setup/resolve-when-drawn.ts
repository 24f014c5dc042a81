import type { Session } from '@nemus/session';
import type { DrawnSession } from '../portal/drawn-session';

/** What a sign-in goes hand in hand with. */
export interface DrawHooks {
  /** Somebody is about to be signed in: asks, beside the service, for what opening their page will need. */
  readonly begin: () => void;
  readonly drawn: Pick<DrawnSession, 'caughtUp'>;
}

/**
 * The session for whoever shows that something is under way: what signs in resolves when that is drawn, so that a button
 * stays as it is until the page around it has changed.
 */
export function resolveWhenDrawn(session: Session, { begin, drawn }: DrawHooks): Session {
  const whenDrawn =
    <A extends unknown[], T>(act: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      const acting = act(...args);
      begin();
      const result = await acting;
      await drawn.caughtUp();
      return result;
    };
  return {
    ...session,
    signIn: whenDrawn(session.signIn),
    signUp: whenDrawn(session.signUp),
    useRecoveryCode: whenDrawn(session.useRecoveryCode),
    openLink: whenDrawn(session.openLink),
    factors: { ...session.factors, give: whenDrawn(session.factors.give) },
  };
}
