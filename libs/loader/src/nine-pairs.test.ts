/**
 * @jest-environment ../../jest.browser.mjs
 *
 * Three areas in three shells, by what their documents say: the fast form of `npm run nine-pairs -w @nemus/portal`,
 * which builds them. Every pair works, or is refused with a message before any code of the area is
 * requested.
 */
import { digestOf, USES_FILE, type SharedRequirement } from '@nemus/registry';
import { DECLARATION, MemoryStore, registryOf, ScriptedHost } from './loader-fixtures';
import { NEW, setUp, sound } from './loader-setup';

/** One moment: the contract that areas were written for, and what they and the shell were built with. */
interface Moment {
  readonly range: string;
  readonly contract: string;
  readonly versions: Readonly<Record<string, string>>;
}

const MOMENTS: Readonly<Record<string, Moment>> = {
  oldest: { range: '^1.4.0', contract: '1.5.0', versions: { react: '19.3.1', '@nemus/ui': '1.0.0' } },
  middle: { range: '^1.7.0', contract: '1.7.0', versions: { react: '19.3.1', '@nemus/ui': '1.1.0' } },
  newest: { range: '^1.7.0', contract: '1.8.0', versions: { react: '19.4.0', '@nemus/ui': '1.2.0' } },
};

function momentOf(name: string): Moment {
  const moment = MOMENTS[name];
  if (!moment) throw new Error(`There is no moment "${name}".`);
  return moment;
}

const CONTRACT = 'It was written for contract ^1.7.0; this shell has contract 1.5.0.';
const REACT =
  '"react" is expected as ^19.4.0; the shell provides 19.3.1. Its team builds with 19.3.1, or waits for a shell that has 19.4.0.';

class ShellOf extends ScriptedHost {
  constructor(readonly moment: Moment) {
    super(sound());
  }

  override provided() {
    return Object.entries(this.moment.versions).map(([name, version]) => ({ name, version }));
  }
}

async function open(area: Moment, shell: Moment) {
  const store = new MemoryStore();
  const shared = Object.entries(area.versions).map(([name, version]): SharedRequirement => ({
    name,
    range: `^${version}`,
  }));
  const pointer = await store.publish(NEW, { shared, declaration: { ...DECLARATION, contract: area.range } });
  const host = new ShellOf(shell);
  const registry = registryOf(pointer);
  const { mount } = await setUp(host, { contractVersion: shell.contract, registry, fetch: store.fetch });
  return { host, store, mounted: mount() };
}

it.each([
  ['oldest', 'oldest'],
  ['oldest', 'middle'],
  ['oldest', 'newest'],
  ['middle', 'middle'],
  ['middle', 'newest'],
  ['newest', 'newest'],
])('the %s area works in the %s shell', async (area, shell) => {
  const { mounted } = await open(momentOf(area), momentOf(shell));
  await mounted.ready();
  expect(mounted.outlet.textContent).toBe(NEW);
});

it.each([
  ['middle', 'oldest', CONTRACT],
  ['newest', 'oldest', CONTRACT],
  ['newest', 'middle', REACT],
])('the %s area is refused by the %s shell before any of its code runs: %s', async (area, shell, refusal) => {
  const { host, store, mounted } = await open(momentOf(area), momentOf(shell));
  expect(await mounted.failure()).toMatchObject({ kind: 'contract', message: refusal });
  expect(host.requests).toEqual([]);
  expect(store.requests.filter((url) => url.endsWith('.js'))).toEqual([]);
  expect(mounted.outlet.textContent).toBe('');
});

it('the area of tomorrow is refused by name in the newest shell, whose versions fit, before any of its code runs', async () => {
  const newest = momentOf('newest');
  const store = new MemoryStore();
  const text = JSON.stringify({
    schema: 1,
    modules: { '@nemus/ui': { names: ['Button', 'FromTomorrow'], whole: false } },
    slots: [],
    events: [],
    ports: [],
  });
  const files = { [USES_FILE]: { integrity: await digestOf(text), bytes: text.length } };
  const pointer = await store.publish(NEW, { declaration: { ...DECLARATION, contract: newest.range }, files });
  store.set(pointer.path + USES_FILE, text);
  const host = new ShellOf(newest);
  host.exports = { '@nemus/ui': ['Button'] };
  const registry = registryOf(pointer);
  const { mount } = await setUp(host, { contractVersion: newest.contract, registry, fetch: store.fetch });
  const mounted = mount();
  expect(await mounted.failure()).toMatchObject({
    kind: 'contract',
    message: 'It uses "FromTomorrow" of "@nemus/ui", which the shell does not provide.',
  });
  expect(host.requests).toEqual([]);
});
