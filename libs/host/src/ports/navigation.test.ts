/** @jest-environment ../../jest.browser.mjs */
import { createNavigation, ForeignAddressError, type Navigation } from './navigation';

let navigation: Navigation;

/** Resolves when the portal shows this path. */
function arrived(path: string): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (navigation.port.getLocation().pathname !== path) return false;
      resolve();
      return true;
    };
    if (check()) return;
    const stop = navigation.port.subscribe(() => {
      if (check()) stop();
    });
  });
}

/** Resolves with the browser's next traversal, however the portal handles it. */
const traversed = () => new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));

beforeEach(() => {
  window.history.pushState(null, '', '/start');
  navigation = createNavigation();
});
afterEach(() => navigation.dispose());

it('starts where the browser is', () => {
  expect(navigation.port.getLocation()).toMatchObject({ pathname: '/start', search: '', hash: '', state: null });
  expect(navigation.getKind()).toBe('start');
});

it('pushes and replaces, and notifies all listeners', () => {
  const heard = jest.fn();
  const stop = navigation.port.subscribe(heard);
  const length = window.history.length;

  navigation.port.push('/course/x?tab=2#block', { from: 'here' });
  expect(navigation.port.getLocation()).toMatchObject({
    pathname: '/course/x',
    search: '?tab=2',
    hash: '#block',
    state: { from: 'here' },
  });
  expect(window.location.pathname).toBe('/course/x');
  expect(window.history.length).toBe(length + 1);

  navigation.port.replace('?tab=3');
  expect(navigation.port.getLocation()).toMatchObject({ pathname: '/course/x', search: '?tab=3', state: null });
  expect(window.history.length).toBe(length + 1);
  expect(heard).toHaveBeenCalledTimes(2);

  stop();
  navigation.port.push('/elsewhere');
  expect(heard).toHaveBeenCalledTimes(2);
});

it('gives every navigation its own key, and keeps the location between them', () => {
  const before = navigation.port.getLocation();
  expect(navigation.port.getLocation()).toBe(before);
  navigation.port.push('/start');
  expect(navigation.port.getLocation().key).not.toBe(before.key);
});

it('goes back with state and key', async () => {
  navigation.port.push('/first', { step: 1 });
  const first = navigation.port.getLocation();
  navigation.port.push('/second');
  navigation.port.go(-1);
  await arrived('/first');
  expect(navigation.port.getLocation()).toEqual(first);
  expect(navigation.getKind()).toBe('traverse');
});

it('keeps key and state over a reload', () => {
  navigation.port.push('/kept', { draft: true });
  const { key } = navigation.port.getLocation();
  navigation.dispose();
  navigation = createNavigation();
  expect(navigation.port.getLocation()).toMatchObject({ key, state: { draft: true } });
});

it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'does not navigate to %s',
  (address) => {
    expect(() => navigation.port.push(address)).toThrow(ForeignAddressError);
    expect(() => navigation.redirect(address)).toThrow(ForeignAddressError);
    expect(window.location.pathname).toBe('/start');
  },
);

describe('unsaved work', () => {
  it('is asked about before leaving', async () => {
    const guard = jest.fn(() => Promise.resolve(true));
    navigation.port.guardLeave(guard);
    navigation.port.push('/next', { a: 1 });
    expect(navigation.port.getLocation().pathname).toBe('/start');
    await arrived('/next');
    expect(guard).toHaveBeenCalledWith(expect.objectContaining({ pathname: '/next', state: { a: 1 } }));
  });

  it('keeps the page when the answer is no', async () => {
    navigation.port.guardLeave(() => false);
    navigation.port.push('/next');
    await expect(navigation.mayLeave('/next')).resolves.toBe(false);
    expect(window.location.pathname).toBe('/start');
  });

  it('is not asked about when the guard is gone', () => {
    const remove = navigation.port.guardLeave(() => false);
    remove();
    navigation.port.push('/next');
    expect(window.location.pathname).toBe('/next');
  });

  it('only follows the newest navigation', async () => {
    const answers: ((allowed: boolean) => void)[] = [];
    navigation.port.guardLeave(() => new Promise((resolve) => answers.push(resolve)));
    navigation.port.push('/older');
    navigation.port.push('/newer');
    answers.forEach((answer) => answer(true));
    await arrived('/newer');
    expect(window.location.pathname).toBe('/newer');
  });

  it('holds Back until it is answered', async () => {
    navigation.port.push('/form');
    let answer = (_allowed: boolean) => {};
    const asked = new Promise<void>((resolveAsked) => {
      navigation.port.guardLeave(({ pathname }) => {
        expect(pathname).toBe('/start');
        return new Promise((resolve) => {
          answer = resolve;
          resolveAsked();
        });
      });
    });
    navigation.port.go(-1);
    await asked;
    // The browser had already left; the portal undid that while it asks.
    expect(window.location.pathname).toBe('/form');
    expect(navigation.port.getLocation().pathname).toBe('/form');
    answer(true);
    await arrived('/start');
    expect(window.location.pathname).toBe('/start');
  });

  it('stays after Back when the answer is no', async () => {
    navigation.port.push('/form');
    navigation.port.guardLeave(() => false);
    navigation.port.go(-1);
    await traversed();
    await traversed();
    expect(window.location.pathname).toBe('/form');
    expect(navigation.port.getLocation().pathname).toBe('/form');
  });

  it('is no reason to stay for a redirect of the guard', () => {
    navigation.port.guardLeave(() => false);
    navigation.redirect('/auth', { returnTo: '/start' });
    expect(navigation.port.getLocation()).toMatchObject({ pathname: '/auth', state: { returnTo: '/start' } });
  });

  it('makes the browser ask before the tab is closed', () => {
    const close = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(close()).toBe(false);
    const remove = navigation.port.guardLeave(() => true);
    expect(close()).toBe(true);
    remove();
    expect(close()).toBe(false);
  });
});
