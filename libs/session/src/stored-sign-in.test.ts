/** @jest-environment ../../jest.browser.mjs */
import { SESSION_KEY } from '@nemus/start';
import { readStoredSignIn } from './stored-sign-in';

const tokenOf = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.c2ln`;
const USER = { id: 'u-1', email: 'mira@nemus.example', user_metadata: { user_type: 'piw' } };
const FACTOR = { factors: [{ status: 'verified' }] };
const store = (more: object) =>
  localStorage.setItem(
    SESSION_KEY,
    JSON.stringify({ access_token: tokenOf({ aal: 'aal1' }), refresh_token: 'r', ...more }),
  );
beforeEach(() => localStorage.clear());

it('is the account of the stored session, even when its token has expired', () => {
  store({ user: USER, expires_at: 1 });
  expect(readStoredSignIn()).toEqual({
    user: { id: 'u-1', email: 'mira@nemus.example', metadata: { user_type: 'piw' } },
    hasFactor: false,
  });
});

it('needs the second factor of an account that has one', () => {
  store({ user: { ...USER, ...FACTOR } });
  expect(readStoredSignIn()).toBeNull();
  store({ user: { ...USER, ...FACTOR }, access_token: tokenOf({ aal: 'aal2' }) });
  expect(readStoredSignIn()).toMatchObject({ user: { id: 'u-1' }, hasFactor: true });
});

it.each(['', '{', 'null', '{"access_token":"a"}', '{"access_token":"a","refresh_token":"r","user":{}}'])(
  'is none for %j',
  (text) => {
    localStorage.setItem(SESSION_KEY, text);
    expect(readStoredSignIn()).toBeNull();
  },
);
