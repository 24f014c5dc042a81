/** @jest-environment ../../jest.browser.mjs */
import { cleanAddress, readMailLink } from './mail-link';

const HASH = 'a1'.repeat(32);

describe('the parts of a link', () => {
  it.each(['signup', 'recovery', 'email_change', 'invite'])('are read for %s', (type) => {
    expect(readMailLink(`?token_hash=${HASH}&type=${type}`)).toEqual({ type, tokenHash: HASH });
  });

  it('are read with the prefix that the service puts before a hash of PKCE', () => {
    expect(readMailLink(`?token_hash=pkce_${HASH}&type=signup`)?.tokenHash).toBe(`pkce_${HASH}`);
  });

  it.each(['.', ')', '%3E', '%E2%80%8B', '%C2%A0', '%0A', '.%E2%80%8B'])('are read with “%s” at the end', (end) => {
    expect(readMailLink(`?type=signup${end}&token_hash=${HASH}${end}`)?.tokenHash).toBe(HASH);
  });

  it.each([
    '',
    '?type=signup',
    `?token_hash=${HASH}`,
    `?token_hash=${HASH}&type=magiclink`,
    '?token_hash=&type=signup',
    '?token_hash=a1&type=signup',
    `?token_hash=${HASH}%22%3E&type=signup`,
    `?token_hash=${HASH.repeat(4)}&type=signup`,
  ])('are none in "%s"', (search) => expect(readMailLink(search)).toBeNull());
});

describe('an address', () => {
  it.each([
    '#access_token=t&refresh_token=r&expires_in=3600&token_type=bearer&type=signup',
    '#refresh_token=r',
    '#error=access_denied&error_code=otp_expired&error_description=expired',
  ])('loses %s, and keeps the rest', (hash) => {
    history.replaceState({ kept: true }, '', `/settings?a=1${hash}`);
    cleanAddress();
    expect(location.href).toBe('http://localhost/settings?a=1');
    expect(history.state).toEqual({ kept: true });
  });

  it('keeps an ordinary fragment', () => {
    history.replaceState(null, '', '/profile#zertifikate');
    cleanAddress();
    expect(location.hash).toBe('#zertifikate');
  });
});
