import type { Profile, RouteDeclaration } from '@nemus/contract';
import type { RegisteredRemote } from '@nemus/registry';
import { decidePlace, type GuardInput, type Place } from './guard';

const pointer = {
  version: '1.0.0-0123456789ab',
  path: 'releases/any/1.0.0-0123456789ab/',
  digest: `sha384-${'A'.repeat(64)}`,
  contract: '^1.0.0',
};

function remote(name: string, routes: Partial<RouteDeclaration>[]): RegisteredRemote {
  return {
    name,
    title: name,
    team: name,
    routes: routes.map((route) => ({ path: '/', layout: 'shared', title: name, ...route })),
    menu: [],
    slots: [],
    enabled: true,
    stable: pointer,
    lastGood: [],
  };
}

const REGISTRY = {
  remotes: [
    remote('alpha', [
      { path: '/dashboard', roles: ['piw'] },
      { path: '/catalog', roles: ['piw'] },
    ]),
    remote('beta', [
      { path: '/dashboard', roles: ['institution'] },
      { path: '/settings', roles: ['institution'] },
      { path: '/course-bookings', roles: ['institution'] },
      { path: '/purchases', roles: ['institution'] },
    ]),
    remote('gamma', [{ path: '/course' }, { path: '/payment-success', layout: 'none' }]),
    remote('delta', [
      { path: '/academy', requires: ['staff:orders', 'staff:people'] },
      { path: '/academy/people', requires: ['staff:people'] },
    ]),
    remote('epsilon', [
      { path: '/check', access: 'public' },
      { path: '/join', access: 'public' },
      { path: '/join' },
      { path: '/einladung' },
      { path: '/mitglied-werden', access: 'public' },
      { path: '/mitglied-werden' },
    ]),
  ],
};

const profile = (userType: Profile['userType'], rights: readonly string[] = []): Profile => ({
  userId: 'u-1',
  userType,
  firstName: 'Mira',
  lastName: 'Sander',
  institutionName: null,
  email: 'mira@nemus.example',
  rights,
});

const SIGNED_OUT: GuardInput['session'] = {
  status: 'signed-out',
  profile: null,
  profileStatus: 'idle',
  unreachable: false,
};
const LOADING: GuardInput['session'] = { ...SIGNED_OUT, status: 'loading' };
const PIW: GuardInput['session'] = {
  ...SIGNED_OUT,
  status: 'signed-in',
  profile: profile('piw'),
  profileStatus: 'ready',
};
const INSTITUTION: GuardInput['session'] = { ...PIW, profile: profile('institution') };
const withRights = (...rights: string[]): GuardInput['session'] => ({ ...PIW, profile: profile('piw', rights) });
const withoutProfile = (profileStatus: GuardInput['session']['profileStatus']): GuardInput['session'] => ({
  ...PIW,
  profile: null,
  profileStatus,
});

const decide = (pathname: string, session: GuardInput['session'], more: Partial<GuardInput> = {}): Place =>
  decidePlace({ pathname, rest: '', session, registry: REGISTRY, environment: 'local', ...more });

/** The decision in short form. */
function said(place: Place): string {
  switch (place.kind) {
    case 'redirect':
      return `→ ${place.to}${place.remember ? ' (remember)' : ''}${place.missed ? ' (missed)' : ''}`;
    case 'area':
      return `area ${place.match.remote.name} ${place.match.route.path}${place.match.route.access ? ' (public)' : ''}`;
    case 'page':
      return `page ${place.page}`;
    case 'waiting':
      return `wait for ${place.for}`;
    default:
      return place.kind;
  }
}

