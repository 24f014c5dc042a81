import { createScriptPolicy } from './script-policy';

const PAGE = new URL('https://portal.test/dashboard');

type Rule = (url: string) => string | null;

/** A window whose browser has Trusted Types, and the policy that it got. */
function pageWith() {
  const made: { name: string; rules: readonly string[]; check: Rule }[] = [];
  const trustedTypes = {
    createPolicy: (name: string, rules: { readonly createScriptURL: Rule }) =>
      made.push({ name, rules: Object.keys(rules), check: rules.createScriptURL }),
  };
  return { page: { trustedTypes, location: PAGE }, made };
}

describe("the page's one Trusted Types policy", () => {
  it('is the default one, and has no rule for HTML and code', () => {
    const { page, made } = pageWith();
    createScriptPolicy(page);
    expect(made).toMatchObject([{ name: 'default', rules: ['createScriptURL'] }]);
  });

  it('lets scripts of the portal pass, and those of the releases once they are known', () => {
    const { page, made } = pageWith();
    const policy = createScriptPolicy(page);
    const check = (url: string) => made[0]?.check(url);
    expect(check('/assets/view.js')).toBe('https://portal.test/assets/view.js');
    expect(check('https://store.test/bucket/releases/a/1/remoteEntry.js')).toBeNull();
    policy.allow('https://store.test/bucket/releases/');
    expect(check('https://store.test/bucket/releases/a/1/remoteEntry.js?retry=1')).not.toBeNull();
  });

  it('lets the worker of the portal pass, at its one address', () => {
    const { page, made } = pageWith();
    createScriptPolicy(page);
    expect(made[0]?.check('/worker.js')).toBe('https://portal.test/worker.js');
  });

  it.each([
    '/worker.js?other',
    '/worker.js/../content/impressum.md',
    '/worker-off.js',
    '/sub/worker.js',
    'https://stranger.test/worker.js',
    'https://stranger.test/assets/a.js',
    'https://portal.test.stranger.test/assets/a.js',
    'https://user@stranger.test/assets/a.js',
    '//stranger.test/assets/a.js',
    '/content/impressum.md',
    '/assets/../content/impressum.md',
    '/assets/%2e%2e/content/impressum.md',
    '/assets\\..\\content\\impressum.md',
    'https://store.test/other-bucket/a.js',
    'https://store.test/bucket/releases/../../other-bucket/a.js',
    'http://store.test/bucket/releases/a/1/remoteEntry.js',
    'data:text/javascript,alert(1)',
    'blob:https://portal.test/assets/x',
    'javascript:alert(1)',
  ])('refuses %s', (url) => {
    const { page, made } = pageWith();
    createScriptPolicy(page).allow('https://store.test/bucket/releases/');
    expect(made[0]?.check(url)).toBeNull();
  });

  it('does nothing in a browser without Trusted Types', () => {
    expect(() => createScriptPolicy({ location: PAGE }).allow('https://store.test/releases/')).not.toThrow();
  });
});
