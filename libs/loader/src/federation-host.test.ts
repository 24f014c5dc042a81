/** @jest-environment ../../jest.browser.mjs */
import type { init as Init } from '@module-federation/enhanced/runtime';
import { federationHost } from './federation-host';

type Options = Parameters<typeof Init>[0];
const init = jest.fn<void, [Options]>();
const registerRemotes = jest.fn<void, unknown[]>();
const loadRemote = jest.fn<Promise<unknown>, [string]>();
const loadShare = jest.fn<Promise<unknown>, [string]>(() => Promise.resolve(false));
jest.mock('@module-federation/enhanced/runtime', () => ({
  init: (options: Options) => init(options),
  registerRemotes: (...args: unknown[]) => registerRemotes(...args),
  loadRemote: (id: string) => loadRemote(id),
  loadShare: (name: string) => loadShare(name),
}));

jest.mock('@module-federation/inject-external-runtime-core-plugin', () => ({
  __esModule: true,
  default: () => ({ name: 'runtime' }),
}));

const PROVIDED = {
  react: { version: '19.3.1', load: () => Promise.resolve({ useState: 1 }) },
  zod: { version: '4.6.7', load: () => Promise.resolve({ z: 1 }) },
};
const ENTRY = 'http://store.test/releases/demo/1/remoteEntry.js';
const request = (entryUrl = ENTRY) => ({
  container: 'demo_1',
  entryUrl,
  root: null as string | null,
  expose: './app',
  integrityOf: (url: string) => (url.startsWith(ENTRY) ? 'sha384-entry' : null),
  timeoutMs: 700,
});

/** The error of a call. */
function refusalOf(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return null;
}

beforeEach(() => {
  jest.clearAllMocks();
  loadRemote.mockResolvedValue({ default: 1 });
});

function pluginOf() {
  const host = federationHost(PROVIDED);
  const plugin = init.mock.calls[0]?.[0].plugins?.find(({ name }) => name === 'nemus-integrity');
  if (!plugin?.createScript || !plugin.createLink) throw new Error('The plugin has no hooks.');
  return { host, createScript: plugin.createScript, createLink: plugin.createLink };
}

