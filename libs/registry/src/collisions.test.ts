import type { UserType } from '@nemus/contract';
import { collisionProblems, containerProblem, declarationProblems, type Claims } from './collisions';
import { containerName } from './container';
import { sampleEntry, samplePointer } from './samples';

const route = (path: string, roles?: UserType[]) => ({ path, roles, layout: 'shared' as const, title: 'T' });
const needing = (path: string, ...requires: string[]) => ({ ...route(path), requires });
const entry = (id: string, path: string, roles?: UserType[]) => ({
  id,
  path,
  label: id,
  icon: 'area',
  order: 1,
  roles,
});
const claims = (change: Partial<Claims>): Claims => ({
  name: 'new',
  team: 'new',
  routes: [],
  menu: [],
  slots: [],
  ...change,
});

const open = (path: string) => ({ ...route(path), access: 'public' as const });

/** No problem at all. */
const NONE = /^$/;

describe('collisionProblems', () => {
  const registered = [
    sampleEntry('trainee', {
      routes: [route('/dashboard', ['piw']), route('/course')],
      menu: [entry('dashboard', '/dashboard', ['piw'])],
      slots: [{ name: 'progress', expose: './progress' }],
    }),
  ];
  it.each<[string, Partial<Claims>, RegExp]>([
    ['another path', { routes: [route('/other')] }, NONE],
    ['the same path for another role', { routes: [route('/dashboard', ['institution'])] }, NONE],
    [
      'the same path for the same role',
      { routes: [route('/dashboard', ['piw'])] },
      /overlaps \/dashboard of trainee \(team trainee\) for piw/,
    ],
    ['the same path for everybody', { routes: [route('/dashboard')] }, /for piw/],
    [
      'a path of everybody',
      { routes: [route('/course')] },
      /overlaps \/course of trainee \(team trainee\) for piw and institution/,
    ],
    [
      'a path of everybody, for accounts with a right',
      { routes: [{ ...route('/course'), requires: ['staff:x'] }] },
      /overlaps \/course of trainee/,
    ],
    [
      'the path of another area, opened to everyone',
      { routes: [open('/dashboard')] },
      /overlaps \/dashboard of trainee/,
    ],
    ['what lies below it', { routes: [open('/course/x')] }, /overlaps \/course of trainee/],
    ['another slot', { slots: [{ name: 'other', expose: './x' }] }, NONE],
    ['a path below', { routes: [route('/course/quiz')] }, /overlaps \/course/],
    ['a path that only begins alike', { routes: [route('/courses')] }, NONE],
    ['the same menu entry for the same role', { menu: [entry('dashboard', '/x', ['piw'])] }, /menu entry "dashboard"/],
    ['the same menu entry for another role', { menu: [entry('dashboard', '/x', ['institution'])] }, NONE],
    [
      'the same slot',
      { slots: [{ name: 'progress', expose: './x' }] },
      /slot "progress" is offered already by trainee/,
    ],
    ['its own entry', { name: 'trainee', team: 'trainee', routes: [route('/dashboard', ['piw'])] }, NONE],
    ['the name of another team', { name: 'trainee', team: 'thief' }, /belongs to team trainee, not to thief/],
  ])('%s', (_case, change, expected) => {
    const problems = collisionProblems(claims(change), registered).join('\n');
    expect(problems).toMatch(expected);
  });

  it('sees a wider prefix over one that exists', () => {
    expect(
      collisionProblems(claims({ routes: [route('/a')] }), [sampleEntry('b', { routes: [route('/a/b')] })]),
    ).toHaveLength(1);
  });
});

