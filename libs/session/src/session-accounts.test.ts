/** @jest-environment ../../jest.browser.mjs */
import { setImmediate } from 'node:timers';
import { FakeService, PROFILE_ROW, sessionBody, type FakeAnswer } from './testing/fake-service';
import { closeSessions, known, open, PROFILES, resetBrowser, store, TOKEN, withProfile } from './testing/open-session';

beforeEach(resetBrowser);
afterEach(closeSessions);

/** Runs everything that does not wait for anything external. */
const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

const IDA = { id: 'u-2', email: 'ida@nemus.example' };
const INVITATION = {
  institution_name: 'Praxis am Park',
  first_name: 'Mira',
  last_name: 'Sander',
  email: 'mira@nemus.example',
  acceptance: 'possible',
};

describe('an account that signs in over another', () => {
  /** Both accounts have requested their profiles, the first one first, and wait. */
  async function takeOver() {
    store(sessionBody());
    const slow: ((answer: FakeAnswer) => void)[] = [];
    const service = new FakeService()
      .on(PROFILES, () => new Promise((resolve) => slow.push(resolve)))
      .on(TOKEN, { status: 200, body: sessionBody(IDA) });
    const session = open(service);
    await known(session);
    await session.signIn(IDA.email, 'geheim');
    return { session, slow };
  }

  it('takes over at once, and the profile of the one before never shows under its name', async () => {
    const { session, slow } = await takeOver();
    expect(session.store.getState()).toMatchObject({ user: { id: 'u-2' }, profile: null, profileStatus: 'loading' });
    await session.getAccessToken();
    // The answer for the first account comes last.
    const [first, second] = slow;
    second?.({ status: 200, body: { ...PROFILE_ROW, user_id: 'u-2', first_name: 'Ida' } });
    expect(await withProfile(session)).toMatchObject({ profile: { firstName: 'Ida' }, profileStatus: 'ready' });
    first?.({ status: 200, body: PROFILE_ROW });
    await settle();
    expect(session.store.getState()).toMatchObject({ user: { id: 'u-2' }, profile: { firstName: 'Ida' } });
  });

  it('is not troubled by a profile that could not be read for the one before', async () => {
    const { session, slow } = await takeOver();
    slow[0]?.({ status: 403, body: { message: 'no' } });
    await settle();
    expect(session.store.getState()).toMatchObject({ user: { id: 'u-2' }, profileStatus: 'loading' });
    slow[1]?.({ status: 200, body: { ...PROFILE_ROW, user_id: 'u-2', first_name: 'Ida' } });
    expect(await withProfile(session)).toMatchObject({ profile: { firstName: 'Ida' } });
  });

  it.each([
    ['keeps the account as it is known', {}, true],
    ['takes over another address', { email: 'mirjam@nemus.example' }, false],
    ['takes over other metadata', { user_metadata: { theme: 'dark' } }, false],
  ])('again: %s', async (_what, changes, isSame) => {
    store(sessionBody());
    const service = new FakeService()
      .on(PROFILES, { status: 200, body: PROFILE_ROW })
      .on(TOKEN, { status: 200, body: sessionBody(changes) });
    const session = open(service);
    const { user, profile } = await withProfile(session);
    await session.signIn('mira@nemus.example', 'geheim');
    // Components that depend on the account render again for a new object.
    expect(session.store.getState().user === user).toBe(isSame);
    expect(session.store.getState().profile).toBe(profile);
    expect(service.asked(PROFILES)).toHaveLength(1);
  });
});

describe('requests', () => {
  it('carry the key of the backend, and prove the password with the account’s own address', async () => {
    store(sessionBody());
    const service = new FakeService()
      .on(PROFILES, { status: 200, body: PROFILE_ROW })
      .on(TOKEN, { status: 200, body: sessionBody() })
      .on('PUT /auth/v1/user', { status: 200, body: sessionBody().user })
      .on('POST /auth/v1/logout', { status: 204, body: null });
    const session = open(service);
    await withProfile(session);
    await session.updatePassword('neu-und-lang', 'alt');
    const [proof] = service.asked(TOKEN);
    expect(proof?.body).toMatchObject({ email: 'mira@nemus.example', password: 'alt' });
    expect(proof?.headers.get('apikey')).toBe('sb_publishable_test');
  });

  it('for a profile are made for accounts alone', async () => {
    const service = new FakeService();
    const session = open(service);
    await known(session);
    await session.reloadProfile();
    expect(service.requests).toEqual([]);
  });
});

describe('an invitation', () => {
  const FIND = 'POST /rest/v1/rpc/nemus_invitation';
  const answered = (body: object | null) =>
    new FakeService().on(PROFILES, { status: 200, body: PROFILE_ROW }).on(FIND, { status: 200, body });

  it('is read without a session, and for the account when there is one', async () => {
    const service = answered(INVITATION);
    const session = open(service);
    await known(session);
    const found = { institutionName: 'Praxis am Park', firstName: 'Mira', lastName: 'Sander', email: INVITATION.email };
    expect(await session.findInvitation('a1')).toEqual({ ...found, acceptance: 'possible' });
    expect(service.asked(FIND)[0]?.body).toEqual({ p_token: 'a1' });
    expect(service.asked(FIND)[0]?.headers.get('authorization')).toBe('Bearer sb_publishable_test');
    await session.dispose();

    store(sessionBody());
    const other = open(service);
    await withProfile(other);
    await other.findInvitation('a1');
    expect(service.asked(FIND)[1]?.headers.get('authorization')).toBe('Bearer token-of-u-1');
  });

  it('is null when it leads nowhere, and an institution without a name is called one', async () => {
    const nowhere = open(answered(null));
    await known(nowhere);
    expect(await nowhere.findInvitation('a1')).toBeNull();
    const nameless = open(answered({ ...INVITATION, institution_name: null }));
    await known(nameless);
    expect(await nameless.findInvitation('a1')).toMatchObject({ institutionName: 'Eine Weiterbildungsstätte' });
  });
});
