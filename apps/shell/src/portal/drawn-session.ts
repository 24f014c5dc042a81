import type { SessionState, SessionStore, SessionUser } from '@nemus/session';
import { SIGN_IN_DRAWN_MS } from '@nemus/start/limits';
import { createStore } from 'zustand/vanilla';

/** The session as it is drawn. */
export interface DrawnSession {
  /** What stands in the page. The session itself is ahead of it while a sign-in waits to be drawn. */
  readonly store: SessionStore;
  /** Resolves when what is drawn is what holds. */
  caughtUp(): Promise<void>;
  /**
   * Says how a sign-in is drawn whose page has asked for its data: `draw` calls `catchUp` when what is drawn may be what
   * holds, within its own task. Without it, that is at once.
   */
  drawSignInBy(draw: (catchUp: () => void) => void): void;
}

/** A sign-in that is not drawn yet. */
interface Held {
  readonly userId: string;
  readonly over: Promise<void>;
  readonly end: () => void;
}

const BEFORE_SIGN_IN: readonly SessionState['status'][] = ['signed-out', 'factor-needed'];

/**
 * Draws what the session says, a sign-in alone a moment later: drawing the frame takes a slow processor as long as the
 * page's data is under way, and whatever asks for the data would wait behind it. Everybody else hears of the session at
 * once, so that nothing of it is decided by what is drawn. What is not the sign-in's own way on (it ends, somebody else
 * comes, a password is to be set, the account is blocked) is drawn at once.
 *
 * @param session Subscribed to here: what `prepare` needs of a sign-in has to have heard of it before.
 * @param prepare Asks for the page that a sign-in leads to. Null when there is nothing to wait for; otherwise resolves
 *   when drawing takes nothing from it any more, and never rejects.
 */
export function createDrawnSession(
  session: SessionStore,
  prepare: (user: SessionUser) => Promise<void> | null,
): DrawnSession {
  const store = createStore<SessionState>(() => session.getState());
  let held: Held | null = null;
  let drawSignIn = (catchUp: () => void) => catchUp();

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
    }, SIGN_IN_DRAWN_MS);
    void prepared.then(() => {
      clearTimeout(limit);
      if (held === waiting) drawSignIn(draw);
    });
  });

  return {
    store,
    caughtUp: () => held?.over ?? Promise.resolve(),
    drawSignInBy: (by) => {
      drawSignIn = by;
    },
  };
}

/** Still the same sign-in, with nothing but its profile to come. */
function isOnItsWay({ status, user, ended, recovery, profileStatus }: SessionState, userId: string): boolean {
  return status === 'signed-in' && user?.id === userId && !ended && !recovery && profileStatus !== 'blocked';
}
