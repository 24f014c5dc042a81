import { readStoredAccount } from './stored-account';

const NOW = 1_000_000;
const session = { access_token: 't', expires_at: 1_000 + 101, user: { id: 'u' } };

it('knows the account while its token holds', () => {
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
