/** @jest-environment ../../jest.browser.mjs */
import { createClient } from '@supabase/supabase-js';
import { useState, type ReactNode } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import type { Database } from '../database';
import type { MountProps, NavigationPort, PortalLocation, SlotState } from '../ports';
import { defineRemote, defineSlot, PortRouter, Slot, usePorts } from './index';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false);

function createNavigation(start: string): NavigationPort & { readonly entries: string[] } {
  const listeners = new Set<() => void>();
  const entries: string[] = [];
  const at = (to: string): PortalLocation => {
    const url = new URL(to, 'http://portal.test');
    return { pathname: url.pathname, search: url.search, hash: url.hash, state: null, key: String(entries.length) };
  };
  let location = at(start);
  const move = (to: string) => {
    entries.push(to);
    location = at(to);
    listeners.forEach((listener) => listener());
  };
  return {
    entries,
    getLocation: () => location,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    push: move,
    replace: move,
    go: () => undefined,
    guardLeave: () => () => undefined,
  };
}

const BACKEND = { url: 'http://api.test', publishableKey: 'key' };

function createMount(overrides: Partial<MountProps> = {}): MountProps {
  const domElement = document.createElement('div');
  document.body.append(domElement);
  const nothing = () => () => undefined;
  return {
    name: `test-${Math.random()}`,
    domElement,
    basePath: '/',
    session: {
      getSnapshot: () => ({ userId: 'u', email: 'a@b.example', profile: null }),
      subscribe: nothing,
      getAccessToken: () => Promise.resolve('token'),
      reloadProfile: () => Promise.resolve(),
      signOut: () => Promise.resolve(),
    },
    navigation: createNavigation('/dashboard'),
    notify: () => undefined,
    events: { publish: () => undefined, subscribe: nothing },
    slots: { mount: () => ({ update: () => undefined, unmount: () => undefined }) },
    telemetry: { report: () => undefined },
    colorScheme: { get: () => 'light', subscribe: nothing },
    backend: BACKEND,
    supabase: createClient<Database>(BACKEND.url, BACKEND.publishableKey, { accessToken: () => Promise.resolve(null) }),
    supportEmail: 'support@nemus.example',
    release: { remote: 'test', title: 'Test', team: 'test', version: '1.0.0-00000000' },
    reportFailure: () => undefined,
    ...overrides,
  };
}

const until = async (condition: () => boolean) => {
  for (let turn = 0; turn < 100 && !condition(); turn += 1) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(condition()).toBe(true);
};

afterEach(() => document.body.replaceChildren());

function Title() {
  return <h1>{usePorts().release.title}</h1>;
}

function TwoPages() {
  return (
    <PortRouter navigation={usePorts().navigation} basePath="/">
      <Routes>
        <Route path="/dashboard" element={<Link to="/profile">zum Profil</Link>} />
        <Route path="/profile" element={<h1>Profil</h1>} />
      </Routes>
    </PortRouter>
  );
}

describe('defineRemote', () => {
  it('mounts its root into the element of the mount, with the ports, and leaves nothing behind', async () => {
    const mount = createMount();
    const remote = defineRemote({ root: Title });
    await remote.bootstrap(mount);
    await remote.mount(mount);
    expect(mount.domElement.textContent).toBe('Test');
    await remote.unmount(mount);
    expect(mount.domElement.childNodes).toHaveLength(0);
  });

  it('prepares before it mounts, unless the early start is off', async () => {
    const prepare = jest.fn(() => Promise.resolve());
    const remote = defineRemote({ root: () => <p>Test</p>, prepare, prepareMs: 1_000 });
    const mount = createMount();
    await remote.bootstrap(mount);
    await remote.mount(mount);
    expect(prepare).toHaveBeenCalledTimes(1);
    await remote.unmount(mount);
    const off = { ...createMount(), earlyStart: false };
    await remote.mount(off);
    expect(prepare).toHaveBeenCalledTimes(1);
    expect(off.domElement.textContent).toBe('Test');
    await remote.unmount(off);
  });

  it('finishes mounting and reports when the root throws in its first render', async () => {
    const reportFailure = jest.fn();
    const silence = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const mount = createMount({ reportFailure });
    const Broken = () => {
      throw new Error('broken root');
    };
    await defineRemote({ root: Broken }).mount(mount);
    expect(reportFailure).toHaveBeenCalledWith('render', expect.objectContaining({ message: 'broken root' }));
    expect(mount.domElement.textContent).toBe('');
    silence.mockRestore();
  });

  it('distinguishes a missing chunk from an error in the code', async () => {
    const reportFailure = jest.fn();
    const silence = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const Broken = () => {
      throw Object.assign(new Error('Loading chunk 12 failed.'), { name: 'ChunkLoadError' });
    };
    await defineRemote({ root: Broken }).mount(createMount({ reportFailure }));
    expect(reportFailure).toHaveBeenCalledWith('chunk', expect.anything());
    silence.mockRestore();
  });
});

