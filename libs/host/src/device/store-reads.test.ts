import { createStore } from 'zustand/vanilla';
import type { SessionState } from '@nemus/session';
import { PROFILE, SIGNED_IN, SIGNED_OUT } from '../testing/samples';
import { writeReads } from './device-copy';
import { storeReads } from './store-reads';

jest.mock('./device-copy', () => ({ writeReads: jest.fn(() => Promise.resolve()) }));
const write = jest.mocked(writeReads);
const READ = { key: ['week'], data: 1, readAt: 5, endsWith: [], offlinePage: '/logbook' };

function store(state: Partial<SessionState> = {}, userId = PROFILE.userId) {
  const session = createStore<SessionState>(() => ({ ...SIGNED_IN, ...state }));
  return { session, done: storeReads(session, userId, 'logbook@1.0.0', [READ]) };
}
const isAllowed = () => write.mock.calls[0]?.[2]();

beforeEach(() => write.mockClear());

it('stores reads with the profile and their release', async () => {
  await store().done;
  expect(write).toHaveBeenCalledWith(PROFILE, [{ ...READ, shape: 'logbook@1.0.0' }], expect.any(Function), undefined);
  expect(isAllowed()).toBe(true);
});

it('waits for a profile that is slower than the reads', async () => {
  const { session, done } = store({ profile: null, profileStatus: 'loading' });
  await Promise.resolve();
  expect(write).not.toHaveBeenCalled();
  session.setState({ profile: PROFILE, profileStatus: 'ready' });
  await done;
  expect(write).toHaveBeenCalledTimes(1);
});

it.each<[string, Partial<SessionState>]>([
  ['signed out', SIGNED_OUT],
  ['was replaced by another', { user: { id: 'u-2', email: '', metadata: {} } }],
  ['had its session ended', { ended: true }],
  ['was blocked', { profileStatus: 'blocked' }],
  ['has no profile', { profile: null, profileStatus: 'failed' }],
])('stores nothing of an account that %s', async (_what, state) => {
  await store(state).done;
  const { session, done } = store({ profile: null, profileStatus: 'loading' });
  session.setState(state);
  await done;
  expect(write).not.toHaveBeenCalled();
});

it.each<[string, Partial<SessionState>, boolean]>([
  ['signs out', SIGNED_OUT, false],
  ['is blocked', { profileStatus: 'blocked' }, false],
  ['loses its session', { ended: true }, false],
  ['gets another right', { profile: { ...PROFILE, rights: ['staff:catalogue'] } }, false],
  ['is read again', { profile: { ...PROFILE } }, true],
])('asks at the last moment: the account %s', async (_what, state, isStored) => {
  const { session, done } = store();
  await done;
  session.setState(state);
  expect(isAllowed()).toBe(isStored);
});
