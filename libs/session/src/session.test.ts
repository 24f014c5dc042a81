/** @jest-environment ../../jest.browser.mjs */
import { readStoredSignIn, SessionError } from './index';
import { SESSION_KEY } from './auth-client';
import { FakeService, PROFILE_ROW, sessionBody } from './testing/fake-service';
import {
  closeSessions,
  known,
  open,
  PROFILES,
  resetBrowser,
  signedOut,
  store,
  TOKEN,
  withProfile,
} from './testing/open-session';

beforeEach(resetBrowser);
afterEach(closeSessions);

describe('start', () => {
  it('is signed out without a stored session', async () => {
    const session = open(new FakeService());
    expect(session.store.getState().status).toBe('loading');
    expect(await known(session)).toMatchObject({ status: 'signed-out', user: null, profile: null, unreachable: false });
  });

  it('takes up the stored session and reads the profile by user_id', async () => {
    store(sessionBody());
    const service = new FakeService().on(PROFILES, { status: 200, body: PROFILE_ROW });
    const state = await withProfile(open(service));
    expect(state).toMatchObject({
      status: 'signed-in',
      user: { id: 'u-1' },
      profile: { userType: 'piw', firstName: 'Mira' },
      profileStatus: 'ready',
    });
    const [request] = service.asked(PROFILES);
    expect(request?.path).toContain('user_id=eq.u-1');
    expect(request?.headers.get('authorization')).toBe('Bearer token-of-u-1');
    expect(request?.headers.get('apikey')).toBe('sb_publishable_test');
  });

  it('refreshes a session that has expired', async () => {
    store(sessionBody({}, -10));
    const service = new FakeService()
      .on(TOKEN, { status: 200, body: { ...sessionBody(), access_token: 'fresh' } })
      .on(PROFILES, { status: 200, body: PROFILE_ROW });
    const session = open(service);
    await withProfile(session);
    expect(await session.getAccessToken()).toBe('fresh');
    expect(service.asked(TOKEN)).toHaveLength(1);
  });

  it.each([
    // Three ticks of 30 s before expiry (S-10.10).
    [80, 1],
    [300, 0],
  ])('refreshes a session that ends in %i s: %i times', async (seconds, times) => {
    store(sessionBody({}, seconds));
    const service = new FakeService()
      .on(TOKEN, { status: 200, body: sessionBody() })
      .on(PROFILES, { status: 200, body: PROFILE_ROW });
    await withProfile(open(service));
    expect(service.asked(TOKEN)).toHaveLength(times);
  });

  it('keeps waiting when the session has expired and the service does not answer', async () => {
    store(sessionBody({}, -10));
    const session = open(new FakeService().on(TOKEN, { status: 503, body: { message: 'down' } }));
    expect(await known(session)).toMatchObject({ status: 'loading', unreachable: true });
  });

  it('refreshes once by a clock that is two hours fast', async () => {
    store(sessionBody({}, -10));
    const slow = {
      ...sessionBody({}, 3_600),
      expires_at: Math.floor(Date.now() / 1_000) - 3_600,
      access_token: 'fresh',
    };
    const service = new FakeService()
      .on(TOKEN, { status: 200, body: slow })
      .on(PROFILES, { status: 200, body: PROFILE_ROW });
    const session = open(service);
    await withProfile(session);
    for (let n = 0; n < 5; n += 1) expect(await session.getAccessToken()).toBe('fresh');
    expect(service.asked(TOKEN)).toHaveLength(1);
  });

  it('keeps an expired session when the service has too much to do, and asks it once', async () => {
    store(sessionBody({}, -10));
    const busy = { code: 'over_request_rate_limit', message: 'Too many requests' };
    const service = new FakeService().on(TOKEN, { status: 429, body: busy });
    expect(await known(open(service))).toMatchObject({ status: 'loading', unreachable: true });
    expect(localStorage.getItem(SESSION_KEY)).not.toBeNull();
    expect(service.asked(TOKEN)).toHaveLength(1);
  });

  it('signs out when the refresh token is refused', async () => {
    store(sessionBody({}, -10));
    const refused = { code: 'refresh_token_not_found', message: 'Invalid Refresh Token' };
    const session = open(new FakeService().on(TOKEN, { status: 400, body: refused }));
    expect(await known(session)).toMatchObject({ status: 'signed-out' });
    expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  });

  it('keeps the account of a page that was opened without a connection, and its input, when it is refused later', async () => {
    store(sessionBody({}, -10));
    const refused = { code: 'refresh_token_not_found', message: 'Invalid Refresh Token' };
    const session = open(new FakeService().on(TOKEN, { status: 400, body: refused }));
    session.store.setState({ status: 'signed-in', ...readStoredSignIn() });
    const states: string[] = [];
    await new Promise<void>((resolve) => {
      session.store.subscribe(({ status, ended }) => {
        states.push(`${status}${ended ? ', ended' : ''}`);
        // The client reports the end, and then that there is no session.
        if (states.length === 2) resolve();
      });
    });
    expect(states).toEqual(['signed-in, ended', 'signed-in, ended']);
    expect(session.store.getState()).toMatchObject({ user: { id: 'u-1' } });
  });
});