describe('defineSlot', () => {
  const frame = ({ children }: { children: ReactNode }) => <section>{children}</section>;

  it('draws two of the same slot at once, each with its own props', async () => {
    const slot = defineSlot('credit-balance', { component: ({ variant }) => <p>{variant}</p>, frame });
    const first = createMount({ slotProps: { variant: 'inline' } });
    const second = createMount({ slotProps: { variant: 'card' } });
    await slot.mount(first);
    await slot.mount(second);
    expect([first, second].map(({ domElement }) => domElement.textContent)).toEqual(['inline', 'card']);
    await slot.unmount(first);
    expect(second.domElement.textContent).toBe('card');
    await slot.unmount(second);
  });

  it('takes new props without losing its state', async () => {
    const slot = defineSlot('credit-balance', {
      frame,
      component: function Memory({ variant }) {
        const [first] = useState(variant);
        return (
          <p>
            {first} {variant}
          </p>
        );
      },
    });
    const mount = createMount({ slotProps: { variant: 'inline' } });
    await slot.mount(mount);
    await slot.update({ ...mount, slotProps: { variant: 'card' } });
    expect(mount.domElement.textContent).toBe('inline card');
    await slot.unmount(mount);
  });

  it('fails on props that it does not know, so that the host shows its fallback', async () => {
    const silence = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const slot = defineSlot('credit-balance', { component: ({ variant }) => <p>{variant}</p>, frame });
    const reportFailure = jest.fn();
    const mount = createMount({ slotProps: { variant: 'inline', currency: 'usd' }, reportFailure });
    await slot.mount(mount);
    await until(() => reportFailure.mock.calls.length > 0);
    expect(reportFailure).toHaveBeenCalledWith('render', expect.objectContaining({ name: 'ZodError' }));
    expect(mount.domElement.textContent).toBe('');
    silence.mockRestore();
  });
});

