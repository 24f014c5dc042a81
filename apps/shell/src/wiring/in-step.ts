import type { Session } from '@nemus/session';
import type { DrawnSession } from '../portal/drawn-session';

/**
 * The session for whoever shows that something is under way: what signs in resolves when that is drawn, so that a button
 * stays as it is until the page around it has changed.
 */
export function inStep(session: Session, drawn: Pick<DrawnSession, 'caughtUp'>): Session {
  const drawnAfter =
    <A extends unknown[]>(act: (...args: A) => Promise<void>) =>
    async (...args: A) => {
      await act(...args);
      await drawn.caughtUp();
    };
  return {
    ...session,
    signIn: drawnAfter(session.signIn),
    signUp: drawnAfter(session.signUp),
    useRecoveryCode: drawnAfter(session.useRecoveryCode),
    openLink: async (link, leaving) => {
      const outcome = await session.openLink(link, leaving);
      await drawn.caughtUp();
      return outcome;
    },
    factors: { ...session.factors, give: drawnAfter(session.factors.give) },
  };
}