describe('addresses', () => {
  it.each([
    // path, session, decision
    ['/', LOADING, 'wait for session'],
    ['/', SIGNED_OUT, '→ /auth'],
    ['/', PIW, '→ /dashboard'],
    ['/auth', LOADING, 'wait for session'],
    ['/auth', SIGNED_OUT, 'page auth'],
    ['/auth/', SIGNED_OUT, 'page auth'],
    ['/auth', PIW, 'after-sign-in'],
    ['/reset-password', LOADING, 'page resetPassword'],
    ['/reset-password', SIGNED_OUT, 'page resetPassword'],
    ['/reset-password', PIW, 'page resetPassword'],
    ['/bestaetigen', LOADING, 'page mailLink'],
    ['/bestaetigen', SIGNED_OUT, 'page mailLink'],
    ['/bestaetigen', PIW, 'page mailLink'],
    ['/404', SIGNED_OUT, 'page notFound'],
    ['/old', SIGNED_OUT, 'page old'],
    ['/old-dashboard', LOADING, 'page oldDashboard'],
    ['/impressum', LOADING, 'page impressum'],
    ['/datenschutz', SIGNED_OUT, 'page datenschutz'],
    ['/barrierefreiheit', PIW, 'page barrierefreiheit'],
    ['/agb', SIGNED_OUT, 'page agb'],
    ['/widerrufsbelehrung', INSTITUTION, 'page widerrufsbelehrung'],
    ['/_gallery', LOADING, 'page gallery'],
    ['/diagnose', LOADING, 'wait for session'],
    ['/diagnose', SIGNED_OUT, '→ /auth (remember)'],
    ['/diagnose', withoutProfile('failed'), 'diagnosis'],
    ['/diagnose', PIW, 'diagnosis'],

    ['/dashboard', LOADING, 'wait for session'],
    ['/dashboard', { ...LOADING, unreachable: true }, 'service-unreachable'],
    ['/dashboard', SIGNED_OUT, '→ /auth'],
    ['/settings', SIGNED_OUT, '→ /auth (remember)'],
    ['/unknown', SIGNED_OUT, '→ /auth (remember)'],

    ['/dashboard', PIW, 'area alpha /dashboard'],
    ['/dashboard', INSTITUTION, 'area beta /dashboard'],
    ['/catalog/deep/er', PIW, 'area alpha /catalog'],
    ['/catalogue', PIW, '→ /dashboard (missed)'],
    ['/catalog', INSTITUTION, '→ /dashboard'],
    ['/settings', PIW, '→ /dashboard'],
    ['/settings/nope', INSTITUTION, 'area beta /settings'],
    ['/course/x', PIW, 'area gamma /course'],
    ['/payment-success', INSTITUTION, 'area gamma /payment-success'],
    ['/unknown', PIW, '→ /dashboard (missed)'],

    ['/book-seminars', INSTITUTION, '→ /course-bookings'],
    ['/reports', INSTITUTION, '→ /purchases'],
    ['/reports', SIGNED_OUT, '→ /auth (remember)'],

    ['/dashboard', withoutProfile('loading'), 'wait for profile'],
    ['/dashboard', withoutProfile('idle'), 'wait for profile'],
    ['/course/x', withoutProfile('loading'), 'wait for profile'],
    ['/dashboard', withoutProfile('failed'), 'profile-missing'],
    ['/settings', withoutProfile('missing'), 'profile-missing'],
    ['/course/x', withoutProfile('failed'), 'area gamma /course'],

    ['/dashboard', withoutProfile('blocked'), 'account-blocked'],
    ['/course/x', { ...PIW, profileStatus: 'blocked' }, 'account-blocked'],
    ['/auth', withoutProfile('blocked'), 'account-blocked'],
    ['/', withoutProfile('blocked'), 'account-blocked'],
    ['/diagnose', withoutProfile('blocked'), 'account-blocked'],
    ['/einladung', withoutProfile('blocked'), 'account-blocked'],
  ] as const)('%s', (path, session, expected) => {
    expect(said(decide(path, session))).toBe(expected);
  });

  it.each([
    ['/academy', PIW, '→ /dashboard'],
    ['/academy', INSTITUTION, '→ /dashboard'],
    ['/academy', SIGNED_OUT, '→ /auth (remember)'],
    ['/academy', withRights('staff:teaching'), '→ /dashboard'],
    ['/academy', withRights('staff:orders'), 'area delta /academy'],
    ['/academy/orders/7', withRights('staff:orders'), 'area delta /academy'],
    // A shorter prefix does not open what a longer one closes.
    ['/academy/people', withRights('staff:orders'), '→ /dashboard'],
    ['/academy/people/7', withRights('staff:people'), 'area delta /academy/people'],
    ['/academy', withRights('staff:orders:more', 'orders'), '→ /dashboard'],
    ['/academy', withoutProfile('loading'), 'wait for profile'],
    ['/academy', withoutProfile('failed'), 'profile-missing'],
  ] as const)('that ask for rights: %s', (path, session, expected) => {
    expect(said(decide(path, session))).toBe(expected);
  });

  it('keep query and hash when they have moved', () => {
    expect(said(decide('/reports', INSTITUTION, { rest: '?jahr=2026#summe' }))).toBe('→ /purchases?jahr=2026#summe');
  });
});

