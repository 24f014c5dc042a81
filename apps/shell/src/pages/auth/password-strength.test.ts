import { passwordStrength } from './password-strength';

describe('a password', () => {
  it.each([
    ['', 'short'],
    ['abcde', 'short'],
    ['123456', 'weak'],
    ['aaaaaaaaaaaaaaaa', 'weak'],
    ['qwertzuiop', 'weak'],
    ['abcdefghijkl', 'weak'],
    ['passwort', 'weak'],
    ['P4ssw0rt', 'weak'],
    ['Sommer2026', 'weak'],
    ['passwortpasswort', 'weak'],
    ['kmvxpw', 'weak'],
    ['kmvxpwtb', 'fair'],
    ['wald-und-wiese-7', 'strong'],
    ['Tür9 blaue Gießkanne', 'strong'],
  ])('%j is %s', (password, expected) => expect(passwordStrength(password)).toBe(expected));

  it('is weak when it is a known fact about the person', () => {
    expect(passwordStrength('kumpatholg', ['holg.kumpat@nemus.example'])).toBe('weak');
    expect(passwordStrength('kumpatholg')).not.toBe('weak');
  });

  it('is looked at quickly, however long and strange it is', () => {
    expect(passwordStrength('ü💡'.repeat(5_000), ['💡', ''])).toBe('strong');
  });
});
