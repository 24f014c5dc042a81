/** @jest-environment ../../jest.browser.mjs */
import { profilePath, PROFILE_HEADERS } from '@nemus/start';
import { FakeService, NO_ROWS, PROFILE_ROW, sessionBody } from './testing/fake-service';
import {
  closeSessions,
  open,
  PROFILES,
  profileErrors,
  resetBrowser,
  store,
  TOKEN,
  withProfile,
} from './testing/open-session';

beforeEach(resetBrowser);
afterEach(closeSessions);

describe('profile', () => {
  const USER = sessionBody({
    user_metadata: {
      user_type: 'institution',
      first_name: 'Ida',
      last_name: 'Roth',
      institution_name: 'Praxis am Park',
    },
  });

  it('is read with exactly the request that the page makes early', async () => {
    store(USER);
    const service = new FakeService().on(PROFILES, { status: 200, body: PROFILE_ROW });
    await withProfile(open(service));
    const [read] = service.asked(PROFILES);
    expect(read?.path).toBe(`/rest/v1/${profilePath('u-1')}`);
    for (const [name, value] of Object.entries(PROFILE_HEADERS)) expect(read?.headers.get(name)).toBe(value);
    for (const name of ['prefer', 'range']) expect(read?.headers.get(name)).toBeNull();
  });

  it.each([
    ['the roles of staff', [{ role: 'teaching' }, { role: 'orders' }], ['staff:teaching', 'staff:orders']],
    ['no roles', [], []],
    ['nothing about roles', undefined, []],
  ])('has the rights that come with it: %s', async (_name, nemus_staff, rights) => {
    store(USER);
    const service = new FakeService().on(PROFILES, { status: 200, body: { ...PROFILE_ROW, nemus_staff } });
    expect(await withProfile(open(service))).toMatchObject({ profileStatus: 'ready', profile: { rights } });
    expect(service.asked(PROFILES)).toHaveLength(1);
  });

  it.each([
    ['an operator', { nemus_release_operators: { user_id: 'u-1' }, nemus_release_members: [] }, ['release:operator']],
    [
      'a member of two teams',
      { nemus_release_operators: null, nemus_release_members: [{ team: 'a' }, { team: 'b' }] },
      ['release:team'],
    ],
    ['neither', { nemus_release_operators: null, nemus_release_members: [] }, []],
  ])('has the rights about releases of %s', async (_name, rows, rights) => {
    store(USER);
    const service = new FakeService().on(PROFILES, { status: 200, body: { ...PROFILE_ROW, ...rows } });
    expect(await withProfile(open(service))).toMatchObject({ profileStatus: 'ready', profile: { rights } });
  });

  it('says which institution the account acts for, with its roles in that one only', async () => {
    store(USER);
    // The database shows the settings of that institution only.
    const nemus_members = [
      { institution_id: 'i-1', roles: ['administration'], chosen_at: '', nemus_institution_settings: null },
      {
        institution_id: 'i-2',
        roles: ['booking', 'reading'],
        chosen_at: '',
        nemus_institution_settings: { institution_name: 'Praxis am See' },
      },
    ];
    const service = new FakeService().on(PROFILES, {
      status: 200,
      body: { ...PROFILE_ROW, nemus_staff: [{ role: 'orders' }], nemus_members },
    });
    expect(await withProfile(open(service))).toMatchObject({
      profile: {
        institutionId: 'i-2',
        institutionName: 'Praxis am See',
        rights: ['staff:orders', 'member:booking', 'member:reading'],
      },
    });
  });

  it('says that the account acts for no institution when it is a member of none', async () => {
    store(USER);
    const service = new FakeService().on(PROFILES, { status: 200, body: { ...PROFILE_ROW, nemus_members: [] } });
    expect(await withProfile(open(service))).toMatchObject({ profile: { institutionId: null, rights: [] } });
  });

  const membership = (institution: string, name: string | null, ...roles: readonly string[]) => ({
    institution_id: institution,
    roles,
    chosen_at: '2026-11-23T10:00:00+00:00',
    nemus_institution_settings: name === null ? null : { institution_name: name },
  });

  it.each([
    ['administration holds all roles', [membership('i-1', 'Haus A', 'administration')], 'Haus A', 'i-1', 5],
    ['a member holds those that it was given', [membership('i-1', 'Haus A', 'booking', 'reading')], 'Haus A', 'i-1', 2],
    [
      'uses the institution that the database lets it see, out of several',
      [membership('i-1', null, 'administration'), membership('i-2', 'Haus B', 'billing')],
      'Haus B',
      'i-2',
      1,
    ],
    ['an institution without a name yet', [membership('u-1', ' ', 'administration')], 'Praxis am Park', 'u-1', 5],
    ['no membership', [], 'Praxis am Park', null, 0],
    ['an answer that says nothing of it', undefined, 'Praxis am Park', null, 0],
    ['one that it may not act for', [membership('i-1', null, 'administration')], 'Praxis am Park', null, 0],
  ])('knows for which institution the account acts: %s', async (_name, nemus_members, name, institutionId, count) => {
    store(USER);
    const body = { ...PROFILE_ROW, institution_name: 'Praxis am Park', nemus_members };
    const service = new FakeService().on(PROFILES, { status: 200, body });
    const snapshot = await withProfile(open(service));
    expect(snapshot).toMatchObject({ profile: { institutionName: name, institutionId } });
    expect(snapshot.profile?.rights.filter((right) => right.startsWith('member:'))).toHaveLength(count);
  });

  it.each([
    [true, ['only:confirming']],
    [false, []],
    [null, []],
    [undefined, []],
  ])('knows whether the account only confirms: %s', async (nemus_only_confirms, rights) => {
    store(USER);
    const service = new FakeService().on(PROFILES, { status: 200, body: { ...PROFILE_ROW, nemus_only_confirms } });
    expect(await withProfile(open(service))).toMatchObject({ profile: { rights } });
  });

  it('is created from the sign-up metadata when it is missing', async () => {
    store(USER);
    const service = new FakeService()
      .on(PROFILES, NO_ROWS)
      .on('POST /rest/v1/nemus_profiles', ({ body }) => ({ status: 201, body }));
    expect(await withProfile(open(service))).toMatchObject({
      profileStatus: 'ready',
      profile: { userType: 'institution', firstName: 'Ida', institutionName: 'Praxis am Park', rights: [] },
    });
    expect(service.asked('POST /rest/v1/nemus_profiles')[0]?.body).toEqual({
      user_id: 'u-1',
      user_type: 'institution',
      first_name: 'Ida',
      last_name: 'Roth',
      institution_name: 'Praxis am Park',
      email: 'mira@nemus.example',
    });
  });

  it.each([{}, { user_type: 'admin', first_name: 7, institution_name: '' }])(
    'falls back to the defaults for metadata %j',
    async (metadata) => {
      store(sessionBody({ user_metadata: metadata }));
      const service = new FakeService()
        .on(PROFILES, NO_ROWS)
        .on('POST /rest/v1/nemus_profiles', ({ body }) => ({ status: 201, body }));
      await withProfile(open(service));
      expect(service.asked('POST /rest/v1/nemus_profiles')[0]?.body).toEqual({
        user_id: 'u-1',
        user_type: 'piw',
        first_name: '',
        last_name: '',
        institution_name: null,
        email: 'mira@nemus.example',
      });
    },
  );

  it('uses the row that another tab has created', async () => {
    store(USER);
    let created = false;
    const service = new FakeService()
      .on(PROFILES, () => (created ? { status: 200, body: PROFILE_ROW } : NO_ROWS))
      .on('POST /rest/v1/nemus_profiles', () => {
        created = true;
        return { status: 409, body: { code: '23505', message: 'duplicate key value' } };
      });
    expect(await withProfile(open(service))).toMatchObject({ profileStatus: 'ready', profile: { firstName: 'Mira' } });
  });

  it('is missing when it cannot be created', async () => {
    store(USER);
    const service = new FakeService()
      .on(PROFILES, NO_ROWS)
      .on('POST /rest/v1/nemus_profiles', { status: 403, body: { code: '42501', message: 'no' } });
    expect(await withProfile(open(service))).toMatchObject({ profileStatus: 'missing', profile: null });
    expect(profileErrors).toHaveLength(1);
  });

  it('stays empty on other errors, and nothing is written', async () => {
    store(USER);
    const service = new FakeService().on(PROFILES, { status: 500, body: { code: 'XX000', message: 'boom' } });
    expect(await withProfile(open(service))).toMatchObject({
      status: 'signed-in',
      profileStatus: 'failed',
      profile: null,
    });
    expect(service.asked('POST /rest/v1/nemus_profiles')).toHaveLength(0);
  });

  it('can be loaded again, and keeps the old one when that fails', async () => {
    store(sessionBody());
    const service = new FakeService().on(PROFILES, { status: 200, body: PROFILE_ROW });
    const session = open(service);
    await withProfile(session);
    service.on(PROFILES, { status: 200, body: { ...PROFILE_ROW, first_name: 'Mirjam' } });
    await session.reloadProfile();
    expect(session.store.getState().profile?.firstName).toBe('Mirjam');
    service.on(PROFILES, { status: 403, body: { code: '42501', message: 'no' } });
    await session.reloadProfile();
    expect(session.store.getState()).toMatchObject({ profileStatus: 'ready', profile: { firstName: 'Mirjam' } });
  });

  describe('of an account that staff has blocked', () => {
    const REFUSED = {
      status: 403,
      body: { code: 'PT403', message: 'account_blocked', hint: 'account_blocked', details: null },
    };

    it.each([
      ['at the start', false],
      ['while it is open', true],
    ])('reports it: %s', async (_when, wasOpen) => {
      store(USER);
      const service = new FakeService().on(PROFILES, wasOpen ? { status: 200, body: PROFILE_ROW } : REFUSED);
      const session = open(service);
      await withProfile(session);
      service.on(PROFILES, REFUSED);
      if (wasOpen) await session.reloadProfile();
      expect(session.store.getState()).toMatchObject({ status: 'signed-in', profileStatus: 'blocked' });
      expect(profileErrors).toEqual([]);
      expect(service.asked('POST /rest/v1/nemus_profiles')).toEqual([]);
    });

    it('is read again once the account is let in', async () => {
      store(USER);
      const service = new FakeService()
        .on(PROFILES, REFUSED)
        .on(TOKEN, { status: 200, body: sessionBody({ user_metadata: {} }) });
      const session = open(service);
      await withProfile(session);
      service.on(PROFILES, { status: 200, body: PROFILE_ROW });
      await session.signIn('mira@nemus.example', 'geheim');
      expect(await withProfile(session)).toMatchObject({ profileStatus: 'ready', profile: { firstName: 'Mira' } });
    });
  });
});
