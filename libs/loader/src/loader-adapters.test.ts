/** @jest-environment ../../jest.browser.mjs */
import type { Lifecycles, MountProps } from '@nemus/contract';
import { defineAdapter } from '@nemus/contract/adapters';
import { DECLARATION, lifecyclesWith, MemoryStore, registryOf, ScriptedHost } from './loader-fixtures';
import { NEW, setUp, sound } from './loader-setup';

interface OlderPorts {
  readonly greeting: string;
}

const ONE = defineAdapter<OlderPorts>({
  contract: '1.8.0',
  until: '2027-06-30',
  ports: ({ release }) => ({ greeting: `Guten Tag, ${release.remote}` }),
});

/** An area that shows what its contract gives it. */
const OLDER: Lifecycles = lifecyclesWith({
  mount: async (props: MountProps) => {
    props.domElement.textContent = String(Reflect.get(props, 'greeting'));
  },
});

/** A shell of contract 2 on a day, with the area of contract 1. */
async function open(day: string, host = new ScriptedHost({ default: OLDER }), contractVersion = '2.0.0') {
  return setUp(host, { contractVersion, adapters: [ONE], today: () => new Date(day) });
}

it.each(['2026-12-01T00:00:00Z', '2027-07-29T23:59:00Z'])(
  'runs an area of contract 1 in a shell of 2, %s',
  async (day) => {
    const { mount } = await open(day);
    const area = mount();
    await area.ready();
    expect(area.outlet.textContent).toBe('Guten Tag, demo');
    await area.unmount();
    expect(area.outlet.textContent).toBe('');
  },
);

it('refuses it after the days of grace, in words, before anything of it is fetched', async () => {
  const host = new ScriptedHost({ default: OLDER });
  const { mount, store } = await open('2027-07-30T00:00:00Z', host);
  const failure = await mount().failure();
  expect(failure).toMatchObject({
    kind: 'contract',
    version: NEW,
    message: expect.stringContaining('the adapter of contract 1 ended on 2027-06-30'),
  });
  expect(host.requests).toEqual([]);
  expect(store.requests).toEqual([]);
});

it('compares a range once that the shell’s own contract satisfies', async () => {
  const today = jest.fn(() => new Date('2026-12-01T00:00:00Z'));
  const { mount } = await setUp(new ScriptedHost(sound()), { contractVersion: '1.8.0', adapters: [ONE], today });
  for (let opening = 0; opening < 2; opening += 1) {
    const area = mount();
    await area.ready();
    await area.unmount();
  }
  expect(today).toHaveBeenCalledTimes(1);
});

it('checks at every opening: a page that stays open past the end opens no such area any more', async () => {
  let day = '2027-07-29T12:00:00Z';
  const host = new ScriptedHost({ default: OLDER });
  const { mount } = await setUp(host, {
    contractVersion: '2.0.0',
    adapters: [ONE],
    today: () => new Date(day),
  });
  const before = mount();
  await before.ready();
  day = '2027-07-30T12:00:00Z';
  expect(before.outlet.textContent).toBe('Guten Tag, demo');
  await before.unmount();
  await expect(mount().failure()).resolves.toMatchObject({ kind: 'contract' });
});

it('gives an area of its own contract what the shell has, next to the older one', async () => {
  const { mount } = await open('2026-12-01T00:00:00Z', new ScriptedHost(sound()), '1.8.0');
  const area = mount();
  await area.ready();
  expect(area.outlet.textContent).toBe(NEW);
});

it('uses the document of the release, whatever a registry says about it', async () => {
  const store = new MemoryStore();
  const pointer = await store.publish(NEW, { declaration: { ...DECLARATION, contract: '^3.0.0' } });
  const host = new ScriptedHost(sound());
  const { mount } = await setUp(host, {
    contractVersion: '2.0.0',
    registry: registryOf({ ...pointer, contract: '^2.0.0' }),
    fetch: store.fetch,
  });
  await expect(mount().failure()).resolves.toMatchObject({
    kind: 'contract',
    message: 'It was written for contract ^3.0.0; this shell has contract 2.0.0.',
  });
  expect(host.requests).toEqual([]);
});

it('reports an older area without lifecycles like every area', async () => {
  const { mount } = await open('2026-12-01T00:00:00Z', new ScriptedHost({ default: { render: () => undefined } }));
  await expect(mount().failure()).resolves.toMatchObject({
    kind: 'execution',
    message: expect.stringContaining('has no lifecycles'),
  });
});
