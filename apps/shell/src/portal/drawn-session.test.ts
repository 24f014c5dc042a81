import type { SessionState } from '@nemus/session';
import { READS_FIRST_MS } from '@nemus/start/limits';
import { createStore } from 'zustand/vanilla';
import { PROFILE, SIGNED_IN, SIGNED_OUT } from '@nemus/host/testing/samples';
import { createDrawnSession } from './drawn-session';

const TRAINEE = { id: 'u-1', email: 'mira@nemus.example', metadata: { user_type: 'piw' } };
const FRESH: SessionState = { ...SIGNED_IN, user: TRAINEE, profile: null, profileStatus: 'loading' };

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** @param answer what to wait for after a sign-in; by default a page that has not requested its data yet */
function setUp(before: SessionState, { hasPage = true } = {}) {
  const session = createStore<SessionState>(() => ({ ...before }));
  const asked: (() => void)[] = [];
  const prepare = jest.fn(() => (hasPage ? new Promise<void>((resolve) => asked.push(resolve)) : null));
  const drawn = createDrawnSession(session, prepare);
  const changes: SessionState[] = [];
  drawn.store.subscribe((state) => changes.push(state));
  return {
    prepare,
    changes,
    drawn,
    become: (state: SessionState) => session.setState(state, true),
    /** The page has requested its data. */
    ask: async (which = 0) => {
      asked[which]?.();
      await Promise.resolve();
    },
    isCaughtUp: async () => {
      let is = false;
      void drawn.caughtUp().then(() => (is = true));
      await Promise.resolve();
      return is;
    },
  };
}

it.each(['signed-out', 'factor-needed'] as const)(
  'renders a sign-in (%s) once its page has requested its data',
  async (status) => {
    const { become, drawn, prepare, ask, changes, isCaughtUp } = setUp({ ...SIGNED_OUT, status });
    become(FRESH);
    expect(prepare.mock.calls).toEqual([[TRAINEE]]);
    expect(drawn.store.getState().status).toBe(status);
    expect(await isCaughtUp()).toBe(false);
    const caughtUp = drawn.caughtUp();
    await ask();
    expect(changes).toEqual([FRESH]);
    await caughtUp;
    expect(await isCaughtUp()).toBe(true);
  },
);

it('waits no longer than its limit', async () => {
  const { become, drawn, ask, changes, isCaughtUp } = setUp(SIGNED_OUT);
  become(FRESH);
  jest.advanceTimersByTime(READS_FIRST_MS - 1);
  expect(drawn.store.getState().status).toBe('signed-out');
  jest.advanceTimersByTime(1);
  expect(changes).toEqual([FRESH]);
  expect(await isCaughtUp()).toBe(true);
  await ask();
  expect(changes).toHaveLength(1);
});

it('renders a profile that arrives meanwhile together with the sign-in, once', async () => {
  const { become, ask, changes } = setUp(SIGNED_OUT);
  become(FRESH);
  become({ ...FRESH, profile: PROFILE, profileStatus: 'ready' });
  expect(changes).toEqual([]);
  await ask();
  expect(changes).toEqual([{ ...FRESH, profile: PROFILE, profileStatus: 'ready' }]);
});

it.each<[string, SessionState]>([
  ['a sign-out', SIGNED_OUT],
  ['another account', { ...FRESH, user: { ...TRAINEE, id: 'u-2' } }],
  ['the question for a factor', { ...SIGNED_OUT, status: 'factor-needed', user: TRAINEE }],
  ['the end of the session', { ...FRESH, ended: true }],
  ['a link for a new password', { ...FRESH, recovery: true }],
  ['a block', { ...FRESH, profileStatus: 'blocked' }],
])('draws %s at once, and nothing older after it', async (_what, next) => {
  const { become, ask, changes, isCaughtUp } = setUp(SIGNED_OUT);
  become(FRESH);
  become(next);
  expect(changes).toEqual([next]);
  expect(await isCaughtUp()).toBe(true);
  await ask();
  jest.advanceTimersByTime(READS_FIRST_MS);
  expect(changes).toHaveLength(1);
});

it('waits for the page of the newest sign-in alone', async () => {
  const { become, ask, changes } = setUp(SIGNED_OUT);
  become(FRESH);
  become(SIGNED_OUT);
  become(FRESH);
  await ask(0);
  expect(changes).toEqual([SIGNED_OUT]);
  await ask(1);
  expect(changes).toEqual([SIGNED_OUT, FRESH]);
});

it('draws at once a sign-in with nothing to wait for, a start with a session, and every later change', () => {
  const nothing = setUp(SIGNED_OUT, { hasPage: false });
  nothing.become(FRESH);
  expect(nothing.changes).toEqual([FRESH]);

  const start = setUp({ ...SIGNED_OUT, status: 'loading' });
  start.become(FRESH);
  expect(start.prepare).not.toHaveBeenCalled();
  expect(start.changes).toEqual([FRESH]);

  start.become({ ...FRESH, user: { ...TRAINEE, email: 'mira.neu@nemus.example' } });
  expect(start.prepare).not.toHaveBeenCalled();
  expect(start.changes).toHaveLength(2);
});
