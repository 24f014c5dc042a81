import { afterSignIn, returnState, safePath } from './return-to';

const ORIGIN = 'https://portal.example';

describe('safePath', () => {
  it.each(['/settings', '/settings?tab=billing#top', '/course/rechtliche-grundlagen/block-a', '/a//b'])(
    'keeps %s',
    (to) => {
      expect(safePath(to, ORIGIN)).toBe(to);
    },
  );

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '\\\\evil.example',
    '/\n/evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'settings',
    '',
    '/.//evil.example/',
    '/a/..//evil.example/',
  ])('refuses %j', (to) => {
    expect(safePath(to, ORIGIN)).toBeNull();
  });

  it.each(['/', '/auth', '/auth?ansicht=registrieren', '/reset-password'])('does not lead back to %s', (to) => {
    expect(safePath(to, ORIGIN)).toBeNull();
  });
});

describe('afterSignIn', () => {
  it('opens the requested page', () => {
    expect(afterSignIn(returnState('/settings?tab=billing', null), 'u-1', ORIGIN)).toBe('/settings?tab=billing');
  });

  it('opens the page where the same account’s session ended', () => {
    expect(afterSignIn(returnState('/settings', 'u-1'), 'u-1', ORIGIN)).toBe('/settings');
  });

  it('does not show another account’s page', () => {
    expect(afterSignIn(returnState('/settings', 'u-2'), 'u-1', ORIGIN)).toBe('/dashboard');
  });

  it.each([null, undefined, 'text', {}, { returnTo: 7 }, returnState('//evil.example', null)])(
    'goes to the dashboard for %j',
    (state) => {
      expect(afterSignIn(state, 'u-1', ORIGIN)).toBe('/dashboard');
    },
  );
});
