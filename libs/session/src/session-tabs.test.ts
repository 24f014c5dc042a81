/** @jest-environment ../../jest.browser.mjs */
import { waitFor } from '@testing-library/dom';
import { SESSION_KEY } from './auth-client';
import { FakeService, PROFILE_ROW, sessionBody } from './testing/fake-service';
import { closeSessions, open, PROFILES, resetBrowser, store, withProfile } from './testing/open-session';

beforeEach(resetBrowser);
afterEach(closeSessions);

/** The browser's event about another tab's change of the stored session. */
const tell = (newValue: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, newValue, storageArea: localStorage }));

describe('other tabs', () => {
  it('signs out when another tab has signed out', async () => {
    store(sessionBody());
    const session = open(new FakeService().on(PROFILES, { status: 200, body: PROFILE_ROW }));
    await withProfile(session);
    localStorage.setItem('nemus-signed-out', '1');
    localStorage.removeItem(SESSION_KEY);
    tell(null);
    expect(session.store.getState().status).toBe('signed-out');
  });

  it('notices a sign-out that it slept through', async () => {
    store(sessionBody());
    const session = open(new FakeService().on(PROFILES, { status: 200, body: PROFILE_ROW }));
    await withProfile(session);
    localStorage.setItem('nemus-signed-out', '1');
    localStorage.removeItem(SESSION_KEY);
    window.dispatchEvent(new Event('pageshow'));
    expect(session.store.getState().status).toBe('signed-out');
  });

  it('signs out with another tab whose sign-in it hears of only then', async () => {
    let hear: ((event: { data: object }) => Promise<void>) | undefined;
    class Channel {
      addEventListener(_type: 'message', listener: typeof hear) {
        hear = listener;
      }
      close() {}
    }
    Object.assign(globalThis, { BroadcastChannel: Channel });
    store(sessionBody());
    const session = open(new FakeService().on(PROFILES, { status: 200, body: PROFILE_ROW }));
    await withProfile(session);
    session.prepareClient();
    await waitFor(() => expect(hear).toBeDefined());
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
    localStorage.setItem('nemus-signed-out', '1');
    // The other tab's storage is a separate process: this one still sees the session.
    await hear?.({ data: { event: 'SIGNED_IN', session: sessionBody() } });
    localStorage.removeItem(SESSION_KEY);
    tell(null);
    expect(session.store.getState()).toMatchObject({ status: 'signed-out', ended: false });
  });

  it('keeps account and profile when the session expired there', async () => {
    store(sessionBody());
    const session = open(new FakeService().on(PROFILES, { status: 200, body: PROFILE_ROW }));
    await withProfile(session);
    localStorage.removeItem(SESSION_KEY);
    tell(null);
    expect(session.store.getState()).toMatchObject({ status: 'signed-in', ended: true, user: { id: 'u-1' } });
    await session.signOut();
    expect(session.store.getState()).toMatchObject({ status: 'signed-out', ended: false, user: null });
  });

  it('continues when the account has signed in again there', async () => {
    store(sessionBody());
    const session = open(new FakeService().on(PROFILES, { status: 200, body: PROFILE_ROW }));
    await withProfile(session);
    localStorage.removeItem(SESSION_KEY);
    tell(null);
    expect(session.store.getState().ended).toBe(true);
    store(sessionBody());
    const resumed = new Promise<void>((resolve) =>
      session.store.subscribe(({ ended }) => {
        if (!ended) resolve();
      }),
    );
    tell(localStorage.getItem(SESSION_KEY));
    await resumed;
    expect(session.store.getState()).toMatchObject({ status: 'signed-in', profile: { firstName: 'Mira' } });
  });

  it('does not mind other keys', async () => {
    store(sessionBody());
    const session = open(new FakeService().on(PROFILES, { status: 200, body: PROFILE_ROW }));
    await withProfile(session);
    window.dispatchEvent(new StorageEvent('storage', { key: 'other', newValue: null, storageArea: localStorage }));
    expect(session.store.getState().status).toBe('signed-in');
  });

  it('signs out when another tab has cleared everything', async () => {
    store(sessionBody());
    const session = open(new FakeService().on(PROFILES, { status: 200, body: PROFILE_ROW }));
    await withProfile(session);
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null, newValue: null, storageArea: localStorage }));
    expect(session.store.getState()).toMatchObject({ status: 'signed-in', ended: true });
  });

  it('is not taken over by another account that signs in there', async () => {
    store(sessionBody());
    const session = open(new FakeService().on(PROFILES, { status: 200, body: PROFILE_ROW }));
    await withProfile(session);
    localStorage.removeItem(SESSION_KEY);
    tell(null);
    store(sessionBody({ id: 'u-2', email: 'ida@nemus.example' }));
    tell(localStorage.getItem(SESSION_KEY));
    // What this page still writes is never sent as the other account.
    await expect(session.getAccessToken()).rejects.toMatchObject({ code: 'session_ended' });
    expect(session.store.getState()).toMatchObject({ status: 'signed-in', ended: true, user: { id: 'u-1' } });
  });

  it('ends at its next check when it slept while another account signed in there', async () => {
    store(sessionBody());
    const session = open(new FakeService().on(PROFILES, { status: 200, body: PROFILE_ROW }));
    await withProfile(session);
    store(sessionBody({ id: 'u-2', email: 'ida@nemus.example' }));
    await expect(session.getAccessToken()).rejects.toMatchObject({ code: 'session_ended' });
    expect(session.store.getState()).toMatchObject({ ended: true, user: { id: 'u-1' } });
  });

  it.each(['pageshow', 'visibilitychange'])(
    'checks at %s whether the session is still stored, until it is closed',
    async (event) => {
      store(sessionBody());
      const session = open(new FakeService().on(PROFILES, { status: 200, body: PROFILE_ROW }));
      await withProfile(session);
      const show = () => (event === 'pageshow' ? window : document).dispatchEvent(new Event(event));
      show();
      expect(session.store.getState()).toMatchObject({ status: 'signed-in', ended: false });
      await session.dispose();
      localStorage.removeItem(SESSION_KEY);
      show();
      window.dispatchEvent(
        new StorageEvent('storage', { key: SESSION_KEY, newValue: null, storageArea: localStorage }),
      );
      expect(session.store.getState()).toMatchObject({ status: 'signed-in', ended: false });
    },
  );

  it('notices a sign-out in another tab', async () => {
    store(sessionBody());
    const service = new FakeService()
      .on(PROFILES, { status: 200, body: PROFILE_ROW })
      .on('POST /auth/v1/logout', { status: 204, body: null });
    const session = open(service);
    await withProfile(session);
    await session.signOut();
    expect(localStorage.getItem('nemus-signed-out')).toBe('1');
  });
});
