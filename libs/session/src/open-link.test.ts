/** @jest-environment ../../jest.browser.mjs */
import { SESSION_KEY } from './auth-client';
import type { MailLink } from './mail-link';
import { FakeService, PROFILE_ROW, sessionBody, type FakeAnswer } from './testing/fake-service';
import { closeSessions, known, open, PROFILES, resetBrowser, store, withProfile } from './testing/open-session';

beforeEach(resetBrowser);
afterEach(closeSessions);

const VERIFY = 'POST /auth/v1/verify';
const OTHER = { id: 'u-2', email: 'ida@nemus.example' };
const link = (type: MailLink['type'] = 'signup'): MailLink => ({ type, tokenHash: 'a1'.repeat(32) });

function service(answer: FakeAnswer = { status: 200, body: sessionBody() }) {
  return new FakeService()
    .on(VERIFY, answer)
    .on(PROFILES, { status: 200, body: PROFILE_ROW })
    .on('POST /auth/v1/logout', { status: 204, body: null });
}

const storedUser = () => /"id":"(u-\d)"/.exec(localStorage.getItem(SESSION_KEY) ?? '')?.[1];

describe('tokens in an address', () => {
  it.each(['/', '/auth', '/reset-password', '/bestaetigen', '/dashboard'])(
    'start no session and replace none at %s',
    async (path) => {
      store(sessionBody(OTHER));
      history.replaceState(null, '', `${path}#access_token=t&refresh_token=r&expires_in=3600&type=recovery`);
      const backend = service();
      const session = open(backend);
      expect(location.href).toBe(`http://localhost${path}`);
      expect(await withProfile(session)).toMatchObject({ user: { id: 'u-2' }, recovery: false });
      expect(backend.requests.every(({ path: asked }) => asked.startsWith('/rest/'))).toBe(true);
    },
  );
});

describe('a link from a mail', () => {
  it('does nothing before the user confirms', async () => {
    history.replaceState(null, '', `/bestaetigen?token_hash=${'a1'.repeat(32)}&type=signup`);
    const backend = service();
    expect((await known(open(backend))).status).toBe('signed-out');
    expect(backend.requests).toEqual([]);
  });

  it('signs in, in a browser that knows nothing of the sign-up', async () => {
    const backend = service();
    const session = open(backend);
    await known(session);
    await expect(session.openLink(link(), null)).resolves.toMatchObject({ kind: 'signed-in', user: { id: 'u-1' } });
    expect(backend.asked(VERIFY)[0]?.body).toMatchObject({ type: 'signup', token_hash: 'a1'.repeat(32) });
    expect(await withProfile(session)).toMatchObject({ status: 'signed-in', recovery: false });
  });

  it('opens the recovery, which ends with the new password', async () => {
    const backend = service().on('PUT /auth/v1/user', { status: 200, body: sessionBody().user });
    const session = open(backend);
    await known(session);
    await session.openLink(link('recovery'), null);
    expect(session.store.getState()).toMatchObject({ status: 'signed-in', recovery: true });
    await session.updatePassword('neues-passwort', null);
    expect(session.store.getState().recovery).toBe(false);
  });

  it('reports that the other mailbox must confirm too', async () => {
    const session = open(service({ status: 200, body: { code: '200', msg: 'Confirmation link accepted.' } }));
    await known(session);
    await expect(session.openLink(link('email_change'), null)).resolves.toEqual({ kind: 'half' });
    expect(session.store.getState().status).toBe('signed-out');
  });

  it.each([
    ['is refused', { status: 403, body: { error_code: 'otp_expired', msg: 'expired' } }, 'otp_expired'],
    ['is not answered', null, 'network'],
    ['is answered in another shape', { status: 200, body: { id: 'u-1' } }, 'network'],
  ] as const)('that %s leaves everything as it is', async (_case, answer, code) => {
    store(sessionBody(OTHER));
    const session = open(service(answer));
    await withProfile(session);
    await expect(session.openLink(link(), 'u-2')).rejects.toMatchObject({ name: 'SessionError', code });
    expect(session.store.getState()).toMatchObject({ status: 'signed-in', user: { id: 'u-2' } });
    expect(storedUser()).toBe('u-2');
  });
});

describe('a session that runs', () => {
  it('is replaced when its reader agreed, and ends at the service', async () => {
    store(sessionBody(OTHER));
    const backend = service();
    const session = open(backend);
    await withProfile(session);
    await session.openLink(link(), 'u-2');
    expect(session.store.getState()).toMatchObject({ status: 'signed-in', user: { id: 'u-1' } });
    expect(storedUser()).toBe('u-1');
    const [end] = backend.asked('POST /auth/v1/logout');
    expect(end?.path).toBe('/auth/v1/logout?scope=local');
    expect(end?.headers.get('authorization')).toBe('Bearer token-of-u-2');
  });

  it.each([null, 'u-3'])('is not replaced when the user was asked about %s', async (leaving) => {
    store(sessionBody(OTHER));
    const backend = service();
    const session = open(backend);
    await withProfile(session);
    await expect(session.openLink(link(), leaving)).rejects.toMatchObject({ code: 'other_account' });
    expect(backend.asked(VERIFY)).toEqual([]);
    expect(storedUser()).toBe('u-2');
  });

  it('is not replaced when another tab has begun it unheard', async () => {
    const backend = service();
    const session = open(backend);
    await known(session);
    store(sessionBody(OTHER));
    await expect(session.openLink(link(), null)).rejects.toMatchObject({ code: 'other_account' });
    expect(backend.asked(VERIFY)).toEqual([]);
  });
});