describe('requests', () => {
  it('signs in', async () => {
    const service = new FakeService()
      .on(TOKEN, { status: 200, body: sessionBody() })
      .on(PROFILES, { status: 200, body: PROFILE_ROW });
    const session = open(service);
    await session.signIn('mira@nemus.example', 'geheim');
    expect(session.store.getState().status).toBe('signed-in');
    expect(service.asked(TOKEN)[0]).toMatchObject({
      path: '/auth/v1/token?grant_type=password',
      body: { email: 'mira@nemus.example', password: 'geheim' },
    });
    await withProfile(session);
  });

  it('reports the token before the sign-in itself, but not a stored one', async () => {
    const service = new FakeService()
      .on(TOKEN, { status: 200, body: sessionBody() })
      .on(PROFILES, { status: 200, body: PROFILE_ROW });
    const statuses: string[] = [];
    const session = open(service, () => statuses.push(session.store.getState().status));
    await session.signIn('mira@nemus.example', 'geheim');
    await withProfile(session);
    const again = jest.fn();
    await withProfile(open(service, again));
    expect(statuses).toEqual(['signed-out']);
    expect(again).not.toHaveBeenCalled();
  });

  it('passes on the server message', async () => {
    const answer = { code: 'invalid_credentials', message: 'Invalid login credentials' };
    const session = open(new FakeService().on(TOKEN, { status: 400, body: answer }));
    await expect(session.signIn('a@b.de', 'x')).rejects.toMatchObject({
      name: 'SessionError',
      code: 'invalid_credentials',
      status: 400,
      serverMessage: 'Invalid login credentials',
    });
  });

  it('has no server message when no answer came', async () => {
    const session = open(new FakeService().on(TOKEN, null));
    const error: unknown = await session.signIn('a@b.de', 'x').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SessionError);
    expect(error).toMatchObject({ code: 'network', status: 0, serverMessage: null });
  });

  it('takes the answer of a gateway for none', async () => {
    const session = open(new FakeService().on(TOKEN, { status: 503, body: 'Service Unavailable' }));
    await expect(session.signIn('a@b.de', 'x')).rejects.toMatchObject({ code: 'network', serverMessage: null });
  });

  it('gives up on a silent service', async () => {
    jest.useFakeTimers();
    const silent: typeof fetch = (_input, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      });
    const session = open({ url: 'http://backend.test', fetch: silent });
    const failure = session.signIn('a@b.de', 'x').catch((reason: unknown) => reason);
    await jest.advanceTimersByTimeAsync(15_000);
    expect(await failure).toMatchObject({ code: 'network' });
    jest.useRealTimers();
  });

  it('signs up with metadata, back to the site root', async () => {
    const service = new FakeService().on('POST /auth/v1/signup', { status: 200, body: sessionBody().user });
    await open(service).signUp({
      email: 'ida@nemus.example',
      password: 'geheim1',
      userType: 'institution',
      firstName: 'Ida',
      lastName: 'Roth',
      institutionName: 'Praxis am Park',
    });
    expect(service.asked('POST /auth/v1/signup')[0]).toMatchObject({
      path: '/auth/v1/signup?redirect_to=http%3A%2F%2Flocalhost%2F',
      body: {
        email: 'ida@nemus.example',
        data: { user_type: 'institution', first_name: 'Ida', last_name: 'Roth', institution_name: 'Praxis am Park' },
      },
    });
  });

  it('requests a reset link to /reset-password', async () => {
    const service = new FakeService().on('POST /auth/v1/recover', { status: 200, body: {} });
    await open(service).sendReset('mira@nemus.example');
    expect(service.asked('POST /auth/v1/recover')[0]?.path).toContain(
      'redirect_to=http%3A%2F%2Flocalhost%2Freset-password',
    );
  });

  it.each([
    ['with the current one, which a sign-in proves first', 'geheim', ['POST', 'PUT', 'POST']],
    ['without it after a mail’s link', null, ['PUT', 'POST']],
  ])('changes the password %s, and ends the other sessions', async (_case, current, methods) => {
    store(sessionBody());
    const service = new FakeService()
      .on(PROFILES, { status: 200, body: PROFILE_ROW })
      .on(TOKEN, { status: 200, body: sessionBody() })
      .on('PUT /auth/v1/user', { status: 200, body: sessionBody().user });
    // Production code does not wait for the end of the other sessions; the test does.
    const ended = new Promise<void>((resolve) =>
      service.on('POST /auth/v1/logout', () => {
        resolve();
        return { status: 204, body: null };
      }),
    );
    const session = open(service);
    await withProfile(session);
    const before = service.requests.length;
    await session.updatePassword('neues-passwort', current);
    await ended;
    const asked = service.requests.slice(before);
    expect(asked.map(({ method }) => method)).toEqual(methods);
    expect(asked.at(-1)?.path).toBe('/auth/v1/logout?scope=others');
    expect(service.asked('PUT /auth/v1/user')[0]?.body).toEqual(
      expect.objectContaining({ password: 'neues-passwort', ...(current !== null && { current_password: current }) }),
    );
    expect(session.store.getState()).toMatchObject({ status: 'signed-in', ended: false });
  });

  it.each([
    [200, '', 'sent'],
    [422, 'email_exists', 'sent'],
    [400, 'email_address_invalid', 'invalid'],
    [429, 'over_email_send_rate_limit', 'later'],
  ])(
    'requests another address; an answer %s "%s" is "%s", and reveals no other account',
    async (status, code, said) => {
      store(sessionBody());
      const body = status === 200 ? sessionBody().user : { code, error_code: code, msg: code };
      const service = new FakeService()
        .on(PROFILES, { status: 200, body: PROFILE_ROW })
        .on('PUT /auth/v1/user', { status, body });
      const session = open(service);
      await withProfile(session);
      await expect(session.changeEmail('neu@praxis.example')).resolves.toBe(said);
      expect(service.asked('PUT /auth/v1/user')[0]?.body).toMatchObject({ email: 'neu@praxis.example' });
    },
  );

  it('does not touch the password when the current one is wrong', async () => {
    store(sessionBody());
    const service = new FakeService()
      .on(PROFILES, { status: 200, body: PROFILE_ROW })
      .on(TOKEN, { status: 400, body: { code: 'invalid_credentials', message: 'Invalid login credentials' } });
    const session = open(service);
    await withProfile(session);
    await expect(session.updatePassword('neu', 'falsch')).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(service.asked('PUT /auth/v1/user')).toEqual([]);
    expect(session.store.getState()).toMatchObject({ status: 'signed-in', ended: false });
  });

  it('proves the password in a new session, and ends the earlier one of this browser', async () => {
    store(sessionBody());
    const service = new FakeService()
      .on(PROFILES, { status: 200, body: PROFILE_ROW })
      .on(TOKEN, { status: 200, body: sessionBody() })
      .on('POST /auth/v1/logout', { status: 204, body: null });
    const session = open(service);
    await withProfile(session);
    await session.provePassword('geheim');
    expect(service.asked(TOKEN)[0]?.body).toMatchObject({ password: 'geheim' });
    expect(service.asked('POST /auth/v1/logout')).toHaveLength(1);
    expect(session.store.getState()).toMatchObject({ status: 'signed-in', ended: false });
  });

  it('signs out at once, also when the server does not answer', async () => {
    store(sessionBody());
    const service = new FakeService().on(PROFILES, { status: 200, body: PROFILE_ROW }).on('POST /auth/v1/logout', null);
    const session = open(service);
    await withProfile(session);
    await session.signOut();
    expect(session.store.getState()).toMatchObject({ status: 'signed-out', user: null, profile: null });
    expect(localStorage.getItem(SESSION_KEY)).toBeNull();
    await expect(session.getAccessToken()).rejects.toMatchObject({ code: 'session_ended' });
  });

  it('keeps an account that signed in before the server answered the sign-out', async () => {
    store(sessionBody());
    let answer: (given: { status: number; body: null }) => void = () => undefined;
    const service = new FakeService()
      .on(PROFILES, { status: 200, body: PROFILE_ROW })
      .on(TOKEN, { status: 200, body: sessionBody({ id: 'u-2', email: 'ida@nemus.example' }) })
      .on('POST /auth/v1/logout', () => new Promise((resolve) => (answer = resolve)));
    const session = open(service);
    await withProfile(session);
    const leaving = session.signOut();
    await signedOut(session);
    await session.signIn('ida@nemus.example', 'geheim');
    answer({ status: 204, body: null });
    await leaving;
    expect(session.store.getState()).toMatchObject({ status: 'signed-in', user: { id: 'u-2' } });
  });
});

