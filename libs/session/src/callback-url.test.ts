/** @jest-environment ../../jest.browser.mjs */
import { FakeService, PROFILE_ROW, sessionBody } from './testing/fake-service';
import { closeSessions, known, open, PROFILES, resetBrowser, withProfile } from './testing/open-session';

beforeEach(resetBrowser);
afterEach(closeSessions);

describe('links from e-mails', () => {
  const hash = (type: string) =>
    `#access_token=token-of-u-1&refresh_token=r&expires_in=3600&token_type=bearer&type=${type}`;

  it('opens the recovery and takes the tokens out of the address', async () => {
    history.replaceState(null, '', `/reset-password${hash('recovery')}`);
    const service = new FakeService()
      .on('GET /auth/v1/user', { status: 200, body: sessionBody().user })
      .on(PROFILES, { status: 200, body: PROFILE_ROW });
    const session = open(service);
    expect(location.href).toBe('http://localhost/reset-password');
    expect(await withProfile(session)).toMatchObject({ status: 'signed-in', recovery: true });
  });

  it('ends the recovery when the new password is set', async () => {
    history.replaceState(null, '', `/reset-password${hash('recovery')}`);
    const service = new FakeService()
      .on('GET /auth/v1/user', { status: 200, body: sessionBody().user })
      .on('PUT /auth/v1/user', { status: 200, body: sessionBody().user })
      .on(PROFILES, { status: 200, body: PROFILE_ROW });
    const session = open(service);
    await withProfile(session);
    await session.updatePassword('neues-passwort');
    expect(session.store.getState().recovery).toBe(false);
    expect(service.asked('PUT /auth/v1/user')[0]?.body).toMatchObject({ password: 'neues-passwort' });
  });

  it('signs in after the confirmation of an address', async () => {
    history.replaceState(null, '', `/${hash('signup')}`);
    const service = new FakeService()
      .on('GET /auth/v1/user', { status: 200, body: sessionBody().user })
      .on(PROFILES, { status: 200, body: PROFILE_ROW });
    expect(await withProfile(open(service))).toMatchObject({ status: 'signed-in', recovery: false, linkError: null });
  });

  it('says why a link did not work', async () => {
    history.replaceState(null, '', '/#error=access_denied&error_code=otp_expired&error_description=expired');
    const session = open(new FakeService());
    expect(await known(session)).toMatchObject({ status: 'signed-out', recovery: false, linkError: 'otp_expired' });
    expect(location.href).toBe('http://localhost/');
  });

  it('does not believe a token that the service refuses', async () => {
    history.replaceState(null, '', `/reset-password${hash('recovery')}`);
    const service = new FakeService().on('GET /auth/v1/user', {
      status: 403,
      body: { code: 'bad_jwt', message: 'bad' },
    });
    expect(await known(open(service))).toMatchObject({
      status: 'signed-out',
      recovery: false,
      linkError: 'link_rejected',
    });
  });
});
