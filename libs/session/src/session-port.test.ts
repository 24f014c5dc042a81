/** @jest-environment ../../jest.browser.mjs */
import { createSessionPort, SessionError } from './index';
import { FakeService, PROFILE_ROW, sessionBody } from './testing/fake-service';
import { closeSessions, open, PROFILES, resetBrowser, store, withProfile } from './testing/open-session';

beforeEach(resetBrowser);
afterEach(closeSessions);

describe('port', () => {
  it('keeps its snapshot until something changes', async () => {
    store(sessionBody());
    const service = new FakeService()
      .on(PROFILES, { status: 200, body: PROFILE_ROW })
      .on('POST /auth/v1/logout', { status: 204, body: null });
    const session = open(service);
    await withProfile(session);
    const port = createSessionPort(session);
    const changes = jest.fn();
    port.subscribe(changes);
    const before = port.getSnapshot();
    expect(before).toMatchObject({ userId: 'u-1', profile: { firstName: 'Mira' } });

    service.on(PROFILES, { status: 200, body: { ...PROFILE_ROW, first_name: 'Mirjam' } });
    await port.reloadProfile();
    expect(port.getSnapshot().profile?.firstName).toBe('Mirjam');
    expect(changes).toHaveBeenCalledTimes(1);

    await port.signOut();
    expect(changes).toHaveBeenCalledTimes(1);
    expect(port.getSnapshot().userId).toBe('u-1');
    await expect(port.getAccessToken()).rejects.toBeInstanceOf(SessionError);
  });

  it('notifies of another account and of another address, but not removed listeners', async () => {
    store(sessionBody());
    const service = new FakeService().on(PROFILES, { status: 200, body: PROFILE_ROW });
    const session = open(service);
    const { profile } = await withProfile(session);
    const port = createSessionPort(session);
    const changes = jest.fn();
    const stop = port.subscribe(changes);
    const user = { id: 'u-1', email: 'mirjam@nemus.example', metadata: {} };
    session.store.setState({ user, profile });
    expect(port.getSnapshot()).toMatchObject({ userId: 'u-1', email: 'mirjam@nemus.example' });
    session.store.setState({ user: { ...user, id: 'u-2' }, profile });
    expect(port.getSnapshot().userId).toBe('u-2');
    session.store.setState({ user: { ...user, id: 'u-2', metadata: { theme: 'dark' } }, profile });
    expect(changes).toHaveBeenCalledTimes(2);
    stop();
    session.store.setState({ user, profile });
    expect(changes).toHaveBeenCalledTimes(2);
  });
});