describe('declarationProblems', () => {
  it.each<[string, Partial<Claims>, RegExp]>([
    ['a sound declaration', { routes: [route('/a')], menu: [entry('a', '/a')] }, NONE],
    ['a menu entry to a page below', { routes: [route('/a')], menu: [entry('a', '/a/b')] }, NONE],
    ['a path of the shell', { routes: [route('/auth/extra')] }, /belongs to the shell \(\/auth\)/],
    ...['/auth', '/login', '/anmelden/x', '/reset-password', '/old', '/404', '/agb', '/diagnose'].map(
      (path): [string, Partial<Claims>, RegExp] => [
        `${path} for everyone`,
        { routes: [open(path)] },
        /belongs to the shell/,
      ],
    ),
    ['a path for everyone', { routes: [open('/a')], contract: '^1.12.0' }, NONE],
    ['a path for everyone and for accounts', { routes: [open('/a'), route('/a')], contract: '^1.12.0' }, NONE],
    ['a path twice for everyone', { routes: [open('/a'), open('/a')] }, /declared twice/],
    ['a public path with roles', { routes: [{ ...open('/a'), roles: ['piw'] }] }, /\/a is public and has no roles/],
    ['a public path with rights', { routes: [{ ...open('/a'), requires: ['staff:x'] }] }, /is public and has no roles/],
    [
      'a public path above another one of the area',
      { routes: [open('/a'), route('/a/b')] },
      /public path \/a and \/a\/b overlap/,
    ],
    [
      'a menu entry to a public path',
      { routes: [open('/a')], menu: [entry('a', '/a')] },
      /leads piw and institution to \/a/,
    ],
    [
      'a public path in a release for shells that do not know them',
      { routes: [open('/a')], contract: '^1.6.0' },
      /\/a is public: set contract: '\^1\.12\.0'/,
    ],
    ['one path twice', { routes: [route('/a'), route('/a', ['piw'])] }, /declared twice for piw/],
    [
      'one path twice for everybody',
      { routes: [route('/a'), route('/a')] },
      /^The path \/a is declared twice for piw and institution\.$/,
    ],
    ['two paths for everybody', { routes: [route('/a'), route('/b')] }, NONE],
    ['a menu entry to the second path', { routes: [route('/a'), route('/b')], menu: [entry('b', '/b')] }, NONE],
    ['one path for two roles', { routes: [route('/a', ['piw']), route('/a', ['institution'])] }, NONE],
    [
      'a menu entry to nowhere',
      { routes: [route('/a')], menu: [entry('b', '/b')] },
      /leads piw and institution to \/b/,
    ],
    [
      'a menu entry for too many',
      { routes: [route('/a', ['piw'])], menu: [entry('a', '/a')] },
      /leads institution to \/a/,
    ],
    [
      'one path with and without a right',
      { routes: [route('/a'), { ...route('/a'), requires: ['staff:x'] }] },
      /declared twice for piw and institution/,
    ],
    [
      'an entry that requires what its route does',
      { routes: [needing('/a', 'staff:x', 'staff:y')], menu: [{ ...entry('a', '/a'), requires: ['staff:y'] }] },
      NONE,
    ],
    [
      'an entry that requires more than its route',
      { routes: [route('/a')], menu: [{ ...entry('a', '/a'), requires: ['staff:y'] }] },
      NONE,
    ],
    [
      'an entry for everybody to a route that requires a right',
      { routes: [needing('/a', 'staff:x')], menu: [entry('a', '/a')] },
      /^The menu entry "a" is shown to accounts that its route, \/a, does not let in/,
    ],
    [
      'an entry for more rights than its route lets in',
      { routes: [needing('/a', 'staff:x')], menu: [{ ...entry('a', '/a'), requires: ['staff:x', 'staff:y'] }] },
      /does not let in/,
    ],
    [
      'an entry below a path that requires more',
      {
        routes: [route('/a'), needing('/a/b', 'staff:x')],
        menu: [entry('a', '/a'), entry('b', '/a/b/c')],
      },
      /^The menu entry "b" is shown/,
    ],
    [
      'a slot twice',
      {
        slots: [
          { name: 's', expose: './a' },
          { name: 's', expose: './b' },
        ],
      },
      /"s" is offered twice/,
    ],
    ['a slot drawn by the area', { slots: [{ name: 's', expose: './app' }] }, /"\.\/app"/],
  ])('%s', (_case, change, expected) => {
    const problems = declarationProblems(claims(change)).join('\n');
    expect(problems).toMatch(expected);
  });
});

describe('containerProblem', () => {
  it('finds the same global name in another area, and only there', () => {
    const pointer = samplePointer('a-1', 3);
    const taken = containerName('a-1', pointer.version);
    const registered = [sampleEntry('a-1', { lastGood: [pointer] })];
    expect(containerProblem('b', taken, registered)).toContain('a-1 1.0.3');
    expect(containerProblem('a-1', taken, registered)).toBeNull();
    expect(containerProblem('b', 'nemus_b', registered)).toBeNull();
  });
});