describe('containers through Module Federation', () => {
  it('loads an exposed module of a container by the address of its script', async () => {
    const { host } = pluginOf();
    await expect(host.load(request())).resolves.toEqual({ default: 1 });
    expect(registerRemotes.mock.calls).toEqual([
      [[{ name: 'demo_1_1', entry: ENTRY, entryGlobalName: 'demo_1', type: 'global' }]],
    ]);
    expect(loadRemote).toHaveBeenCalledWith('demo_1_1/app');
    await host.load({ ...request(), expose: './balance' });
    expect(registerRemotes).toHaveBeenCalledTimes(1);
    expect(loadRemote).toHaveBeenCalledWith('demo_1_1/balance');
  });

  it('makes a new container for a new address, and forgets the global of the one before', async () => {
    const { host } = pluginOf();
    await host.load(request());
    Reflect.set(globalThis, 'demo_1', 'the container that failed');
    await host.load(request(`${ENTRY}?retry=1`));
    expect(Reflect.has(globalThis, 'demo_1')).toBe(false);
    expect(registerRemotes.mock.calls.at(-1)).toEqual([
      [{ name: 'demo_1_2', entry: `${ENTRY}?retry=1`, entryGlobalName: 'demo_1', type: 'global' }],
    ]);
  });

  it('sets integrity on scripts and links', async () => {
    const { host, createScript, createLink } = pluginOf();
    await host.load(request());
    const made = createScript({ url: `${ENTRY}?retry=1` });
    if (!made || !('script' in made) || !made.script) throw new Error('No script was made.');
    expect(made.timeout).toBe(700);
    const { src, integrity, crossOrigin } = made.script;
    expect({ src, integrity, crossOrigin }).toEqual({
      src: `${ENTRY}?retry=1`,
      integrity: 'sha384-entry',
      crossOrigin: 'anonymous',
    });
    const link = createLink({ url: ENTRY, attrs: { rel: 'stylesheet' } });
    if (!(link instanceof HTMLLinkElement)) throw new Error('No link was made.');
    expect([link.rel, link.integrity, link.crossOrigin]).toEqual(['stylesheet', 'sha384-entry', 'anonymous']);
  });

  it('tells a container where the shared files of its area are, or nothing where it must not share', async () => {
    const { host, createScript } = pluginOf();
    const rootOf = (url: string) => {
      const made = createScript({ url });
      return made && 'script' in made ? made.script?.dataset['root'] : null;
    };
    await host.load({ ...request(), root: 'http://store.test/releases/demo/' });
    expect(rootOf(ENTRY)).toBe('http://store.test/releases/demo/');
    await host.load(request(`${ENTRY}?retry=1`));
    expect(rootOf(`${ENTRY}?retry=1`)).toBeUndefined();
  });

  it('refuses everything without a known hash', async () => {
    const { host, createScript, createLink } = pluginOf();
    const refusal: unknown = expect.objectContaining({ name: 'ContainerError', kind: 'untrusted', url: ENTRY });
    expect(() => createScript({ url: ENTRY })).toThrow('not listed in any release');
    expect(refusalOf(() => createScript({ url: ENTRY }))).toEqual(refusal);
    await host.load(request());
    expect(() => createScript({ url: 'http://elsewhere.test/x.js' })).toThrow('not listed in any release');
    expect(() => createLink({ url: 'http://elsewhere.test/x.css' })).toThrow('not listed in any release');
    loadRemote.mockClear();
    const refused = host.load({ ...request('http://elsewhere.test/remoteEntry.js') });
    await expect(refused).rejects.toMatchObject({ kind: 'untrusted', url: 'http://elsewhere.test/remoteEntry.js' });
    expect(loadRemote).not.toHaveBeenCalled();
  });

  it.each([
    ['script', new Error('ScriptNetworkError: Failed to load script "x" #RUNTIME-008')],
    ['timeout', new Error('#RUNTIME-008 ScriptNetworkError: Script "x" timed out.')],
    ['execution', new Error('#RUNTIME-008 ScriptExecutionError: Script "x" loaded but threw')],
    ['contract', new Error('Version 19 of shared singleton module react does not satisfy the requirement of demo')],
    ['execution', new Error('undefined is not a function')],
    ['execution', 'thrown text'],
    [
      'chunk',
      Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError', request: `${ENTRY}/7.js` }),
    ],
  ])('calls it %s: %s', async (kind, error) => {
    const { host } = pluginOf();
    loadRemote.mockRejectedValue(error);
    await expect(host.load(request())).rejects.toMatchObject({ name: 'ContainerError', kind });
  });

  it('puts the shell’s modules into the share scope, each loaded on first use', async () => {
    pluginOf();
    const react = Object.entries(init.mock.calls[0]?.[0].shared ?? {}).find(([name]) => name === 'react')?.[1];
    expect(react).toMatchObject({
      version: '19.3.1',
      shareConfig: { singleton: true, strictVersion: true, requiredVersion: '^19.3.1' },
    });
    const get: unknown = react && 'get' in react ? react.get : null;
    if (typeof get !== 'function') throw new Error('The shared module cannot be loaded.');
    expect((await get())()).toEqual({ useState: 1 });
  });

  it('knows what the shell provides', () => {
    const shared = [
      { name: 'react', version: '19.3.1' },
      { name: 'zod', version: '4.6.7' },
    ];
    expect(pluginOf().host.provided()).toEqual(shared);
    Reflect.set(globalThis, '_FEDERATION_RUNTIME_CORE_FROM', { name: 'nemus_shell', version: '2.9.2' });
    try {
      const runtime = { name: '@module-federation/runtime-core', version: '2.9.2' };
      expect(pluginOf().host.provided()).toEqual([...shared, runtime]);
    } finally {
      Reflect.deleteProperty(globalThis, '_FEDERATION_RUNTIME_CORE_FROM');
    }
  });
});

describe('names of shared modules', () => {
  const load = jest.fn(() => Promise.resolve<unknown>({ has: 1 }));
  const source = { version: '1.0.0', load };

  it('are determined from the module itself', async () => {
    const host = federationHost({ thing: source, made: { ...source, load: () => Promise.resolve(() => 1) } });
    expect(await host.missing('thing', ['has', 'hasNot', 'toString'])).toEqual(['hasNot', 'toString']);
    expect(await host.missing('made', ['hasNot'])).toEqual(['hasNot']);
    expect(await host.missing('constructor', ['name'])).toEqual(['name']);
  });

  it('are not determined for modules that load after a click or cannot be loaded now', async () => {
    load.mockClear();
    const host = federationHost({
      late: { ...source, late: true },
      lost: { ...source, load: () => Promise.reject(new Error('lost')) },
    });
    expect(await host.missing('late', ['hasNot'])).toEqual([]);
    expect(load).not.toHaveBeenCalled();
    expect(await host.missing('lost', ['hasNot'])).toEqual([]);
  });

  it('bring it into the share scope in a moment of rest, once it is loaded, for a container that starts later', async () => {
    const rest = () => new Promise((resolve) => setTimeout(resolve));
    await rest();
    loadShare.mockClear();
    const lost = { ...source, load: () => Promise.reject(new Error('No connection.')) };
    const host = federationHost({ thing: source, lost, late: { ...source, late: true } });
    for (const name of ['thing', 'thing', 'lost', 'late']) await host.missing(name, ['has']);
    expect(loadShare).not.toHaveBeenCalled();
    await rest();
    expect(loadShare.mock.calls).toEqual([['thing']]);
  });
});