describe('the registry', () => {
  it('is waited for', () => {
    expect(said(decide('/dashboard', PIW, { registry: null }))).toBe('wait for registry');
  });

  it('may be missing, and the public pages go on', () => {
    expect(said(decide('/dashboard', PIW, { registry: 'missing' }))).toBe('registry-missing');
    expect(said(decide('/auth', SIGNED_OUT, { registry: 'missing' }))).toBe('page auth');
  });

  it.each([
    ['no area', { remotes: [] }],
    ['another role alone', { remotes: [remote('beta', [{ path: '/dashboard', roles: ['institution'] }])] }],
  ])('does not redirect in circles when the dashboard belongs to %s', (_name, registry) => {
    expect(said(decide('/dashboard', PIW, { registry }))).toBe('no-home');
    expect(said(decide('/elsewhere', PIW, { registry }))).toBe('→ /dashboard (missed)');
  });
});

describe('an invitation', () => {
  const TOKEN = 'a1'.repeat(32);
  const [link, page] = [`?ansicht=registrieren&einladung=${TOKEN}`, `/einladung?einladung=${TOKEN}`];

  it.each([
    // path, query, session, decision
    ['/auth', link, SIGNED_OUT, 'page auth'],
    ['/auth', link, PIW, `→ ${page}`],
    ['/auth', link, INSTITUTION, `→ ${page}`],
    ['/auth', `${link}#x`, PIW, `→ ${page}`],
    ['/auth', '?einladung=nope', PIW, 'after-sign-in'],
    ['/einladung', `?einladung=${TOKEN}`, LOADING, 'wait for session'],
    ['/einladung', `?einladung=${TOKEN}`, SIGNED_OUT, `→ /auth${link}`],
    ['/einladung', `?einladung=${TOKEN}&kontowechsel=1`, SIGNED_OUT, `→ /auth?einladung=${TOKEN}`],
    ['/einladung', '', SIGNED_OUT, '→ /auth?ansicht=registrieren&einladung='],
    ['/einladung', `?einladung=${TOKEN}`, PIW, 'area epsilon /einladung'],
    ['/einladung', '', PIW, 'area epsilon /einladung'],
    ['/einladung', `?einladung=${TOKEN}`, withoutProfile('failed'), 'area epsilon /einladung'],
    ['/dashboard', `?einladung=${TOKEN}`, PIW, 'area alpha /dashboard'],
  ] as const)('at %s%s', (path, rest, session, expected) => {
    expect(said(decide(path, session, { rest }))).toBe(expected);
  });

  it('comes first after the sign-in of an account that was registered through it', () => {
    for (const path of ['/', '/auth']) expect(said(decide(path, PIW, { invited: TOKEN }))).toBe(`→ ${page}`);
    expect(said(decide('/dashboard', PIW, { invited: TOKEN }))).toBe('area alpha /dashboard');
    expect(said(decide('/auth', SIGNED_OUT, { invited: TOKEN }))).toBe('page auth');
  });
});

