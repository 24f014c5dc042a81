/** @jest-environment ../../jest.browser.mjs */
import type { MountProps } from '@nemus/contract';
import { digestOf } from '@nemus/registry';
import { ContainerError } from './container-host';
import { lifecyclesWith, MemoryStore, registryOf, ScriptedHost, settle, STORE, until } from './loader-fixtures';
import { NEW, OLD, setUp, sound } from './loader-setup';

beforeEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
});

describe('a mount that goes well', () => {
  it('passes every phase, once, and shows the stable release', async () => {
    const host = new ScriptedHost(sound());
    const { mount, events, store, stable } = await setUp(host);
    const area = mount();
    expect(area.phases()[0]).toBe('resolving');
    await area.ready();
    expect(area.phases()).toEqual(['resolving', 'verifying', 'loading', 'mounting', 'ready']);
    expect(area.outlet.innerHTML).toBe(`<div data-remote="demo" data-release="${NEW}">${NEW}</div>`);
    expect(store.requests).toEqual([`${STORE}${stable.path}release.json`]);
    expect(host.requests).toMatchObject([
      { container: 'nemus_demo_2_0_0_22222222', entryUrl: `${STORE}${stable.path}remoteEntry.js`, expose: './app' },
    ]);
    expect(events.every(({ remote, team, version }) => remote === 'demo' && team === 'red' && version === NEW)).toBe(
      true,
    );
  });

  it('requests the first files early, with their hashes', async () => {
    const { mount } = await setUp(new ScriptedHost(new Promise(() => undefined)));
    const area = mount();
    await until(() => area.phases().includes('loading'));
    const early = [...document.head.querySelectorAll('link')].map(({ href, integrity }) => [
      href.replace(/.*\//, ''),
      integrity.slice(0, 7),
    ]);
    expect(early).toEqual([
      ['remoteEntry.js', 'sha384-'],
      ['expose-app.css', 'sha384-'],
      ['expose-app.js', 'sha384-'],
    ]);
  });

  it('leaves nothing behind, and needs no network the second time', async () => {
    const host = new ScriptedHost(sound());
    const { mount, store } = await setUp(host);
    const first = mount();
    await first.ready();
    await first.unmount();
    expect(first.outlet.childNodes).toHaveLength(0);
    const second = mount();
    await second.ready();
    expect(store.requests).toHaveLength(1);
    expect(host.requests).toHaveLength(1);
  });

  it('gives every mount its own name', async () => {
    const names: string[] = [];
    const mountOne = ({ name }: MountProps) => {
      names.push(name);
      return Promise.resolve();
    };
    const { mount } = await setUp(new ScriptedHost({ default: lifecyclesWith({ mount: mountOne }) }));
    const areas = [mount(), mount()];
    await Promise.all(areas.map((area) => area.ready()));
    expect(new Set(names).size).toBe(2);
    expect(names.every((name) => /^demo\/app#\d+$/.test(name))).toBe(true);
  });

  it('follows the registry from the next mount on', async () => {
    const { mount, setRegistry, before } = await setUp(new ScriptedHost(sound()));
    const first = mount();
    await first.ready();
    setRegistry(registryOf(before));
    const second = mount();
    await second.ready();
    expect([first.outlet.textContent, second.outlet.textContent]).toEqual([NEW, OLD]);
  });

  it('shows a canary to its accounts', async () => {
    const store = new MemoryStore();
    const stable = await store.publish(OLD);
    const canary = { pointer: await store.publish(NEW), percent: 0, cohorts: ['staff'], salt: 's' };
    const { mount } = await setUp(new ScriptedHost(sound()), {
      registry: registryOf(stable, { canary }),
      getAccount: () => ({ userId: 'u', cohorts: ['staff'] }),
    });
    const area = mount();
    await area.ready();
    expect(area.outlet.textContent).toBe(NEW);
  });
});

describe('the gate', () => {
  it('knows no area that the registry does not have', async () => {
    const { mount, setRegistry, stable, store } = await setUp(new ScriptedHost(sound()));
    setRegistry({ ...registryOf(stable), remotes: [] });
    expect(await mount().failure()).toMatchObject({ kind: 'missing', version: null, team: null, more: false });
    expect(store.requests).toEqual([]);
  });

  it('tells why an area is switched off, and fetches nothing', async () => {
    const { mount, setRegistry, stable, store } = await setUp(new ScriptedHost(sound()));
    setRegistry(registryOf(stable, { enabled: false, disabledReason: 'Wartung bis 12 Uhr' }));
    const expected = { kind: 'disabled', message: 'Wartung bis 12 Uhr', more: false };
    expect(await mount().failure()).toMatchObject(expected);
    expect(store.requests).toEqual([]);
  });

  it('fetches nothing of a release for another contract', async () => {
    const { mount, setRegistry, stable, store } = await setUp(new ScriptedHost(sound()));
    setRegistry(registryOf({ ...stable, contract: '^2.0.0' }));
    expect(await mount().failure()).toMatchObject({ kind: 'contract', version: NEW, more: false });
    expect(store.requests).toEqual([]);
  });

  it('takes the release before when the stable one is for another contract', async () => {
    const { mount, setRegistry, stable, before, failures } = await setUp(new ScriptedHost(sound()));
    setRegistry(registryOf({ ...stable, contract: '^2.0.0' }, { lastGood: [before] }));
    const area = mount();
    await area.ready();
    expect(area.outlet.textContent).toBe(OLD);
    expect(failures()).toEqual(['contract next-release']);
  });

  it('refuses a release whose shared modules the shell does not provide', async () => {
    const { mount, setRegistry, store } = await setUp(new ScriptedHost(sound()));
    const pointer = await store.publish('3.0.0-33333333', { shared: [{ name: 'react', range: '^20.0.0' }] });
    setRegistry(registryOf(pointer));
    expect(await mount().failure()).toMatchObject({ kind: 'contract', message: expect.stringContaining('react') });
  });
});

describe('verification', () => {
  it('refuses a document that the registry does not point to, and never requests its bytes again', async () => {
    const { mount, store, stable, clock, failures } = await setUp(new ScriptedHost(sound()));
    store.set(`${stable.path}release.json`, '{"schema":1}');
    const area = mount();
    await area.ready();
    expect(area.outlet.textContent).toBe(OLD);
    expect(failures()).toEqual(['integrity next-release']);
    expect(clock.waits).toEqual([]);
    const again = mount();
    await again.ready();
    expect(store.requests.filter((url) => url.includes(stable.path))).toHaveLength(1);
  });

  it('reports the stable release when no release is left, now and in later mounts', async () => {
    const { mount, setRegistry, store, stable } = await setUp(new ScriptedHost(sound()));
    setRegistry(registryOf(stable));
    store.set(`${stable.path}release.json`, '{}');
    expect(await mount().failure()).toMatchObject({ kind: 'integrity', version: NEW, more: false });
    expect(await mount().failure()).toMatchObject({ kind: 'integrity', version: NEW, more: false });
    expect(store.requests).toHaveLength(1);
  });

  it('refuses a document that it does not understand, and loads nothing of it', async () => {
    const { mount, setRegistry, store, stable } = await setUp(new ScriptedHost(sound()));
    const text = JSON.stringify({ schema: 99 });
    store.set(`${stable.path}release.json`, text);
    setRegistry(registryOf({ ...stable, digest: await digestOf(text) }));
    expect(await mount().failure()).toMatchObject({ kind: 'contract', version: NEW });
    expect(store.requests).toEqual([`${STORE}${stable.path}release.json`]);
  });

  it('reports a missing area when it disappeared with the failed release', async () => {
    const { mount, setRegistry, store, stable } = await setUp(new ScriptedHost(sound()));
    const registry = registryOf(stable);
    setRegistry(registry);
    store.set(`${stable.path}release.json`, '{}');
    await mount().failure();
    setRegistry({ ...registry, remotes: [] });
    expect(await mount().failure()).toMatchObject({ kind: 'missing', version: null, more: false });
  });

  it('is requested again when the user retries', async () => {
    const { mount, setRegistry, store, stable } = await setUp(new ScriptedHost(sound()));
    setRegistry(registryOf(stable));
    store.set(`${stable.path}release.json`, '{}');
    const area = mount();
    await area.failure();
    await store.publish(NEW);
    area.retry();
    await area.ready();
    expect(store.requests.at(-1)).toBe(`${STORE}${stable.path}release.json?retry=1`);
  });
});

describe('temporary failures', () => {
  it('is tried again after a while, at new addresses', async () => {
    const { mount, store, stable, clock, failures } = await setUp(new ScriptedHost(sound()));
    store.set(`${stable.path}release.json`, 503);
    const area = mount();
    await until(() => clock.waits.length === 2);
    await area.ready();
    expect(clock.waits).toEqual([400, 1600]);
    expect(failures()).toEqual(['http retry', 'http retry', 'http next-release']);
    expect(area.outlet.textContent).toBe(OLD);
    expect(store.requests.slice(0, 3)).toEqual(
      ['', '?retry=1', '?retry=2'].map((query) => `${STORE}${stable.path}release.json${query}`),
    );
  });

  it('gives the stable release another chance in the next mount', async () => {
    const { mount, store, stable } = await setUp(new ScriptedHost(sound()));
    store.set(`${stable.path}release.json`, 'network');
    const first = mount();
    await first.ready();
    expect(first.outlet.textContent).toBe(OLD);
    await store.publish(NEW);
    const second = mount();
    await second.ready();
    expect(second.outlet.textContent).toBe(NEW);
  });

  it('ends in a card when it does not pass', async () => {
    const { mount, store, stable, before } = await setUp(new ScriptedHost(sound()));
    for (const { path } of [stable, before]) store.set(`${path}release.json`, 'network');
    const failure = await mount().failure();
    expect(failure).toMatchObject({ kind: 'network', version: NEW, team: 'red' });
    expect(failure.supportId).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
  });
});

describe('a container that cannot be loaded', () => {
  const scriptError = (stable: { path: string }) =>
    new ContainerError('script', 'RUNTIME-008', { url: `${STORE}${stable.path}remoteEntry.js` });

  it('is a matter of integrity when its bytes are wrong', async () => {
    const host = new ScriptedHost();
    const { mount, setRegistry, store, stable } = await setUp(host);
    setRegistry(registryOf(stable));
    store.set(`${stable.path}remoteEntry.js`, 'tampered');
    host.load = () => Promise.reject(scriptError(stable));
    expect(await mount().failure()).toMatchObject({ kind: 'integrity' });
  });

  it('is a matter of the network when its bytes are in order, and gets a new container', async () => {
    const host = new ScriptedHost(new ContainerError('script', 'RUNTIME-008'), sound());
    const { mount, stable } = await setUp(host);
    const area = mount();
    await area.ready();
    expect(host.requests.map(({ entryUrl }) => entryUrl)).toEqual(
      ['', '?retry=1'].map((query) => `${STORE}${stable.path}remoteEntry.js${query}`),
    );
  });

  it('tells the kind of failure', async () => {
    const kinds = ['execution', 'timeout', 'contract'] as const;
    for (const kind of kinds) {
      const { mount, setRegistry, stable } = await setUp(new ScriptedHost(new ContainerError(kind, 'why')));
      setRegistry(registryOf(stable));
      expect(await mount().failure()).toMatchObject({ kind, message: 'why' });
    }
  });

  it('is refused when a file has no known hash', async () => {
    const { mount, setRegistry, stable } = await setUp(new ScriptedHost(new ContainerError('untrusted', 'why')));
    setRegistry(registryOf(stable));
    expect(await mount().failure()).toMatchObject({ kind: 'integrity' });
  });

  it('is given up when it hangs', async () => {
    const { mount, setRegistry, stable, clock } = await setUp(new ScriptedHost(new Promise(() => undefined)));
    setRegistry(registryOf(stable));
    const area = mount();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await until(() => area.phases().filter((phase) => phase === 'loading').length === attempt + 1);
      await settle();
      clock.runOut();
    }
    expect(await area.failure()).toMatchObject({ kind: 'timeout' });
  });

  it.each([
    ['the time is over', 'timeout', []],
    ['the code throws', 'execution', ['hung.css']],
  ] as const)('gives up stylesheets that have not arrived when %s alone', async (_what, kind, left) => {
    const host = new ScriptedHost();
    const { mount, setRegistry, stable } = await setUp(host);
    setRegistry(registryOf(stable));
    host.load = () => {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = `${STORE}${stable.path}hung.css`;
      // jsdom loads no stylesheets; one that has not arrived has no sheet.
      Object.defineProperty(link, 'sheet', { value: null });
      document.head.append(link);
      return Promise.reject(new ContainerError(kind, 'why'));
    };
    await mount().failure();
    host.load = () => Promise.resolve(sound());
    const again = mount();
    await again.ready();
    const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
    expect(new Set(links.map(({ href }) => href.split('/').at(-1)))).toEqual(new Set(left));
    again.unmount();
    for (const link of links) link.remove();
  });

  it.each([
    ['nothing', undefined],
    ['no default', {}],
    ['something else', { default: { mount: () => undefined } }],
  ])('fails when it exports %s', async (_what, module) => {
    const { mount } = await setUp(new ScriptedHost(module));
    expect(await mount().failure()).toMatchObject({ kind: 'execution', version: NEW, more: false });
  });
});