describe('a token that the service refuses although it looks valid', () => {
  it('is replaced by one fresh token for all requests that were refused', async () => {
    store(sessionBody());
    const service = new FakeService().on(PROFILES, { status: 200, body: PROFILE_ROW });
    const session = open(service);
    await withProfile(session);
    const refused = await session.getAccessToken();
    service.on(TOKEN, { status: 200, body: { ...sessionBody(), access_token: 'fresh' } });
    expect(await Promise.all([session.getAccessToken(refused), session.getAccessToken(refused)])).toEqual([
      'fresh',
      'fresh',
    ]);
    expect(service.asked(TOKEN)).toHaveLength(1);
    expect(await session.getAccessToken(refused)).toBe('fresh');
  });

  it.each([
    ['ends the session when no other is to be had', 400, true],
    ['ends the session that the service calls forbidden', 403, true],
    ['keeps the session when the service waited too long', 408, false],
    ['keeps the session when the service has too much to do', 429, false],
  ])('%s', async (_case, status, ended) => {
    store(sessionBody());
    const service = new FakeService()
      .on(PROFILES, { status: 200, body: PROFILE_ROW })
      .on(TOKEN, { status, body: { code: 'refresh_token_not_found', message: 'Invalid Refresh Token' } })
      .on('POST /auth/v1/logout', { status: 204, body: null });
    const session = open(service);
    await withProfile(session);
    const refused = await session.getAccessToken();
    await expect(session.getAccessToken(refused)).rejects.toBeInstanceOf(SessionError);
    expect(session.store.getState()).toMatchObject({ status: 'signed-in', ended, profile: { firstName: 'Mira' } });
    // Only this browser's session ends; the account's other devices keep theirs.
    const ends = service.asked('POST /auth/v1/logout').map(({ path }) => path);
    expect(ends).toEqual(ended ? ['/auth/v1/logout?scope=local'] : []);
  });

  it('is replaced soon after the service is back, and not requested with every request before', async () => {
    store(sessionBody());
    const service = new FakeService()
      .on(PROFILES, { status: 200, body: PROFILE_ROW })
      .on(TOKEN, { status: 429, body: { code: 'over_request_rate_limit', message: 'Too many requests' } });
    const session = open(service);
    await withProfile(session);
    const refused = await session.getAccessToken();
    const start = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(start);
    await expect(session.getAccessToken(refused)).rejects.toBeInstanceOf(SessionError);
    await expect(session.getAccessToken(refused)).rejects.toBeInstanceOf(SessionError);
    expect(service.asked(TOKEN)).toHaveLength(1);
    service.on(TOKEN, { status: 200, body: { ...sessionBody(), access_token: 'fresh' } });
    clock.mockReturnValue(start + 3_000);
    expect(await session.getAccessToken(refused)).toBe('fresh');
  });
});

