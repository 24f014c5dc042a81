/** @jest-environment jsdom */
import type { MountProps, SlotState } from '@nemus/contract';
import {
  generateKeyPair,
  openSigner,
  parseRelease,
  signRelease,
  type Account,
  type RegistryDocument,
  type ReleaseDocument,
  type Signer,
  type TrustedKeys,
} from '@nemus/registry';
import { ContainerError } from './container-host';
import { createLoader, type LoaderOptions } from './loader';
import {
  emptyPorts,
  lifecyclesWith,
  MemoryStore,
  registryOf,
  ScriptedHost,
  settle,
  STORE,
  TestClock,
  until,
} from './loader-fixtures';
import type { AreaState } from './state';
import type { LoaderEvent } from './telemetry';

const NEW = '2.0.0-22222222';
const OLD = '1.0.0-11111111';

beforeEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
});

/** A loader on a store with two releases, the newer one stable. */
async function setUp(host: ScriptedHost, changes: Partial<LoaderOptions> & { registry?: RegistryDocument } = {}) {
  const store = new MemoryStore();
  const before = await store.publish(OLD);
  const stable = await store.publish(NEW);
  const clock = new TestClock();
  const events: LoaderEvent[] = [];
  let registry = changes.registry ?? registryOf(stable, { lastGood: [before] });
  const loader = createLoader({
    storeUrl: STORE,
    contractVersion: '1.0.0',
    getRegistry: () => registry,
    makePorts: emptyPorts,
    container: host,
    telemetry: (event) => events.push(event),
    clock,
    fetch: store.fetch,
    ...changes,
  });
  const mount = () => {
    const outlet = document.body.appendChild(document.createElement('main'));
    const states: AreaState[] = [];
    const handle = loader.mountArea('demo', outlet, (state) => states.push(state));
    const last = () => states.at(-1);
    return {
      ...handle,
      outlet,
      states,
      phases: () => states.map(({ phase }) => phase),
      ready: () => until(() => last()?.phase === 'ready'),
      /** The failure, once the mount has come to one. */
      async failure() {
        await until(() => last()?.phase === 'failed');
        const state = last();
        if (state?.phase !== 'failed') throw new Error('unreachable');
        const { kind, origin, supportId, message } = state.failure;
        return { kind, version: origin.version, team: origin.team, supportId, message, more: state.canUsePrevious };
      },
    };
  };
  return {
    loader,
    store,
    clock,
    events,
    stable,
    before,
    mount,
    setRegistry: (next: RegistryDocument) => (registry = next),
    failures: () => events.flatMap((event) => (event.name === 'failure' ? [`${event.kind} ${event.next}`] : [])),
  };
}

