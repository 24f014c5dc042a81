import type { Session } from '@nemus/session';
import type { DrawnSession } from '../portal/drawn-session';

/** Hooks of a sign-in. */
export interface DrawHooks {
  /** A sign-in starts: preloads what opening its page will need. */
  readonly begin: () => void;
  readonly drawn: Pick<DrawnSession, 'caughtUp'>;
}

/**
 * The session for components with a progress state: its sign-in methods resolve when the sign-in is rendered, so that a
 * button keeps its state until the page has changed.
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
