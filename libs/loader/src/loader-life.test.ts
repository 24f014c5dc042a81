/** @jest-environment ../../jest.browser.mjs */
import type { Lifecycles, MountProps, Ports, SlotState } from '@nemus/contract';
import { digestOf } from '@nemus/registry';
import { ContainerError } from './container-host';
import type { LoaderOptions } from './loader';
import { emptyPorts, lifecyclesWith, registryOf, ScriptedHost, settle, STORE, until } from './loader-fixtures';
import { NEW, OLD, setUp, sound } from './loader-setup';

beforeEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
});

/** A module that loses a chunk of its own while it mounts. */
const losesChunk = (name: string) => ({
  default: lifecyclesWith({
    mount({ reportFailure }) {
      reportFailure('chunk', new Error(name));
      return new Promise(() => undefined);
    },
  }),
});

describe('the user', () => {
  it('can go to the release before, and stays there for the session', async () => {
    const { mount } = await setUp(new ScriptedHost(losesChunk('why'), sound()));
    const first = mount();
    expect(await first.failure()).toMatchObject({ version: NEW, more: true });
    first.usePrevious();
    await first.ready();
    expect(first.outlet.textContent).toBe(OLD);
    const second = mount();
    await second.ready();
    expect(second.outlet.textContent).toBe(OLD);
  });

  it('cannot go further back than there are releases', async () => {
    const { mount } = await setUp(new ScriptedHost(losesChunk('why')));
    const area = mount();
    await area.failure();
    area.usePrevious();
    await until(() => area.phases().filter((phase) => phase === 'failed').length === 2);
    expect(await area.failure()).toMatchObject({ version: OLD, more: false });
  });

  it('gives every release another chance by retrying', async () => {
    const host = new ScriptedHost(losesChunk('a'), losesChunk('b'), sound());
    const { mount } = await setUp(host);
    const area = mount();
    await area.failure();
    area.usePrevious();
    await until(() => area.phases().filter((phase) => phase === 'failed').length === 2);
    area.retry();
    await area.ready();
    expect(area.outlet.textContent).toBe(NEW);
    expect(host.requests.at(-1)?.entryUrl).toMatch(/\?retry=1$/);
  });

  it('gets a new container after a failure while rendering', async () => {
    const broken = lifecyclesWith({
      mount({ reportFailure }) {
        reportFailure('render', new Error('why'));
        return new Promise(() => undefined);
      },
    });
    const host = new ScriptedHost({ default: broken }, sound());
    const { mount, setRegistry, stable } = await setUp(host);
    setRegistry(registryOf(stable));
    const area = mount();
    expect(await area.failure()).toMatchObject({ kind: 'render', more: false });
    expect(area.outlet.childNodes).toHaveLength(0);
    area.retry();
    await area.ready();
    expect(host.requests.map(({ entryUrl }) => entryUrl.replace(/.*\//, ''))).toEqual([
      'remoteEntry.js',
      'remoteEntry.js?retry=1',
    ]);
  });

  it('does nothing by pressing buttons of a card that is gone', async () => {
    const { mount } = await setUp(new ScriptedHost(sound()));
    const area = mount();
    await area.ready();
    area.retry();
    area.usePrevious();
    await settle();
    expect(area.phases().at(-1)).toBe('ready');
    await area.unmount();
    area.retry();
    expect(area.phases()).toHaveLength(5);
  });
});

describe('a stable release whose code fails', () => {
  const broken = (changes: Partial<Lifecycles>) => ({ default: lifecyclesWith(changes) });
  const never = () => new Promise<void>(() => undefined);

  it.each<[string, unknown, string]>([
    ['throws while it is evaluated', new ContainerError('execution', 'why'), 'execution'],
    ['rejects its mount', broken({ mount: () => Promise.reject(new Error('why')) }), 'execution'],
    ['hangs in its mount', broken({ mount: never }), 'mount-timeout'],
    [
      'throws in its first render',
      broken({
        mount({ reportFailure }) {
          reportFailure('render', new Error('why'));
          return never();
        },
      }),
      'render',
    ],
  ])(
    'is replaced by the previous one when it %s: for the session, marked and reported',
    async (_what, module, kind) => {
      const { mount, failures, events, clock } = await setUp(new ScriptedHost(module, sound()));
      const area = mount();
      if (kind === 'mount-timeout') {
        await until(() => area.phases().includes('mounting'));
        await settle();
        clock.runOut();
      }
      await area.ready();
      expect(area.outlet.textContent).toBe(OLD);
      expect(area.states.at(-1)).toEqual({ phase: 'ready', isPrevious: true });
      expect(failures()).toEqual([`${kind} next-release`]);
      expect(events.find(({ name }) => name === 'failure')).toMatchObject({ version: NEW, source: 'stable' });
      await area.unmount();
      const again = mount();
      await again.ready();
      expect(again.outlet.textContent).toBe(OLD);
      expect(failures()).toHaveLength(1);
    },
  );

  it('is reported once when there is no other', async () => {
    const { mount, failures, setRegistry, stable } = await setUp(
      new ScriptedHost(new ContainerError('execution', 'why')),
    );
    setRegistry(registryOf(stable));
    expect(await mount().failure()).toMatchObject({ kind: 'execution', more: false });
    expect(failures()).toEqual(['execution stop']);
  });

  it('is the one that the card names when the previous one fails as well', async () => {
    const { mount } = await setUp(
      new ScriptedHost(new ContainerError('execution', 'new'), new ContainerError('execution', 'old')),
    );
    expect(await mount().failure()).toMatchObject({ version: NEW, message: 'new', more: false });
  });

  it('stays the area’s release when only a slot of it fails', async () => {
    const { loader, mount, failures } = await setUp(new ScriptedHost(new ContainerError('execution', 'why'), sound()));
    const states: SlotState[] = [];
    const element = document.body.appendChild(document.createElement('aside'));
    loader.mountSlot('credit-balance', element, { variant: 'card' }, (state) => states.push(state));
    await until(() => states.at(-1) === 'failed');
    expect(failures()).toEqual(['execution stop']);
    const area = mount();
    await area.ready();
    expect(area.outlet.textContent).toBe(NEW);
    expect(area.states.at(-1)).toEqual({ phase: 'ready' });
  });
});

describe('a mounted area that breaks', () => {
  async function breaking({ isOnly = false } = {}) {
    let report: MountProps['reportFailure'] = () => undefined;
    const lifecycles = lifecyclesWith({
      mount(props) {
        props.domElement.textContent = props.release.version;
        report = props.reportFailure;
        return Promise.resolve();
      },
    });
    const parts = await setUp(new ScriptedHost({ default: lifecycles }));
    if (isOnly) parts.setRegistry(registryOf(parts.stable));
    const area = parts.mount();
    await area.ready();
    return { ...parts, area, report: (kind: 'render' | 'chunk', error: unknown) => report(kind, error) };
  }
  const chunkError = (url?: string) => Object.assign(new Error('Loading chunk 7 failed.'), { request: url });

  it('is replaced by the card when there is no other release', async () => {
    const { area, report, failures } = await breaking({ isOnly: true });
    report('render', new Error('why'));
    expect(await area.failure()).toMatchObject({ kind: 'render', message: 'why' });
    expect(area.outlet.childNodes).toHaveLength(0);
    expect(failures()).toEqual(['render stop']);
  });

  it('reports a chunk as lost when its bytes are in order or unavailable', async () => {
    const { area, report, store, stable } = await breaking();
    store.set(`${stable.path}lazy.js`, 404);
    report('chunk', chunkError(`${STORE}${stable.path}lazy.js`));
    expect(await area.failure()).toMatchObject({ kind: 'chunk', more: true });
  });

  it('goes to the release before when a chunk has wrong bytes', async () => {
    const { area, report, store, stable, failures } = await breaking();
    store.set(`${stable.path}lazy.js`, 'tampered');
    report('chunk', chunkError(`${STORE}${stable.path}lazy.js`));
    await until(() => area.outlet.textContent === OLD);
    expect(failures()).toEqual(['integrity next-release']);
  });

  it('looks at the stylesheets when the error names no file', async () => {
    const { area, report, store, stable, setRegistry } = await breaking();
    setRegistry(registryOf(stable));
    store.set(`${stable.path}expose-app.css`, 'tampered');
    report('chunk', chunkError());
    await until(() => area.phases().at(-1) === 'failed' || area.outlet.textContent === OLD);
  });

  it('reports once, however often it breaks', async () => {
    const { area, report, failures } = await breaking();
    report('render', new Error('one'));
    report('render', new Error('two'));
    await until(() => area.outlet.textContent === OLD);
    await settle();
    expect(failures()).toEqual(['render next-release']);
    expect(area.phases().at(-1)).toBe('ready');
  });

  it('shows the card when the previous release breaks as well, and tries both again at the next opening', async () => {
    const { area, report, failures, mount } = await breaking();
    report('render', new Error('one'));
    await until(() => area.outlet.textContent === OLD);
    await area.ready();
    report('render', new Error('two'));
    expect(await area.failure()).toMatchObject({ kind: 'render', version: OLD, more: false });
    expect(failures()).toEqual(['render next-release', 'render stop']);
    await area.unmount();
    const again = mount();
    await again.ready();
    expect(again.outlet.textContent).toBe(NEW);
  });
});

describe('leaving while something is under way', () => {
  it('shows nothing afterwards, whatever the phase', async () => {
    for (const phase of ['resolving', 'verifying', 'loading', 'mounting'] as const) {
      const mountSlowly = () => settle().then(settle);
      const { mount } = await setUp(new ScriptedHost({ default: lifecyclesWith({ mount: mountSlowly }) }));
      const area = mount();
      await until(() => area.phases().includes(phase));
      const before = area.states.length;
      await area.unmount();
      for (let turn = 0; turn < 20; turn += 1) await settle();
      expect(area.states).toHaveLength(before);
      expect(area.outlet.childNodes).toHaveLength(0);
    }
  });

  it('does not wait for a mount that hangs', async () => {
    const { mount } = await setUp(
      new ScriptedHost({ default: lifecyclesWith({ mount: () => new Promise(() => undefined) }) }),
    );
    const area = mount();
    await until(() => area.phases().includes('mounting'));
    await area.unmount();
    expect(area.outlet.childNodes).toHaveLength(0);
  });
});

describe('slots', () => {
  async function slotParts(...script: unknown[]) {
    const parts = await setUp(new ScriptedHost(...script));
    const element = document.body.appendChild(document.createElement('div'));
    const states: SlotState[] = [];
    const mountSlot = () =>
      parts.loader.mountSlot('credit-balance', element, { variant: 'card' }, (state) => states.push(state));
    return { ...parts, element, states, mountSlot };
  }

  it('show a piece of the area that offers them, with props that follow the host', async () => {
    const { element, states, mountSlot } = await slotParts(sound());
    const slot = mountSlot();
    await until(() => states.at(-1) === 'ready');
    expect(element.textContent).toBe(`${NEW} {"variant":"card"}`);
    slot.update({ variant: 'inline' });
    expect(element.textContent).toBe('updated {"variant":"inline"}');
    slot.unmount();
    expect(element.childNodes).toHaveLength(0);
    expect(new Set(states)).toEqual(new Set(['loading', 'ready']));
  });

  it('are missing when no area offers them or their area is switched off', async () => {
    const { states, mountSlot, setRegistry, stable } = await slotParts(sound());
    setRegistry(registryOf(stable, { slots: [] }));
    const slot = mountSlot();
    expect(states).toEqual(['missing']);
    slot.update({ variant: 'inline' });
    slot.unmount();
    setRegistry(registryOf(stable, { enabled: false }));
    mountSlot();
    await until(() => states.length > 2);
    expect(states.at(-1)).toBe('missing');
  });

  it('fail without their host', async () => {
    const { states, mountSlot, loader } = await slotParts(new ContainerError('execution', 'why'));
    mountSlot();
    await until(() => states.at(-1) === 'failed');
    // The board lists pages only.
    expect(loader.getSnapshot()).toEqual({});
  });
});

describe('preloading, preparing and status', () => {
  it('keeps a board of all area states', async () => {
    const { loader, mount, store, stable } = await setUp(new ScriptedHost(sound()));
    store.set(`${stable.path}release.json`, '{}');
    let changes = 0;
    const unsubscribe = loader.subscribe(() => (changes += 1));
    expect(loader.getSnapshot()).toEqual({});
    const area = mount();
    await area.ready();
    expect(loader.getSnapshot()).toMatchObject({
      demo: { phase: 'ready', version: OLD, lastFailure: { kind: 'integrity', version: NEW } },
    });
    expect(loader.getSnapshot()).toBe(loader.getSnapshot());
    unsubscribe();
    const before = changes;
    await area.unmount();
    expect(changes).toBe(before);
  });

  it('names the files that a page has needed of the release, each with its hash', async () => {
    const { loader, stable } = await setUp(new ScriptedHost(sound()));
    const base = `${STORE}${stable.path}`;
    const asked = [`${base}lazy.js`, `${base}remoteEntry.js`, `${base}picture.png`, 'http://other.test/lazy.js'];
    // jsdom has no list of loaded resources.
    const getEntriesByType = (type: string) => (type === 'resource' ? asked.map((name) => ({ name })) : []);
    Object.assign(performance, { getEntriesByType });
    const loaded = await loader.loadedFiles('demo');
    Reflect.deleteProperty(performance, 'getEntriesByType');
    expect(loaded?.release).toBe(`${base}release.json`);
    const files = loaded?.files.map(({ url, integrity }) => [url.replace(base, ''), integrity]);
    const names = ['remoteEntry.js', 'expose-app.css', 'expose-app.js', 'lazy.js'];
    expect(files).toEqual(await Promise.all(names.map(async (name) => [name, await digestOf(name)])));
    expect(await loader.loadedFiles('unknown')).toBeNull();
  });

  it('preloads without mounting, and keeps its failures to itself', async () => {
    const { loader, store, setRegistry, stable } = await setUp(new ScriptedHost(sound()));
    void loader.ahead('demo', 'held');
    await until(() => document.head.querySelectorAll('link').length === 1);
    void loader.ahead('unknown', 'held');
    setRegistry(registryOf({ ...stable, contract: '^9.0.0' }));
    void loader.ahead('demo', 'held');
    await settle();
    expect(store.requests).toHaveLength(1);
  });

  it('brings an area into the cache without running it, each file by its hash, and keeps failures to itself', async () => {
    const host = new ScriptedHost(sound());
    const asked: [string, unknown][] = [];
    const { loader, store, stable } = await setUp(host, {
      fetch: (url, init) => {
        asked.push([url.replace(`${STORE}${stable.path}`, ''), [init.integrity, init.priority]]);
        return store.fetch(url, init);
      },
    });
    await loader.ahead('demo', 'fetched');
    const files = ['remoteEntry.js', 'expose-app.css', 'expose-app.js'];
    expect(asked).toEqual([
      ['release.json', [undefined, undefined]],
      ...(await Promise.all(files.map(async (name) => [name, [await digestOf(name), 'low']] as const))),
    ]);
    expect(host.requests).toEqual([]);
    expect(document.head.querySelectorAll('link, script')).toHaveLength(0);
    await loader.ahead('unknown', 'fetched');
  });

  it('fetches the others when one file cannot be fetched, and says that not all are there', async () => {
    const { loader, store, stable } = await setUp(new ScriptedHost(sound()));
    store.set(`${stable.path}expose-app.css`, 404);
    await expect(loader.ahead('demo', 'fetched')).resolves.toBe(false);
    expect(store.requests.at(-1)).toContain('expose-app.js');
  });

  it('preloads the files of an area without running it, and tells whether they have arrived', async () => {
    const host = new ScriptedHost(sound());
    const { loader, store, stable, setRegistry } = await setUp(host);
    const held = loader.ahead('demo', 'held');
    const asked: string[] = [];
    for (let files = 0; files < 3; files += 1) {
      await until(() => document.head.querySelectorAll('link').length === 1);
      const link = document.head.querySelector('link');
      asked.push(link?.href.replace(`${STORE}${stable.path}`, '') ?? '');
      link?.dispatchEvent(new Event('load'));
    }
    expect(asked).toEqual(['remoteEntry.js', 'expose-app.css', 'expose-app.js']);
    await expect(held).resolves.toBe(true);
    expect(host.requests).toEqual([]);
    expect(store.requests).toHaveLength(1);
    await expect(loader.ahead('unknown', 'held')).resolves.toBe(false);
    setRegistry(registryOf({ ...stable, contract: '^9.0.0' }));
    await expect(loader.ahead('demo', 'held')).resolves.toBe(false);
  });

  it('requests nothing early when the early start is off, and mounts all the same', async () => {
    const { loader, mount, store } = await setUp(new ScriptedHost(sound()), { earlyStart: false });
    for (const level of ['fetched', 'held', 'running'] as const) {
      await expect(loader.ahead('demo', level)).resolves.toBe(false);
    }
    await settle();
    expect(store.requests).toHaveLength(0);
    await mount().ready();
    expect(document.head.querySelectorAll('link, script')).toHaveLength(0);
  });

  it('preloads what is mounted next, and leaves its failures to the mount', async () => {
    const host = new ScriptedHost(new Error('broken'), sound());
    const { loader, mount } = await setUp(host);
    void loader.ahead('unknown', 'running');
    void loader.ahead('demo', 'running');
    await until(() => host.requests.length === 1);
    await settle();
    const area = mount();
    await area.ready();
    expect(host.requests).toHaveLength(2);
    void loader.ahead('demo', 'running');
    await settle();
    expect(host.requests).toHaveLength(2);
  });

  it('runs the release’s files next to its entry, and what else the page will need', async () => {
    const host = new ScriptedHost(sound());
    const { loader, stable } = await setUp(host);
    const base = `${STORE}${stable.path}`;
    void loader.ahead('demo', 'running', {
      files: [`${base}remoteEntry.js`, `${base}lazy.js`, `${base}foreign.js`, 'http://other.test/lazy.js'],
    });
    await until(() => host.requests.length === 1);
    const run = [...document.head.querySelectorAll('script')].map(({ src }) => src.replace(base, ''));
    expect(run.toSorted()).toEqual(['expose-app.js', 'lazy.js']);
  });

  it('lets the module prepare for the place where the portal will be', async () => {
    const prepare = jest.fn<Promise<void>, [Ports]>(() => Promise.resolve());
    const { loader } = await setUp(new ScriptedHost({ default: lifecyclesWith({ prepare }) }));
    const at = { pathname: '/demo/page', search: '', hash: '', state: null, key: 'default' };
    void loader.ahead('demo', 'running', { at });
    await until(() => prepare.mock.calls.length === 1);
    expect(prepare.mock.calls[0]?.[0].navigation.getLocation()).toEqual(at);
  });

  it.each([
    ['works', sound()],
    ['is lost', new Error('broken')],
  ])('tells before code runs ahead of its mount, and after: code that %s', async (_, module) => {
    const { loader, events } = await setUp(new ScriptedHost(module));
    await loader.ahead('demo', 'running');
    expect(events.map((event) => [event.name, 'phase' in event && event.phase, event.version])).toEqual([
      ['ahead', 'begun', NEW],
      ['ahead', 'ended', NEW],
    ]);
  });

  it('asks for the ports of a public route, before and at its mount', async () => {
    const asked: unknown[] = [];
    const makePorts: LoaderOptions['makePorts'] = (release, access) => {
      asked.push(access);
      return emptyPorts(release);
    };
    const host = new ScriptedHost({ default: lifecyclesWith({ prepare: () => Promise.resolve() }) });
    const { loader, mount } = await setUp(host, { makePorts });
    await loader.ahead('demo', 'running', { access: 'public' });
    const states: string[] = [];
    loader.mountArea('demo', document.body, ({ phase }) => states.push(phase), 'public');
    await until(() => states.at(-1) === 'ready');
    await mount().ready();
    expect(asked).toEqual(['public', 'public', undefined]);
  });

  it('lets the module prepare with its ports, whatever the outcome', async () => {
    const prepare = jest.fn<Promise<void>, [Ports]>(() => Promise.reject(new Error('no')));
    const { loader, mount } = await setUp(new ScriptedHost({ default: lifecyclesWith({ prepare }) }));
    void loader.ahead('demo', 'running');
    await until(() => prepare.mock.calls.length === 1);
    expect(prepare.mock.calls[0]?.[0].release).toMatchObject({ remote: 'demo', version: NEW });
    const area = mount();
    await area.ready();
    expect(area.outlet.textContent).toBe(NEW);
  });

  it.each<[string, boolean, Pick<Lifecycles, 'prepare'>]>([
    ['that has its data', true, { prepare: () => Promise.resolve() }],
    ['that prepares nothing', true, {}],
    ['that cannot prepare', true, { prepare: () => Promise.reject(new Error('no')) }],
  ])('tells whether a module runs: one %s', async (_, isRunning, part) => {
    const { loader } = await setUp(new ScriptedHost({ default: lifecyclesWith(part) }));
    await expect(loader.ahead('demo', 'running')).resolves.toBe(isRunning);
    await expect(loader.ahead('unknown', 'running')).resolves.toBe(false);
  });

  it('runs nothing below the level running, however often it is wanted', async () => {
    const host = new ScriptedHost(sound());
    const { loader, store } = await setUp(host);
    void loader.ahead('demo', 'fetched');
    void loader.ahead('demo', 'held');
    void loader.ahead('demo', 'held');
    await until(() => document.head.querySelectorAll('link').length > 0);
    for (let turn = 0; turn < 20; turn += 1) await settle();
    expect(host.requests).toEqual([]);
    expect(document.head.querySelectorAll('script')).toHaveLength(0);
    expect(store.requests.filter((url) => url.endsWith('/release.json'))).toHaveLength(1);
  });

  it('takes a newer release of an area for one of which nothing is there', async () => {
    const { loader, store, setRegistry } = await setUp(new ScriptedHost(sound()));
    await loader.ahead('demo', 'fetched');
    setRegistry(registryOf(await store.publish('3.0.0-33333333')));
    await loader.ahead('demo', 'fetched');
    expect(store.requests.some((url) => url.includes('3.0.0-33333333/remoteEntry.js'))).toBe(true);
  });
});
