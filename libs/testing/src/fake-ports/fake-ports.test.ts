import { fakeNavigation, fakePorts, fakeProfile, fakeSession, fakeSlots } from './index';

describe('the fake history', () => {
  it('moves as a browser does', () => {
    const navigation = fakeNavigation('/a?x=1#y');
    expect(navigation.getLocation()).toMatchObject({ pathname: '/a', search: '?x=1', hash: '#y', state: null });
    navigation.push('/b', { from: 'a' });
    navigation.replace('/c');
    navigation.push('?tab=daten');
    expect(navigation.addresses()).toEqual(['/a?x=1#y', '/c', '/c?tab=daten']);
    navigation.go(-2);
    expect(navigation.getLocation().pathname).toBe('/a');
    navigation.go(-1);
    expect(navigation.getLocation().pathname).toBe('/a');
    navigation.push('/d');
    navigation.go(1);
    expect(navigation.addresses()).toEqual(['/a?x=1#y', '/d']);
  });

  it('gives every navigation its own key and notifies its listeners', () => {
    const navigation = fakeNavigation('/a');
    const keys = [navigation.getLocation().key];
    const stop = navigation.subscribe(() => keys.push(navigation.getLocation().key));
    navigation.push('/a');
    navigation.push('/a');
    expect(new Set(keys).size).toBe(3);
    stop();
    expect(navigation.listenerCount()).toBe(0);
  });

  it('asks leave guards before it navigates, at once or later', async () => {
    const navigation = fakeNavigation('/a');
    const stop = navigation.guardLeave(({ pathname }) => pathname !== '/forbidden');
    navigation.push('/forbidden');
    expect(navigation.getLocation().pathname).toBe('/a');
    const stopLater = navigation.guardLeave(() => Promise.resolve(true));
    navigation.push('/b');
    expect(navigation.getLocation().pathname).toBe('/a');
    await Promise.resolve().then(() => Promise.resolve());
    expect(navigation.getLocation().pathname).toBe('/b');
    stop();
    stopLater();
    expect(navigation.guardCount()).toBe(0);
  });
});

describe('the fake session', () => {
  it('is signed in until it expires or signs out', async () => {
    const session = fakeSession(fakeProfile('institution', { institutionName: 'Haus am See' }));
    expect(session.getSnapshot().profile?.institutionName).toBe('Haus am See');
    await expect(session.getAccessToken()).resolves.toEqual(expect.any(String));
    session.expire();
    await expect(session.getAccessToken()).rejects.toThrow('ended');
    await session.signOut();
    await session.reloadProfile();
    expect([session.signOuts(), session.reloads()]).toEqual([1, 1]);
  });

  it('can be an account whose profile could not be loaded', () => {
    expect(fakeSession(null).getSnapshot()).toMatchObject({ profile: null, email: expect.stringContaining('@') });
  });
});

describe('fake ports', () => {
  it('know what an area has reported, and what it has open', () => {
    const ports = fakePorts({ address: '/dashboard', release: { remote: 'demo' } });
    expect(ports.release).toMatchObject({ remote: 'demo', team: 'probe' });
    let calls = 0;
    const listener = () => (calls += 1);
    const stops = [
      ports.session.subscribe(listener),
      ports.navigation.subscribe(listener),
      ports.colorScheme.subscribe(listener),
      ports.events.subscribe('credits-changed', listener),
    ];
    expect(ports.openSubscriptions()).toBe(4);
    ports.session.set({ userId: 'u', email: 'e', profile: null });
    ports.navigation.push('/b');
    ports.setColorScheme('dark');
    ports.events.publish('credits-changed', {});
    expect(calls).toBe(4);
    expect(ports.colorScheme.get()).toBe('dark');
    for (const stop of stops) stop();
    expect(ports.openSubscriptions()).toBe(0);
    ports.notify({ kind: 'info', title: 'Hallo' });
    ports.telemetry.report({ name: 'seen' });
    expect([ports.toasts(), ports.reports(), ports.events.published()]).toMatchObject([
      [{ title: 'Hallo' }],
      [{ name: 'seen' }],
      [{ name: 'credits-changed' }],
    ]);
  });

  it('let a test move slots', () => {
    const slots = fakeSlots(null);
    const ports = fakePorts({ slots });
    const states: string[] = [];
    // The fake ignores the element.
    const element = {} as HTMLElement;
    const handle = ports.slots.mount('credit-balance', element, { variant: 'card' }, (state) => states.push(state));
    expect(states).toEqual([]);
    slots.mounted()[0]?.become('ready');
    handle.update({ variant: 'inline' });
    expect(slots.mounted()[0]?.props()).toEqual({ variant: 'inline' });
    handle.unmount();
    expect([states, slots.mounted()]).toEqual([['ready'], []]);
  });
});
