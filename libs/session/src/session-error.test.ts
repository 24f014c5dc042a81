/** @jest-environment ../../jest.browser.mjs */
import { AuthApiError, AuthRetryableFetchError, AuthSessionMissingError } from '@supabase/auth-js';
import { toSessionError } from './session-error';

it.each([
  [new AuthApiError('Wrong', 400, 'invalid_credentials'), { code: 'invalid_credentials', status: 400 }],
  [new AuthRetryableFetchError('Bad Gateway', 502), { code: 'network', status: 502 }],
  [new AuthSessionMissingError(), { code: 'unexpected' }],
  [new Error('other'), { code: 'unexpected', status: 0, serverMessage: null }],
])('translates %s', (error, expected) => {
  expect(toSessionError(error)).toMatchObject(expected);
});
