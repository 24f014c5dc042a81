/** @jest-environment ../../jest.browser.mjs */
import type { MountProps, Ports } from '../ports';
import { defineAdapter } from './adapter';
import { CONTRACT_ADAPTERS } from './adapters';

/** Ports that nothing under test calls. */
function emptyPorts(release: Ports['release']): Ports {
  return { release } as unknown as Ports;
}

const release = { remote: 'demo', title: 'Probe', team: 'red', version: '1.0.0-11111111' };

/** What an older area has instead of `notify`. */
interface OlderPorts {
  readonly say: (text: string) => void;
}

function setUp() {
  const notify = jest.fn();
  const ports: Ports = { ...emptyPorts(release), notify };
  const portsOf = jest.fn((newer: Ports): OlderPorts => ({
    say: (text) => newer.notify({ kind: 'info', title: text }),
  }));
  const adapter = defineAdapter<OlderPorts>({
    contract: '1.8.0',
    until: '2027-06-30',
    ports: portsOf,
    slotProps: (slot, props) => ({ of: slot, given: props }),
  });
  const calls: unknown[][] = [];
  const take = (name: string) => (props: OlderPorts) => {
    calls.push([name, props]);
    return Promise.resolve();
  };
  const older = {
    prepare: take('prepare'),
    bootstrap: take('bootstrap'),
    mount: take('mount'),
    update: take('update'),
    unmount: take('unmount'),
  };
  const props: MountProps = {
    ...ports,
    name: 'demo/app#1',
    domElement: document.createElement('div'),
    reportFailure: jest.fn(),
    slotProps: { variant: 'card' },
  };
  return { adapter, older, calls, notify, ports, portsOf, props };
}

it('is empty in production: the contract has one major', () => expect(CONTRACT_ADAPTERS).toEqual([]));

it('gives an older area the ports of its contract and nothing of the newer one', async () => {
  const { adapter, older, calls, notify, props, ports } = setUp();
  const lifecycles = adapter.lifecycles(older, null);
  await lifecycles?.prepare?.(ports);
  await lifecycles?.bootstrap(props);
  await lifecycles?.mount(props);
  expect(calls.map(([name]) => name)).toEqual(['prepare', 'bootstrap', 'mount']);
  const given = calls[2]?.[1];
  expect(given).toEqual({
    say: expect.any(Function),
    name: 'demo/app#1',
    domElement: props.domElement,
    reportFailure: props.reportFailure,
    slotProps: { variant: 'card' },
  });
  if (typeof given === 'object' && given && 'say' in given && typeof given.say === 'function') given.say('Hallo');
  expect(notify).toHaveBeenCalledWith({ kind: 'info', title: 'Hallo' });
});

it('keeps the ports of a mount for as long as it lives, and makes others for the next', async () => {
  const { adapter, older, calls, portsOf, props } = setUp();
  const lifecycles = adapter.lifecycles(older, 'credit-balance');
  await lifecycles?.mount(props);
  await lifecycles?.update({ ...props, slotProps: { variant: 'inline' } });
  await lifecycles?.unmount(props);
  expect(portsOf).toHaveBeenCalledTimes(1);
  expect(calls[1]?.[1]).toMatchObject({ slotProps: { of: 'credit-balance', given: { variant: 'inline' } } });
  await lifecycles?.mount({ ...props, domElement: document.createElement('div') });
  expect(portsOf).toHaveBeenCalledTimes(2);
});

it('prepares nothing for an area that does not ask for it', async () => {
  const { adapter, older, ports } = setUp();
  const { prepare: _none, ...without } = older;
  await expect(adapter.lifecycles(without, null)?.prepare?.(ports)).resolves.toBeUndefined();
});

it('asks the search of an older area with its own ports', async () => {
  const { adapter, ports } = setUp();
  const found = [{ label: 'Treffer', path: '/demo' }];
  const older = jest.fn((_ports: OlderPorts, _query: string) => Promise.resolve(found));
  const search = adapter.search(older);
  await expect(search?.(ports, 'tref', new AbortController().signal)).resolves.toBe(found);
  expect(older).toHaveBeenCalledWith({ say: expect.any(Function) }, 'tref', expect.any(AbortSignal));
});

it.each([null, undefined, 'text', {}, { mount: () => Promise.resolve() }])('takes %p for no area', (exported) => {
  const { adapter } = setUp();
  expect(adapter.lifecycles(exported, null)).toBeNull();
  expect(adapter.search(exported)).toBeNull();
});