describe('a storage', () => {
  it.each(['', 'null', '{}', '[]', '{"access_token":1}', '<b>'])('with %j has no session', async (value) => {
    localStorage.setItem(SESSION_KEY, value);
    const session = open(new FakeService());
    expect(await known(session)).toMatchObject({ status: 'signed-out', unreachable: false });
  });

  it('that takes nothing does not keep users from signing in', async () => {
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    const service = new FakeService()
      .on(TOKEN, { status: 200, body: sessionBody() })
      .on(PROFILES, { status: 200, body: PROFILE_ROW })
      .on('POST /auth/v1/logout', { status: 204, body: null });
    const session = open(service);
    await session.signIn('mira@nemus.example', 'geheim');
    expect(session.store.getState()).toMatchObject({ status: 'signed-in', ended: false });
    await expect(session.getAccessToken()).resolves.toEqual(expect.any(String));
    await session.signOut();
    expect(session.store.getState().status).toBe('signed-out');
    full.mockRestore();
  });
});

describe('a session that ends while the page is open', () => {
  it('keeps account and profile until the account signs in again', async () => {
    store(sessionBody());
    const refused = { code: 'refresh_token_not_found', message: 'Invalid Refresh Token' };
    const service = new FakeService()
      .on(PROFILES, { status: 200, body: PROFILE_ROW })
      .on(TOKEN, { status: 400, body: refused });
    const session = open(service);
    await withProfile(session);
    store(sessionBody({}, -10));
    await expect(session.getAccessToken()).rejects.toBeInstanceOf(SessionError);
    expect(session.store.getState()).toMatchObject({
      status: 'signed-in',
      ended: true,
      profile: { firstName: 'Mira' },
    });

    service.on(TOKEN, { status: 200, body: sessionBody() });
    await session.signIn('mira@nemus.example', 'geheim');
    expect(session.store.getState()).toMatchObject({ status: 'signed-in', ended: false });
  });
});
