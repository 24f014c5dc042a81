/** What the tests of this package share: a store in memory, a scripted container host, a clock that does not wait. */
import { setImmediate } from 'node:timers';
import type { Lifecycles, Ports, RemoteDeclaration } from '@nemus/contract';
import {
  containerName,
  digestOf,
  pointerTo,
  type RegisteredRemote,
  type RegistryDocument,
  type ReleaseDocument,
  type ReleasePointer,
} from '@nemus/registry';
import type { Clock } from './clock';
import type { ContainerHost, ContainerRequest } from './container-host';
import type { Fetch } from './documents';

export const STORE = 'http://store.test/';

export const DECLARATION: RemoteDeclaration = {
  name: 'demo',
  title: 'Probe',
  team: 'red',
  contract: '^1.0.0',
  routes: [{ path: '/demo', layout: 'shared', title: 'Probe' }],
  menu: [],
  slots: [{ name: 'credit-balance', expose: './balance' }],
  budget: { entry: 1, total: 1 },
};

/** A store in memory. Addresses answer with their text, with an HTTP status, or never (`hang`). */
export class MemoryStore {
  readonly requests: string[] = [];
  readonly #answers = new Map<string, string | number | 'network'>();

  set(path: string, answer: string | number | 'network') {
    this.#answers.set(path, answer);
  }

  /** The answer of an address. */
  textOf(path: string): string {
    return String(this.#answers.get(path));
  }

  readonly fetch: Fetch = (url) => {
    this.requests.push(url);
    const answer = this.#answers.get(url.replace(STORE, '').replace(/\?.*/, '')) ?? 404;
    if (answer === 'network') return Promise.reject(new TypeError('Failed to fetch'));
    if (typeof answer === 'number') return Promise.resolve(response(answer, '', url));
    return Promise.resolve(response(200, answer, url));
  };

  /** Puts a release into the store; every file contains its own name. */
  async publish(version: string, changes: Partial<ReleaseDocument> = {}): Promise<ReleasePointer> {
    const names = ['remoteEntry.js', 'expose-app.js', 'expose-app.css', 'lazy.js'];
    const files = await Promise.all(
      names.map(async (name) => [name, { integrity: await digestOf(name), bytes: name.length }] as const),
    );
    const release: ReleaseDocument = {
      schema: 1,
      declaration: DECLARATION,
      version,
      commit: 'c0ffee',
      builtAt: '2026-01-01T00:00:00.000Z',
      container: containerName('demo', version),
      entry: 'remoteEntry.js',
      preload: ['remoteEntry.js', 'expose-app.css', 'expose-app.js'],
      slotPreload: { './balance': ['remoteEntry.js'] },
      files: Object.fromEntries(files),
      shared: [],
      ...changes,
    };
    const text = JSON.stringify(release);
    const pointer = pointerTo(release, await digestOf(text));
    for (const name of names) this.set(`${pointer.path}${name}`, name);
    this.set(`${pointer.path}release.json`, text);
    return pointer;
  }
}

function response(status: number, text: string, url: string): Response {
  const bytes = new TextEncoder().encode(text);
  const { pathname } = new URL(url);
  const type = pathname.endsWith('.css') ? 'text/css' : pathname.endsWith('.js') ? 'text/javascript' : 'text/plain';
  const headers = { get: () => `${type}; charset=utf-8` };
  const answer = { ok: status < 400, status, headers, arrayBuffer: () => Promise.resolve(bytes.buffer) };
  // The part of a response that the loader reads; jsdom has no Response of its own.
  return answer as unknown as Response;
}

export function registryOf(stable: ReleasePointer, changes: Partial<RegisteredRemote> = {}): RegistryDocument {
  const { name, title, team, routes, menu, slots } = DECLARATION;
  const remote: RegisteredRemote = {
    name,
    title,
    team,
    routes,
    menu,
    slots,
    enabled: true,
    stable,
    lastGood: [],
    ...changes,
  };
  return {
    schema: 1,
    environment: 'test',
    revision: 1,
    issuedAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2099-01-01T00:00:00.000Z',
    remotes: [remote],
  };
}

/** Answers loads from a script: an exports object, an error, or a promise. */
export class ScriptedHost implements ContainerHost {
  readonly requests: ContainerRequest[] = [];
  readonly #script: unknown[];

  /** @param script One answer per load; the last one stays. */
  constructor(...script: unknown[]) {
    this.#script = script;
  }

  async load(request: ContainerRequest): Promise<unknown> {
    this.requests.push(request);
    const answer = this.#script.length > 1 ? this.#script.shift() : this.#script[0];
    if (answer instanceof Error) throw answer;
    return answer;
  }

  /** Exports of shared modules that this shell has; every name of the others. */
  exports: Readonly<Record<string, readonly string[]>> = {};

  missing(module: string, names: readonly string[]) {
    const has = this.exports[module];
    return Promise.resolve(names.filter((name) => has?.includes(name) === false));
  }

  provided() {
    return [{ name: 'react', version: '19.3.1' }];
  }
}

/** Does not wait: further attempts start at once, and time limits end when a test says so. */
export class TestClock implements Clock {
  /** Waits before further attempts so far, in milliseconds. */
  readonly waits: number[] = [];
  readonly #limits = new Set<() => void>();

  now() {
    return 0;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (!signal) {
      this.waits.push(ms);
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.#limits.add(resolve);
      signal.addEventListener('abort', () => this.#limits.delete(resolve));
    });
  }

  /** Ends every running time limit. */
  runOut() {
    for (const limit of this.#limits) limit();
    this.#limits.clear();
  }
}

/** Lifecycles that write into their element; any of them can be replaced. */
export function lifecyclesWith(changes: Partial<Lifecycles> = {}): Lifecycles {
  return {
    bootstrap: () => Promise.resolve(),
    mount({ domElement, release, slotProps }) {
      domElement.textContent = `${release.version} ${JSON.stringify(slotProps) ?? ''}`.trim();
      return Promise.resolve();
    },
    update({ domElement, slotProps }) {
      domElement.textContent = `updated ${JSON.stringify(slotProps)}`;
      return Promise.resolve();
    },
    unmount: () => Promise.resolve(),
    ...changes,
  };
}

/** Ports that nothing under test calls. */
export function emptyPorts(release: Ports['release']): Ports {
  // The loader passes ports on without looking at them.
  return { release } as unknown as Ports;
}

/**
 * Waits until a condition is true, however many asynchronous steps that takes; throws when it never is. Hashes are
 * computed outside the event loop, so counting its turns would not be reliable on a busy machine.
 */
export async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 4_000;
  while (Date.now() < deadline) {
    if (holds()) return;
    await settle();
  }
  throw new Error('What the test waits for never happened.');
}

/** One turn of the event loop. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
