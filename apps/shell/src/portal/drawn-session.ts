import type { SessionState, SessionStore, SessionUser } from '@nemus/session';
import { READS_FIRST_MS } from '@nemus/start/limits';
import { createStore } from 'zustand/vanilla';

/** The rendered session. */
export interface DrawnSession {
  /** The rendered state. The session itself is ahead of it while a sign-in waits to be rendered. */
  readonly store: SessionStore;
  /** Resolves when the rendered state is current. */
  caughtUp(): Promise<void>;
}

/** A sign-in that is not rendered yet. */
interface Held {
  readonly userId: string;
  readonly over: Promise<void>;
  readonly end: () => void;
}

const BEFORE_SIGN_IN: readonly SessionState['status'][] = ['signed-out', 'factor-needed'];

/**
 * Renders the session's state, a sign-in with a short delay: on a slow processor, rendering the frame takes as long as
 * the page's data, and would delay its requests. All other listeners get the session at once, so that no decision
 * depends on the rendered state. Other changes (it ends, another account, a new password, a blocked account) are
 * rendered at once.
 *
 * @param session Subscribed to here: what `prepare` needs must have subscribed before.
 * @param prepare Requests the page after a sign-in. Null when there is nothing to wait for; otherwise resolves when
 * rendering no longer delays it, and never rejects.
 */
export function createDrawnSession(
  session: SessionStore,
  prepare: (user: SessionUser) => Promise<void> | null,
): DrawnSession {
  const store = createStore<SessionState>(() => session.getState());
  let held: Held | null = null;

  function draw() {
    const waited = held;
    held = null;
    store.setState(session.getState(), true);
    waited?.end();
  }

  session.subscribe((state, before) => {
    const { status, user } = state;
    if (held) {
      if (!isOnItsWay(state, held.userId)) draw();
      return;
    }
    const isSignIn = status === 'signed-in' && BEFORE_SIGN_IN.includes(before.status);
    const prepared = isSignIn && user ? prepare(user) : null;
    if (!prepared || !user) {
      draw();
      return;
    }
    let end: () => void = () => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    const waiting: Held = { userId: user.id, over, end };
    held = waiting;
    const limit = setTimeout(() => {
      if (held === waiting) draw();
    }, READS_FIRST_MS);
    void prepared.then(() => {
      clearTimeout(limit);
      if (held === waiting) draw();
    });
  });

  return {
    store,
    caughtUp: () => held?.over ?? Promise.resolve(),
  };
}

/** Still the same sign-in, only waiting for its profile. */
function isOnItsWay({ status, user, ended, recovery, profileStatus }: SessionState, userId: string): boolean {
  return status === 'signed-in' && user?.id === userId && !ended && !recovery && profileStatus !== 'blocked';
}
