import type { RemoteDeclaration } from '@nemus/contract';
import { readAccounts, requireAccounts, withoutPasswords } from './accounts';

const PASSWORD = 'do-not-print-me';
const account = { userType: 'piw', email: 'test@portal.example', password: PASSWORD } as const;
const listed = (...accounts: object[]) => JSON.stringify(accounts);

it('reads who signs in, and names an unnamed account after its type', () => {
  const teacher = { ...account, name: 'teacher', rights: ['staff:teaching'] };
  expect(readAccounts(listed(account, teacher))).toEqual([{ ...account, name: 'piw', rights: [] }, teacher]);
});

it.each([
  ['nothing', undefined],
  ['an empty secret', ''],
  ['no JSON', `{ "password": "${PASSWORD}"`],
  ['no account', '[]'],
  ['a field that is none', listed({ ...account, token: PASSWORD })],
  ['another account type', listed({ ...account, userType: PASSWORD })],
  ['no address', listed({ ...account, email: PASSWORD })],
])('refuses %s, and repeats nothing of what stands there', (_what, text) => {
  const failure = (() => {
    try {
      return readAccounts(text);
    } catch (error) {
      return String(error);
    }
  })();
  expect(failure).toContain('NEMUS_SMOKE_ACCOUNTS');
  expect(failure).not.toContain(PASSWORD);
});

describe('accounts for an area', () => {
  const routes = (...given: object[]) => ({ routes: given }) as Pick<RemoteDeclaration, 'routes'>;
  const [piw] = readAccounts(listed(account));

  it('are enough when each path is open to one of them', () => {
    expect(() =>
      requireAccounts(routes({ path: '/a', roles: ['piw'] }, { path: '/b' }), piw ? [piw] : []),
    ).not.toThrow();
  });

  it('are refused when they cannot open a path', () => {
    const area = routes(
      { path: '/a', roles: ['piw'] },
      { path: '/b', roles: ['institution'] },
      { path: '/c', roles: ['piw'], requires: ['staff:orders'] },
    );
    expect(() => requireAccounts(area, piw ? [piw] : [])).toThrow(
      expect.objectContaining({
        code: 'forbidden',
        details: ['/b is for institution.', '/c is for piw, staff:orders.'],
      }),
    );
  });
});

it('takes passwords out of what a browser says', () => {
  const told = `locator.fill: Timeout.\nCall log:\n  - fill("${PASSWORD}")`;
  expect(withoutPasswords(readAccounts(listed(account)))(told)).toBe(
    'locator.fill: Timeout.\nCall log:\n  - fill("…")',
  );
});
