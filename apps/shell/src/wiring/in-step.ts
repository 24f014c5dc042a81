import type { Session } from '@nemus/session';
import type { DrawnSession } from '../portal/drawn-session';

/** What a sign-in goes hand in hand with. */
export interface SignInSteps {
  /** Somebody is about to be signed in: asks, beside the service, for what opening their page will need. */
  readonly begin: () => void;
  readonly drawn: Pick<DrawnSession, 'caughtUp'>;
}

/**
 * The session for whoever shows that something is under way: what signs in resolves when that is drawn, so that a button
 * stays as it is until the page around it has changed.
 */
export function inStep(session: Session, { begin, drawn }: SignInSteps): Session {
  const inSteps =
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
    signIn: inSteps(session.signIn),
    signUp: inSteps(session.signUp),
    useRecoveryCode: inSteps(session.useRecoveryCode),
    openLink: inSteps(session.openLink),
    factors: { ...session.factors, give: inSteps(session.factors.give) },
  };
}