const sound = () => ({ default: lifecyclesWith() });

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

  it('gives every mount a name of its own', async () => {
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

  it('shows a canary to those who are in it', async () => {
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

  it('says why an area is switched off, and fetches nothing', async () => {
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
  it('refuses a document that the registry does not point to, and never asks for its bytes again', async () => {
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

  it('tells of the stable release when no release is left, now and in later mounts', async () => {
    const { mount, setRegistry, store, stable } = await setUp(new ScriptedHost(sound()));
    setRegistry(registryOf(stable));
    store.set(`${stable.path}release.json`, '{}');
    expect(await mount().failure()).toMatchObject({ kind: 'integrity', version: NEW, more: false });
    expect(await mount().failure()).toMatchObject({ kind: 'integrity', version: NEW, more: false });
    expect(store.requests).toHaveLength(1);
  });

  it('is asked for anew when the user retries', async () => {
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

describe('what may pass by itself', () => {
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

  it('says which kind of failure it was', async () => {
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
    ['nothing', undefined],
    ['no default', {}],
    ['something else', { default: { mount: () => undefined } }],
  ])('fails when it exports %s', async (_what, module) => {
    const { mount } = await setUp(new ScriptedHost(module));
    expect(await mount().failure()).toMatchObject({ kind: 'execution', more: true });
  });
});

describe('the user', () => {
  it('can go to the release before, and stays there for the session', async () => {
    const host = new ScriptedHost(new ContainerError('execution', 'why'), sound());
    const { mount } = await setUp(host);
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
    const { mount } = await setUp(new ScriptedHost(new ContainerError('execution', 'why')));
    const area = mount();
    await area.failure();
    area.usePrevious();
    await until(() => area.phases().filter((phase) => phase === 'failed').length === 2);
    expect(await area.failure()).toMatchObject({ version: OLD, more: false });
  });

  it('gives every release another chance by retrying', async () => {
    const host = new ScriptedHost(new ContainerError('execution', 'a'), new ContainerError('execution', 'b'), sound());
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
    const { mount } = await setUp(host);
    const area = mount();
    expect(await area.failure()).toMatchObject({ kind: 'render', more: true });
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

describe('a mounted area that breaks', () => {
  async function breaking() {
    let report: MountProps['reportFailure'] = () => undefined;
    const lifecycles = lifecyclesWith({
      mount(props) {
        props.domElement.textContent = props.release.version;
        report = props.reportFailure;
        return Promise.resolve();
      },
    });
    const parts = await setUp(new ScriptedHost({ default: lifecycles }));
    const area = parts.mount();
    await area.ready();
    return { ...parts, area, report: (kind: 'render' | 'chunk', error: unknown) => report(kind, error) };
  }
  const chunkError = (url?: string) => Object.assign(new Error('Loading chunk 7 failed.'), { request: url });

  it('is replaced by the card', async () => {
    const { area, report, failures } = await breaking();
    report('render', new Error('why'));
    expect(await area.failure()).toMatchObject({ kind: 'render', message: 'why', more: true });
    expect(area.outlet.childNodes).toHaveLength(0);
    expect(failures()).toEqual(['render stop']);
  });

  it('says that a chunk is lost when its bytes are in order or cannot be had', async () => {
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
    await area.failure();
    await settle();
    expect(failures()).toEqual(['render stop']);
  });
});

describe('leaving while something is under way', () => {
  it('shows nothing afterwards, in whatever phase it happens', async () => {
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

  it('are missing when nobody offers them or their area is switched off', async () => {
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
    // The board is about pages.
    expect(loader.getSnapshot()).toEqual({});
  });
});

describe('beside mounting', () => {
  it('keeps a board of how the areas stand', async () => {
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

  it('preloads without mounting, and keeps its failures to itself', async () => {
    const { loader, store, setRegistry, stable } = await setUp(new ScriptedHost(sound()));
    loader.preload('demo');
    await until(() => document.head.querySelectorAll('link').length === 3);
    loader.preload('unknown');
    setRegistry(registryOf({ ...stable, contract: '^9.0.0' }));
    loader.preload('demo');
    await settle();
    expect(store.requests).toHaveLength(1);
  });
});

describe('a release whose keys are pinned', () => {
  async function team() {
    const pair = await generateKeyPair();
    return {
      signer: await openSigner(pair),
      trustedKeys: { demo: { keys: [{ id: pair.keyId, publicKey: pair.publicKey }] } },
    };
  }

  /** A loader on a store whose one release was signed by `sign`. */
  async function signedBy(
    sign: (release: ReleaseDocument) => Promise<ReleaseDocument>,
    trustedKeys: TrustedKeys,
    host = new ScriptedHost(sound()),
  ) {
    const store = new MemoryStore();
    const draft = await store.publish(NEW);
    const parsed = parseRelease(store.textOf(`${draft.path}release.json`));
    if (!parsed.ok) throw new Error(parsed.message);
    const stable = await store.publish(NEW, await sign(parsed.release));
    return setUp(host, { registry: registryOf(stable), fetch: store.fetch, trustedKeys });
  }

  it('is shown when its team signed it', async () => {
    const { signer, trustedKeys } = await team();
    const { mount } = await signedBy((release) => signRelease(release, signer), trustedKeys);
    const area = mount();
    await area.ready();
    expect(area.outlet).toHaveTextContent(NEW);
  });

  it.each<[string, (signer: Signer) => (release: ReleaseDocument) => Promise<ReleaseDocument>]>([
    ['nobody signed it', () => (release) => Promise.resolve(release)],
    ['somebody else signed it', () => async (release) => signRelease(release, (await team()).signer)],
    [
      'it was changed afterwards',
      (signer) => async (release) => ({ ...(await signRelease(release, signer)), commit: 'x' }),
    ],
  ])('never runs when %s', async (_name, sign) => {
    const { signer, trustedKeys } = await team();
    const host = new ScriptedHost(sound());
    const { mount } = await signedBy(sign(signer), trustedKeys, host);
    expect(await mount().failure()).toMatchObject({ kind: 'integrity', version: NEW });
    expect(host.requests).toEqual([]);
  });

  it('never runs when it is of another version than the registry says', async () => {
    const host = new ScriptedHost(sound());
    const { mount, stable, before, store, setRegistry } = await setUp(host);
    store.set(`${stable.path}release.json`, store.textOf(`${before.path}release.json`));
    setRegistry(registryOf({ ...stable, digest: before.digest }));
    expect(await mount().failure()).toMatchObject({ kind: 'integrity' });
    expect(host.requests).toEqual([]);
  });
});

describe('a canary', () => {
  const USER: Account = { userId: 'u-1', cohorts: ['staff'] };

  async function withCanary(host: ScriptedHost, account: Account = USER) {
    const loading = await setUp(host, { getAccount: () => account });
    const { stable, before } = loading;
    const canary = { pointer: stable, percent: 0, cohorts: ['staff'], salt: 'x' };
    loading.setRegistry(registryOf(before, { canary }));
    return loading;
  }

  it('is shown to those who are in it, again and again, and to nobody else', async () => {
    const { mount } = await withCanary(new ScriptedHost(sound()));
    for (const _time of [1, 2]) {
      const area = mount();
      await area.ready();
      expect(area.outlet).toHaveTextContent(NEW);
    }
    const other = await withCanary(new ScriptedHost(sound()), { userId: 'u-1', cohorts: [] });
    const area = other.mount();
    await area.ready();
    expect(area.outlet).toHaveTextContent(OLD);
  });

  it('that throws gives way to the stable release for the session, and is reported', async () => {
    const host = new ScriptedHost(new Error('broken'), sound());
    const { mount, failures, events } = await withCanary(host);
    const area = mount();
    await area.ready();
    expect(area.outlet).toHaveTextContent(OLD);
    expect(failures()).toEqual(['execution next-release']);
    expect(events.find(({ name }) => name === 'failure')?.version).toBe(NEW);
    const again = mount();
    await again.ready();
    expect(again.outlet).toHaveTextContent(OLD);
    expect(failures()).toHaveLength(1);
  });
});
