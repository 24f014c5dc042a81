import type { SessionPort, SessionSnapshot } from '@nemus/contract';
import type { Session } from './session';

/**
 * The session as areas see it: the signed-in account, without the means to sign in. After sign-out the last snapshot
 * stays until the areas are gone; tokens are refused at once.
 */
export function createSessionPort(session: Session): SessionPort {
  let snapshot = snapshotOf(session) ?? { userId: '', email: '', profile: null };
  const listeners = new Set<() => void>();

  session.store.subscribe(() => {
    const next = snapshotOf(session);
    if (!next || isSame(snapshot, next)) return;
    snapshot = next;
    for (const listener of listeners) listener();
  });

  return {
    getSnapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getAccessToken: session.getAccessToken,
    reloadProfile: session.reloadProfile,
    signOut: session.signOut,
    factors: session.factors,
    changeEmail: session.changeEmail,
  };
}

function snapshotOf({ store }: Session): SessionSnapshot | null {
  const { user, profile } = store.getState();
  return user && { userId: user.id, email: user.email, profile };
}

function isSame(a: SessionSnapshot, b: SessionSnapshot): boolean {
  return a.userId === b.userId && a.email === b.email && a.profile === b.profile;
}
