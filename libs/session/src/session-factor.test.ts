/** @jest-environment ../../jest.browser.mjs */
import { waitFor } from '@testing-library/react';
import { SESSION_KEY } from './auth-client';
import { FakeService, PROFILE_ROW, sessionBody } from './testing/fake-service';
import { closeSessions, open, PROFILES, resetBrowser, store, withProfile } from './testing/open-session';

beforeEach(resetBrowser);
afterEach(closeSessions);

const FACTOR = {
  id: '10000000-0000-4000-8000-000000000001',
  status: 'verified',
  factor_type: 'totp',
  friendly_name: 'Telefon',
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
};
const tokenOf = (aal: string) => `h.${btoa(JSON.stringify({ aal, sub: 'u-1' }))}.s`;
/** A session of an account with a factor. */
const guarded = (aal: string) => {
  const body = sessionBody();
  return { ...body, access_token: tokenOf(aal), user: { ...body.user, factors: [FACTOR] } };
};
const CHALLENGE = `POST /auth/v1/factors/${FACTOR.id}/challenge`;
const VERIFY = `POST /auth/v1/factors/${FACTOR.id}/verify`;

const service = () =>
  new FakeService()
    .on(PROFILES, { status: 200, body: PROFILE_ROW })
    .on('POST /auth/v1/token', { status: 200, body: guarded('aal1') })
    .on(CHALLENGE, { status: 200, body: { id: 'c-1', type: 'totp', expires_at: 9_999_999_999 } })
    .on(VERIFY, { status: 200, body: guarded('aal2') });

it('is not signed in before the factor is proved, and requests nothing of the account', async () => {
  const backend = service();
  const onToken = jest.fn();
  const session = open(backend, onToken);
  await session.signIn('mira@nemus.example', 'geheim');
  expect(session.store.getState()).toMatchObject({
    status: 'factor-needed',
    profileStatus: 'idle',
    user: { id: 'u-1' },
  });
  expect(backend.asked(PROFILES)).toEqual([]);
  expect(onToken).not.toHaveBeenCalled();
  await session.factors.give('123 456');
  expect(backend.asked(VERIFY)[0]?.body).toEqual({ challenge_id: 'c-1', code: '123456' });
  await withProfile(session);
  expect(session.store.getState()).toMatchObject({ status: 'signed-in', hasFactor: true });
  expect(onToken.mock.calls).toEqual([[{ userId: 'u-1', token: tokenOf('aal2') }]]);
});

it('asks after a reload as well, and accepts a session that has proved it', async () => {
  store(guarded('aal1'));
  const waiting = open(service());
  await waitFor(() => expect(waiting.store.getState().status).toBe('factor-needed'));
  await waiting.dispose();
  store(guarded('aal2'));
  const given = open(service());
  await withProfile(given);
  expect(given.store.getState().status).toBe('signed-in');
});

it('stays at the step with a wrong code, and leaves it by signing out', async () => {
  const backend = service()
    .on(VERIFY, {
      status: 422,
      body: { code: 'mfa_verification_failed', error_code: 'mfa_verification_failed', msg: 'no' },
    })
    .on('POST /auth/v1/logout', { status: 204, body: null });
  const session = open(backend);
  await session.signIn('mira@nemus.example', 'geheim');
  await expect(session.factors.give('000000')).rejects.toMatchObject({ code: 'mfa_verification_failed' });
  expect(session.store.getState().status).toBe('factor-needed');
  await session.signOut();
  expect(session.store.getState().status).toBe('signed-out');
});

it('keeps the page of a session that ended, until password and factor were given', async () => {
  store(guarded('aal2'));
  const session = open(service());
  await withProfile(session);
  localStorage.removeItem(SESSION_KEY);
  window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, newValue: null, storageArea: localStorage }));
  expect(session.store.getState()).toMatchObject({ ended: true, lacksFactor: false });
  await session.signIn('mira@nemus.example', 'geheim');
  expect(session.store.getState()).toMatchObject({ status: 'signed-in', ended: true, lacksFactor: true });
  await session.factors.give('123456');
  expect(session.store.getState()).toMatchObject({ status: 'signed-in', ended: false, lacksFactor: false });
});

it('deletes the account with a session that has given both password and factor', async () => {
  store(guarded('aal2'));
  const DELETE = 'POST /rest/v1/rpc/nemus_delete_account';
  const proof = { ...guarded('aal2'), access_token: `${tokenOf('aal2')}proof` };
  const backend = service()
    .on(VERIFY, { status: 200, body: proof })
    .on(DELETE, { status: 204, body: null })
    .on('POST /auth/v1/logout', { status: 204, body: null });
  const session = open(backend);
  await withProfile(session);
  await session.deleteAccount('geheim', '123456');
  expect(backend.asked(DELETE).map(({ headers }) => headers.get('authorization'))).toEqual([
    `Bearer ${proof.access_token}`,
  ]);
  expect(session.store.getState().status).toBe('signed-out');
});
