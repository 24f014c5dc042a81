import { readStoredAccount } from './stored-account';

const NOW = 1_000_000;
const session = { access_token: 't', expires_at: 1_000 + 101, user: { id: 'u' } };

it('knows the account while its token is valid', () => {
  expect(readStoredAccount(JSON.stringify(session), NOW)).toEqual({ userId: 'u', token: 't' });
});

it.each([
  null,
  'x',
  '[]',
  '{}',
  JSON.stringify({ ...session, expires_at: 1_099 }),
  JSON.stringify({ ...session, user: {} }),
])('takes %j for none', (text) => {
  expect(readStoredAccount(text, NOW)).toBeNull();
});

describe('an account with a second factor', () => {
  const token = (aal: string) => `h.${btoa(JSON.stringify({ aal }))}.s`;
  const of = (aal: string, status = 'verified') =>
    JSON.stringify({ ...session, access_token: token(aal), user: { id: 'u', factors: [{ status }] } });

  it('is empty before the session has given the second factor', () => {
    expect(readStoredAccount(of('aal1'), NOW)).toBeNull();
    expect(readStoredAccount(of('aal1', 'unverified'), NOW)?.userId).toBe('u');
    expect(readStoredAccount(of('aal2'), NOW)?.userId).toBe('u');
  });
});