describe('an invitation to act for an institution', () => {
  const TOKEN = 'b2'.repeat(32);
  const page = `/mitglied-werden?link=${TOKEN}`;

  it('has a page that all visitors may open, signed in or not', () => {
    const at = (session: GuardInput['session']) =>
      said(decide('/mitglied-werden', session, { rest: `?link=${TOKEN}` }));
    expect(at(SIGNED_OUT)).toBe('area epsilon /mitglied-werden (public)');
    expect(at(PIW)).toBe('area epsilon /mitglied-werden');
  });

  it('is come back to from the sign-in, and after the sign-in of an account that was registered through it', () => {
    expect(said(decide('/auth', SIGNED_OUT, { rest: `?mitglied=${TOKEN}` }))).toBe('page auth');
    expect(said(decide('/auth', PIW, { rest: `?mitglied=${TOKEN}` }))).toBe(`→ ${page}`);
    for (const path of ['/', '/auth']) expect(said(decide(path, PIW, { joining: TOKEN }))).toBe(`→ ${page}`);
    expect(said(decide('/dashboard', PIW, { joining: TOKEN }))).toBe('area alpha /dashboard');
    expect(said(decide('/auth', PIW, { rest: '?mitglied=nope' }))).toBe('after-sign-in');
  });
});

it('shows the gallery on a developer’s machine alone', () => {
  expect(said(decide('/_gallery', PIW, { environment: 'production' }))).toBe('→ /dashboard (missed)');
});

it.each(['/reports/%E2%80%AE%0A', '/payment-success/a%0D', '/course/%E2%80%A8', '/course/%E0%A4%A', '/settings/%00'])(
  'shows the not-found page at %s, which no router could match',
  (path) => {
    expect(decide(path, PIW)).toEqual({ kind: 'page', page: 'notFound' });
  },
);

describe('a public route', () => {
  const FACTOR: GuardInput['session'] = { ...SIGNED_OUT, status: 'factor-needed' };
  it.each([
    // path, session, decision
    ['/check', SIGNED_OUT, 'area epsilon /check (public)'],
    ['/check/NE-1', LOADING, 'area epsilon /check (public)'],
    ['/check', { ...LOADING, unreachable: true }, 'area epsilon /check (public)'],
    ['/check', FACTOR, 'area epsilon /check (public)'],
    ['/check', withoutProfile('blocked'), 'area epsilon /check (public)'],
    ['/check', PIW, 'area epsilon /check (public)'],
    ['/join', SIGNED_OUT, 'area epsilon /join (public)'],
    ['/join', FACTOR, 'area epsilon /join (public)'],
    ['/join', LOADING, 'wait for session'],
    ['/join', withoutProfile('blocked'), 'area epsilon /join (public)'],
    ['/join', PIW, 'area epsilon /join'],
  ] as const)('at %s', (path, session, expected) => {
    expect(said(decide(path, session))).toBe(expected);
  });

  it('waits for the registry, which the paths that lead to the sign-in do not', () => {
    expect(said(decide('/check', SIGNED_OUT, { registry: null }))).toBe('wait for registry');
    expect(said(decide('/check', FACTOR, { registry: null }))).toBe('wait for registry');
    expect(said(decide('/check', SIGNED_OUT, { registry: 'missing' }))).toBe('registry-missing');
    expect(said(decide('/check', FACTOR, { registry: 'missing' }))).toBe('factor');
    for (const path of ['/', '/dashboard']) {
      expect(said(decide(path, SIGNED_OUT, { registry: null }))).toBe('→ /auth');
      expect(said(decide(path, FACTOR, { registry: null }))).toBe('factor');
    }
  });

  it.each(['/', '/auth', '/dashboard', '/diagnose', '/reset-password', '/impressum', '/einladung'])(
    'never opens %s, whatever a registry says',
    (path) => {
      const registry = { remotes: [remote('thief', [{ path, access: 'public' }])] };
      for (const session of [SIGNED_OUT, LOADING, FACTOR])
        expect(decide(path, session, { registry }).kind).not.toBe('area');
    },
  );
});

describe('a session that has not given its second factor', () => {
  const session: GuardInput['session'] = { ...SIGNED_OUT, status: 'factor-needed' };
  const at = (pathname: string) =>
    decidePlace({ pathname, rest: '', session, registry: REGISTRY, environment: 'production' });

  it.each([
    '/',
    '/auth',
    '/dashboard',
    '/catalog',
    '/einladung',
    '/diagnose',
    '/reset-password',
    '/konto-loeschen',
    '/x',
  ])('must prove it at %s', (path) => expect(at(path)).toEqual({ kind: 'factor' }));
  it.each(['/impressum', '/bestaetigen'])('may read public pages at %s', (path) => expect(at(path).kind).toBe('page'));
});
