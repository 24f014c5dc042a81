import { defineRemoteConfig } from './config';

const declaration = {
  name: 'trainee',
  title: 'Weiterbildung',
  team: 'trainee',
  contract: '^1.0.0',
  routes: [{ path: '/dashboard', roles: ['piw' as const], title: 'Dashboard' }],
  menu: [{ id: 'dashboard', path: '/dashboard', label: 'Dashboard', order: 10 }],
  budget: { entry: 15_000, total: 200_000 },
};

describe('defineRemoteConfig', () => {
  it('fills in what a remote may leave out', () => {
    const parsed = defineRemoteConfig(declaration);
    expect(parsed.routes[0]?.layout).toBe('shared');
    expect(parsed.menu[0]?.icon).toBe('area');
    expect(parsed.slots).toEqual([]);
  });

  it.each([
    ['a path without a leading slash', { routes: [{ path: 'dashboard', title: 'Dashboard' }] }],
    ['a path with a trailing slash', { routes: [{ path: '/dashboard/', title: 'Dashboard' }] }],
    ['an unknown role', { routes: [{ path: '/dashboard', title: 'Dashboard', roles: ['admin'] }] }],
    ['an empty list of roles', { routes: [{ path: '/dashboard', title: 'Dashboard', roles: [] }] }],
    ['an empty list of rights', { routes: [{ path: '/dashboard', title: 'Dashboard', requires: [] }] }],
    ['a right without a kind', { routes: [{ path: '/dashboard', title: 'Dashboard', requires: ['catalogue'] }] }],
    ['a name with capitals', { name: 'Trainee' }],
    ['a field that the contract does not know', { colour: 'red' }],
  ])('refuses %s', (_case, change) => {
    // Area teams write plain objects; what the compiler would refuse must also be refused at run time.
    const wrong: unknown = { ...declaration, ...change };
    expect(() => Reflect.apply(defineRemoteConfig, undefined, [wrong])).toThrow();
  });
});
