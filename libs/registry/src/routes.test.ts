import type { UserType } from '@nemus/contract';
import { claimsOf, isBelow, matchRoute, menuFor, normalizePath, slotOwner } from './routes';
import { sampleEntry, sampleRegistry } from './samples';

const route = (path: string, roles?: UserType[]) => ({ path, roles, layout: 'shared' as const, title: path });
const registry = sampleRegistry([
  sampleEntry('trainee', { routes: [route('/dashboard', ['piw']), route('/profile')], menu: [] }),
  sampleEntry('institution', { routes: [route('/dashboard', ['institution'])], menu: [] }),
  sampleEntry('elearning', {
    routes: [route('/e-learning', ['piw']), route('/course')],
    slots: [{ name: 'progress', expose: './progress' }],
    menu: [],
  }),
  sampleEntry('bookings', { routes: [route('/course-bookings', ['institution'])], menu: [] }),
]);

describe('matchRoute', () => {
  it.each<[string, UserType | null, string | null, string | null]>([
    ['/dashboard', 'piw', 'trainee', '/dashboard'],
    ['/dashboard', 'institution', 'institution', '/dashboard'],
    ['/dashboard', null, null, null],
    ['/dashboard/', 'piw', 'trainee', '/dashboard'],
    ['/dashboard?tab=1#top', 'piw', 'trainee', '/dashboard'],
    ['/course/42/block-a', 'piw', 'elearning', '/course'],
    ['/course', 'institution', 'elearning', '/course'],
    // A prefix ends at a segment.
    ['/course-bookings', 'institution', 'bookings', '/course-bookings'],
    ['/course-bookings', 'piw', null, null],
    ['/courses', 'piw', null, null],
    ['/e-learning', 'institution', null, null],
    ['/', 'piw', null, null],
    ['/nope', 'piw', null, null],
  ])('%s for %s is %s', (path, role, remote, prefix) => {
    const match = matchRoute(registry, path, role);
    expect(match?.remote.name ?? null).toBe(remote);
    expect(match?.route.path ?? null).toBe(prefix);
  });

  it('prefers the longest prefix, and keeps the paths of an area that is switched off', () => {
    const nested = sampleRegistry([
      sampleEntry('wide', { routes: [route('/a')] }),
      sampleEntry('narrow', { routes: [route('/a/b')], enabled: false }),
    ]);
    expect(matchRoute(nested, '/a/b/c', 'piw')?.remote.name).toBe('narrow');
    expect(matchRoute(nested, '/a/bc', 'piw')?.remote.name).toBe('wide');
  });

  it('checks the rights of the nearest prefix, of which one is enough', () => {
    const staffed = sampleRegistry([
      sampleEntry('staffed', {
        routes: [
          { ...route('/a'), requires: ['staff:x', 'staff:y'] },
          { ...route('/a/b'), requires: ['staff:y'] },
        ],
      }),
    ]);
    const open = (path: string, ...rights: string[]) => matchRoute(staffed, path, 'piw', rights)?.route.path ?? null;
    expect(matchRoute(staffed, '/a', 'piw')).toBeNull();
    expect(open('/a', 'staff:z')).toBeNull();
    expect(open('/a', 'staff:x')).toBe('/a');
    expect(open('/a/b', 'staff:x')).toBeNull();
    expect(open('/a/b/c', 'staff:x', 'staff:y')).toBe('/a/b');
    expect(matchRoute(staffed, '/a', null, ['staff:x'])).toBeNull();
    expect(claimsOf(staffed, '/a/b')).toHaveLength(2);
  });

  it('opens public paths to visitors, and to accounts where they have none of their own', () => {
    const open = (path: string) => ({ ...route(path), access: 'public' as const });
    const both = sampleRegistry([
      sampleEntry('open', { routes: [open('/check'), route('/join'), open('/join'), open('/a'), route('/a/b')] }),
    ]);
    const access = (path: string, role: UserType | null) => {
      const match = matchRoute(both, path, role);
      return match && (match.route.access ?? 'account');
    };
    expect(access('/check/NE-1', null)).toBe('public');
    expect(access('/check/NE-1', 'piw')).toBe('public');
    expect(access('/join', null)).toBe('public');
    expect(access('/join', 'institution')).toBe('account');
    // A shorter public prefix does not open what a longer one closes.
    expect(access('/a/b', null)).toBeNull();
  });

  it('distinguishes a path of another role from one that no area has', () => {
    expect(claimsOf(registry, '/e-learning').map(({ remote }) => remote.name)).toEqual(['elearning']);
    expect(claimsOf(registry, '/nope')).toEqual([]);
  });
});

