/** @jest-environment ../../jest.browser.mjs */
import { createStore } from 'zustand/vanilla';
import type { SessionState } from '@nemus/session';
import { PROFILE, SIGNED_IN, SIGNED_OUT } from '@nemus/host/testing/samples';
import { followAccount } from './follow-account';

const TRAINEE = { id: 'u-1', email: 'mira@nemus.example', metadata: { user_type: 'piw' } };

function follow(state: Partial<SessionState>) {
  const store = createStore<SessionState>(() => ({ ...SIGNED_OUT, ...state }));
  const calls = {
    begin: jest.fn(),
    clearHealth: jest.fn(),
    clearReads: jest.fn(),
    clearKept: jest.fn(),
    forgetPages: jest.fn(),
    preparePlatform: jest.fn(),
  };
  const lastUserId = followAccount(store, {
    overrides: { begin: calls.begin },
    health: { clear: calls.clearHealth },
    reads: { clear: calls.clearReads },
    keptReads: { clear: calls.clearKept },
    memo: { forgetPages: calls.forgetPages },
    platform: { prepare: calls.preparePlatform },
  });
  return { ...calls, lastUserId, become: (next: SessionState) => store.setState(next) };
}

it('requests with an account the platform, and begins its override', () => {
  const { become, preparePlatform, begin, lastUserId } = follow(SIGNED_OUT);
  become({ ...SIGNED_IN, user: TRAINEE });
  expect(begin).toHaveBeenCalledWith('u-1');
  expect(preparePlatform).toHaveBeenCalled();
  expect(lastUserId()).toBe('u-1');
});

it('requests the platform also where a stored session was restored', () => {
  const { become, preparePlatform } = follow({ status: 'loading' });
  become({ ...SIGNED_IN, user: TRAINEE });
  expect(preparePlatform).toHaveBeenCalled();
});

it('ends what belongs to the account with its session, and remembers the account', () => {
  const { become, begin, clearHealth, clearReads, forgetPages, lastUserId } = follow(SIGNED_OUT);
  become(SIGNED_IN);
  expect(clearHealth).toHaveBeenCalledTimes(1);
  become(SIGNED_OUT);
  expect(begin).toHaveBeenLastCalledWith(null);
  expect(clearHealth).toHaveBeenCalledTimes(2);
  expect(clearReads).toHaveBeenCalledTimes(2);
  expect(forgetPages).toHaveBeenCalledTimes(1);
  expect(lastUserId()).toBe('u-1');
});

it('forgets pages and searches when another account takes over without a sign-out', () => {
  const { become, forgetPages } = follow(SIGNED_OUT);
  become({ ...SIGNED_IN, user: TRAINEE });
  become({ ...SIGNED_IN, user: { ...TRAINEE, id: 'u-2' } });
  expect(forgetPages).toHaveBeenCalledTimes(1);
});

describe('input that was not sent', () => {
  const keys = () => Object.keys(window.localStorage).toSorted();
  const all = ['nemus.academy.seminar.u-1.new', 'nemus.logbook.u-1.e-1', 'nemus.logbook.u-2.e-2', 'nemus.visited.u-1'];
  beforeEach(() => {
    for (const key of all) window.localStorage.setItem(key, '{}');
  });
  afterEach(() => window.localStorage.clear());

  it('cannot be read after the account has signed out', () => {
    const { become } = follow({ ...SIGNED_IN, user: TRAINEE });
    become(SIGNED_OUT);
    expect(keys()).toEqual(['nemus.logbook.u-2.e-2', 'nemus.visited.u-1']);
  });

  it('waits for the account when the session has only expired', () => {
    const { become } = follow({ ...SIGNED_IN, user: TRAINEE });
    become({ ...SIGNED_IN, user: TRAINEE, ended: true });
    expect(keys()).toEqual(all);
  });

  it('is not deleted by someone who gave the password but not the second factor', () => {
    const { become } = follow({ ...SIGNED_OUT, status: 'factor-needed', user: TRAINEE });
    become(SIGNED_OUT);
    expect(keys()).toEqual(all);
  });
});

it('keeps what a page has read before the profile arrived', () => {
  const { become, clearKept } = follow(SIGNED_OUT);
  become({ ...SIGNED_IN, profile: null, profileStatus: 'loading' });
  clearKept.mockClear();
  become(SIGNED_IN);
  expect(clearKept).not.toHaveBeenCalled();
});

it('drops what areas have read when the account’s access changes', () => {
  const { become, clearKept } = follow(SIGNED_IN);
  become({ ...SIGNED_IN, hasFactor: true });
  expect(clearKept).not.toHaveBeenCalled();
  become({ ...SIGNED_IN, profile: { ...PROFILE, rights: ['member:booking'] } });
  expect(clearKept).toHaveBeenCalledTimes(1);
  become({ ...SIGNED_IN, profile: { ...PROFILE, rights: ['member:booking'], institutionId: 'i-2' } });
  expect(clearKept).toHaveBeenCalledTimes(2);
  become(SIGNED_OUT);
  expect(clearKept).toHaveBeenCalledTimes(3);
});

it('does not report an override before the account is known', () => {
  const { become, begin } = follow({ status: 'loading' });
  become({ ...SIGNED_OUT, status: 'loading', unreachable: true });
  expect(begin).not.toHaveBeenCalled();
});

describe('what is stored on this device', () => {
  const deleteDatabase = jest.fn();
  beforeEach(() => {
    deleteDatabase.mockClear();
    Object.assign(window, { indexedDB: { deleteDatabase } });
  });
  afterEach(() => void Reflect.deleteProperty(window, 'indexedDB'));
  const OTHER = { ...SIGNED_IN, user: { ...TRAINEE, id: 'u-2' }, profile: null };

  it.each<[string, SessionState]>([
    ['the sign-out', SIGNED_OUT],
    ['the end of the session from elsewhere', { ...SIGNED_IN, ended: true }],
    ['the block of the account', { ...SIGNED_IN, profileStatus: 'blocked' }],
    ['another account', OTHER],
    ['another right', { ...SIGNED_IN, profile: { ...PROFILE, rights: ['staff:catalogue'] } }],
  ])('is deleted by %s', (_what, state) => {
    follow(SIGNED_IN).become(state);
    expect(deleteDatabase).toHaveBeenCalledWith('nemus-device');
  });

  it('is deleted by a start without a session', () => {
    follow({ status: 'loading' }).become(SIGNED_OUT);
    expect(deleteDatabase).toHaveBeenCalledTimes(1);
  });

  it('stays when the account starts, is read again, or cannot be reached', () => {
    const { become } = follow({ status: 'loading' });
    become({ ...SIGNED_IN, profile: null, profileStatus: 'loading' });
    become(SIGNED_IN);
    become({ ...SIGNED_IN, profileStatus: 'loading' });
    become({ ...SIGNED_IN, profile: { ...PROFILE }, unreachable: true });
    expect(deleteDatabase).not.toHaveBeenCalled();
  });
});
