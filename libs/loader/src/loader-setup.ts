/** A loader in a page, for the tests of this package: its requests, and what it shows. */
import type { RegistryDocument } from '@nemus/registry';
import { createLoader, type LoaderOptions } from './loader';
import {
  emptyPorts,
  lifecyclesWith,
  MemoryStore,
  registryOf,
  STORE,
  TestClock,
  until,
  type ScriptedHost,
} from './loader-fixtures';
import type { AreaState } from './state';
import type { LoaderEvent } from './telemetry';

export const NEW = '2.0.0-22222222';
export const OLD = '1.0.0-11111111';

/** A loader on a store with two releases, the newer one stable. */
export async function setUp(
  host: ScriptedHost,
  changes: Partial<LoaderOptions> & { registry?: RegistryDocument } = {},
) {
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
      /** The failure, once the mount has failed. */
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

/** A module that mounts. */
export const sound = () => ({ default: lifecyclesWith() });