describe('paths', () => {
  it.each([
    ['', '/'],
    ['/', '/'],
    ['//', '/'],
    ['/a/', '/a'],
    ['/a?b=/c', '/a'],
    ['/a#b?c', '/a'],
  ])('normalizes "%s" to "%s"', (path, expected) => expect(normalizePath(path)).toBe(expected));

  it('compares whole segments', () => {
    expect(isBelow('/a/b', '/a')).toBe(true);
    expect(isBelow('/ab', '/a')).toBe(false);
  });

  it.each([
    ['/a//', '/a'],
    ['/a/?b#c', '/a'],
    ['//', '/'],
  ])('reads %s as %s', (path, bare) => expect(normalizePath(path)).toBe(bare));
});

describe('menu and slots', () => {
  const entry = (id: string, order: number, roles?: UserType[]) => ({
    id,
    path: `/${id}`,
    label: id,
    icon: 'area',
    order,
    roles,
  });
  const menus = sampleRegistry([
    sampleEntry('one', { menu: [entry('c', 30), entry('b', 10)] }),
    sampleEntry('two', { menu: [entry('a', 10), entry('d', 5, ['institution'])] }),
  ]);

  it.each<[UserType | null, string[]]>([
    ['piw', ['a', 'b', 'c']],
    ['institution', ['d', 'a', 'b', 'c']],
    [null, []],
  ])('sorts the menu for %s', (role, ids) => {
    expect(menuFor(menus, role).map(({ id }) => id)).toEqual(ids);
  });

  it('shows an entry that requires rights to accounts that have one of them', () => {
    const staffed = sampleRegistry([
      sampleEntry('one', { menu: [entry('a', 10), { ...entry('b', 100, ['piw']), requires: ['staff:x', 'staff:y'] }] }),
    ]);
    const ids = (role: UserType, ...rights: string[]) => menuFor(staffed, role, rights).map(({ id }) => id);
    expect(ids('piw')).toEqual(['a']);
    expect(ids('piw', 'staff:z')).toEqual(['a']);
    expect(ids('piw', 'staff:y')).toEqual(['a', 'b']);
    expect(ids('institution', 'staff:y')).toEqual(['a']);
  });

  it('narrows the menu by a right of the kind only, once an area knows it', () => {
    const areas = [
      sampleEntry('one', {
        menu: [entry('a', 10, ['piw']), { ...entry('s', 20), requires: ['staff:x'] }, entry('e', 110)],
      }),
    ];
    const ids = (...rights: string[]) => menuFor(sampleRegistry(areas), 'piw', rights).map(({ id }) => id);
    expect(ids('only:confirming', 'staff:x')).toEqual(['a', 's', 'e']);
    areas.push(sampleEntry('two', { menu: [{ ...entry('inbox', 30), requires: ['only:confirming'] }] }));
    expect(ids('only:confirming', 'staff:x')).toEqual(['s', 'inbox', 'e']);
    expect(ids('staff:x')).toEqual(['a', 's', 'e']);
    expect(ids('only:reading')).toEqual(['a', 'e']);
  });

  it('finds the owner of a slot', () => {
    expect(slotOwner(registry, 'progress')).toMatchObject({ expose: './progress', remote: { name: 'elearning' } });
    expect(slotOwner(registry, 'unknown')).toBeNull();
  });
});