describe('pieces of one area on a page', () => {
  const frames: string[] = [];
  function Frame({ children }: { children: ReactNode }) {
    const [id] = useState(() => frames.push('frame'));
    return <section data-frame={id}>{children}</section>;
  }
  const balance = () =>
    defineSlot('credit-balance', {
      component: function Balance({ variant }) {
        const [count, setCount] = useState(0);
        if (count > 1) throw new Error('broken piece');
        return <button onClick={() => setCount(count + 1)}>{`${variant} ${count}`}</button>;
      },
      frame: Frame,
    });
  const mounts = (count: number, changes: Partial<MountProps> = {}) => {
    const { session, supabase } = createMount();
    return Array.from({ length: count }, () =>
      createMount({ session, supabase, slotProps: { variant: 'inline' }, ...changes }),
    );
  };
  const textsOf = (all: readonly MountProps[]) => all.map(({ domElement }) => domElement.textContent);
  beforeEach(() => void (frames.length = 0));

  it('share one frame, and each keeps its own state', async () => {
    const slot = balance();
    const all = mounts(24);
    await Promise.all(all.map((mount) => slot.mount(mount)));
    expect(frames).toHaveLength(1);
    all[3]?.domElement.querySelector('button')?.click();
    await until(() => all[3]?.domElement.textContent === 'inline 1');
    await Promise.all(all.slice(0, 3).map((mount) => slot.unmount(mount)));
    expect(textsOf(all)).toEqual(['', '', '', 'inline 1', ...Array<string>(20).fill('inline 0')]);
    await Promise.all(all.slice(3).map((mount) => slot.unmount(mount)));
    expect(textsOf(all).join('')).toBe('');
    const [later] = mounts(1);
    if (!later) throw new Error('No mount.');
    await slot.mount(later);
    expect(frames).toHaveLength(2);
    await slot.unmount(later);
  });

  it('share it across the slots of the area', async () => {
    const [first, second] = mounts(2);
    if (!first || !second) throw new Error('No mounts.');
    const [one, other] = [balance(), balance()];
    await one.mount(first);
    await other.mount(second);
    expect(frames).toHaveLength(1);
    await one.unmount(first);
    expect(second.domElement.textContent).toBe('inline 0');
    await other.unmount(second);
  });

  it('fail alone', async () => {
    const silence = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const slot = balance();
    const reports = [jest.fn(), jest.fn()];
    const all = mounts(2).map((mount, place) => ({ ...mount, reportFailure: reports[place] ?? mount.reportFailure }));
    await Promise.all(all.map((mount) => slot.mount(mount)));
    for (const text of ['inline 1', '']) {
      all[0]?.domElement.querySelector('button')?.click();
      await until(() => all[0]?.domElement.textContent === text);
    }
    expect(reports.map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    expect(all[1]?.domElement.textContent).toBe('inline 0');
    for (const mount of all) await slot.unmount(mount);
    silence.mockRestore();
  });

  it('fail together with their frame, and the next one gets another frame', async () => {
    const silence = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    let isBroken = true;
    const slot = defineSlot('credit-balance', {
      component: ({ variant }) => <p>{variant}</p>,
      frame: ({ children }) => {
        if (isBroken) throw new Error('broken frame');
        return children;
      },
    });
    const reportFailure = jest.fn();
    const [first, second, third] = mounts(3, { reportFailure });
    if (!first || !second || !third) throw new Error('No mounts.');
    await Promise.all([slot.mount(first), slot.mount(second)]);
    expect(reportFailure).toHaveBeenCalledTimes(2);
    isBroken = false;
    await slot.mount(third);
    expect(third.domElement.textContent).toBe('inline');
    for (const mount of [first, second, third]) await slot.unmount(mount);
    silence.mockRestore();
  });

  it('never share with another account', async () => {
    const slot = balance();
    let userId = 'u-1';
    const session = { ...createMount().session, getSnapshot: () => ({ userId, email: 'a@b.example', profile: null }) };
    const [first, second] = mounts(2, { session });
    if (!first || !second) throw new Error('No mounts.');
    await slot.mount(first);
    userId = 'u-2';
    await slot.mount(second);
    expect(frames).toHaveLength(2);
    for (const mount of [first, second]) await slot.unmount(mount);
  });
});

describe('PortRouter', () => {
  it('follows navigation that another root started, and starts navigation that others see', async () => {
    const navigation = createNavigation('/dashboard');
    const mount = createMount({ navigation });
    const remote = defineRemote({ root: TwoPages });
    await remote.mount(mount);
    mount.domElement.querySelector('a')?.click();
    await until(() => mount.domElement.textContent === 'Profil');
    expect(navigation.entries).toEqual(['/profile']);
    navigation.push('/dashboard');
    await until(() => mount.domElement.textContent === 'zum Profil');
    await remote.unmount(mount);
  });
});

describe('Slot', () => {
  const props = { variant: 'inline' } as const;

  async function showSlot(state: SlotState) {
    const unmount = jest.fn();
    const mount = createMount({
      slots: {
        mount: (_name, element, _props, onState) => {
          if (state === 'ready') element.textContent = 'Guthaben';
          onState(state);
          return { update: () => undefined, unmount };
        },
      },
    });
    const remote = defineRemote({
      root: () => <Slot name="credit-balance" props={props} fallback="nicht verfügbar" loading="lädt" />,
    });
    await remote.mount(mount);
    return { remote, mount, unmount };
  }

  it.each<[SlotState, string]>([
    ['loading', 'lädt'],
    ['missing', 'nicht verfügbar'],
    ['failed', 'nicht verfügbar'],
    ['ready', 'Guthaben'],
  ])('in state %s shows "%s"', async (state, text) => {
    const { mount } = await showSlot(state);
    await until(() => mount.domElement.textContent === text);
  });

  it('takes the piece away with the page that showed it', async () => {
    const { remote, mount, unmount } = await showSlot('ready');
    await until(() => mount.domElement.querySelector('[data-slot]') !== null);
    await remote.unmount(mount);
    expect(unmount).toHaveBeenCalledTimes(1);
  });
});
