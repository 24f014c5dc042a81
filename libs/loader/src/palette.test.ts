/** @jest-environment ../../jest.browser.mjs */
import { COMMANDS_FILE, MOST_FOUND } from '@nemus/contract';
import { digestOf, type ReleaseDocument } from '@nemus/registry';
import { createLoader } from './loader';
import { emptyPorts, MemoryStore, registryOf, ScriptedHost, settle, STORE, TestClock, until } from './loader-fixtures';

const VERSION = '1.0.0-aaaaaaaaaaaa';
const OFFER = {
  schema: 1,
  commands: [{ id: 'a', label: 'Eintrag', path: '/demo', keywords: [], kind: 'action' }],
  searches: [{ id: 's', label: 'Suche', expose: './search' }],
};

/** A loader on a store with one release, which has a palette file with this text. */
async function setUp(text: string | null, module: unknown = {}, published = text) {
  const store = new MemoryStore();
  const plain = await store.publish(VERSION);
  const document: ReleaseDocument = JSON.parse(store.textOf(`${plain.path}release.json`));
  const files =
    text === null
      ? document.files
      : { ...document.files, [COMMANDS_FILE]: { integrity: await digestOf(text), bytes: text.length } };
  const pointer = await store.publish(VERSION, { files, slotPreload: { './search': ['remoteEntry.js'] } });
  if (published !== null) store.set(`${pointer.path}${COMMANDS_FILE}`, published);
  const clock = new TestClock();
  const loader = createLoader({
    storeUrl: STORE,
    contractVersion: '1.8.0',
    getRegistry: () => registryOf(pointer),
    makePorts: emptyPorts,
    container: new ScriptedHost(module instanceof Error ? module : { default: module }),
    telemetry: () => undefined,
    earlyStart: false,
    clock,
    fetch: store.fetch,
  });
  const ask = (query = 'wort') =>
    loader.search('demo', { expose: './search', query, signal: new AbortController().signal });
  return { loader, ask, clock, pointer };
}

describe('what a release offers', () => {
  it('is read from its own file', async () => {
    const { loader } = await setUp(JSON.stringify(OFFER));
    expect(await loader.readOffer('demo')).toMatchObject({ commands: [{ id: 'a' }], searches: [{ id: 's' }] });
  });

  it.each([
    ['has no such file', null],
    ['says it for a newer shell', JSON.stringify({ ...OFFER, schema: 2 })],
    [
      'offers a script',
      JSON.stringify({ ...OFFER, commands: [{ ...OFFER.commands[0], path: 'javascript:alert(1)' }] }),
    ],
  ])('is nothing when it %s', async (_what, text) => {
    const { loader } = await setUp(text);
    expect(await loader.readOffer('demo')).toEqual({ commands: [], searches: [] });
  });

  it('is one of the files that can be read of any release', async () => {
    const { loader, pointer } = await setUp(JSON.stringify(OFFER));
    expect(await loader.readFile('demo', pointer, COMMANDS_FILE)).toBe(JSON.stringify(OFFER));
    expect(await loader.readFile('demo', pointer, 'nothing.json')).toBeNull();
    const other = { ...pointer, digest: `sha384-${'A'.repeat(64)}`, path: 'releases/demo/9.0.0-aaaaaaaaaaaa/' };
    await expect(loader.readFile('demo', other, COMMANDS_FILE)).rejects.toMatchObject({ kind: 'http' });
    const changed = await setUp(JSON.stringify(OFFER), {}, '{}');
    await expect(changed.loader.readFile('demo', changed.pointer, COMMANDS_FILE)).rejects.toMatchObject({
      kind: 'integrity',
    });
  });

  it('is refused when the file is another than the one of the release', async () => {
    const { loader } = await setUp(JSON.stringify(OFFER), {}, JSON.stringify({ ...OFFER, searches: [] }));
    await expect(loader.readOffer('demo')).rejects.toMatchObject({ kind: 'integrity' });
  });

  it('is nothing for an area that does not exist', async () => {
    const { loader } = await setUp(JSON.stringify(OFFER));
    expect(await loader.readOffer('else')).toEqual({ commands: [], searches: [] });
  });
});

describe('a search', () => {
  const hit = (id: string) => ({ id, label: 'Treffer', path: '/demo/1' });

  it('returns the module’s results for the query', async () => {
    const provide = jest.fn(() => Promise.resolve([hit('1')]));
    const { ask } = await setUp(JSON.stringify(OFFER), provide);
    expect(await ask('müller')).toEqual([hit('1')]);
    expect(provide).toHaveBeenCalledWith(expect.anything(), 'müller', expect.any(AbortSignal));
  });

  it('takes a few of ten thousand', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => hit(String(n)));
    const { ask } = await setUp(JSON.stringify(OFFER), () => Promise.resolve(many));
    expect(await ask()).toHaveLength(MOST_FOUND);
  });

  it('leaves out what cannot be shown', async () => {
    const answer = [hit('1'), { ...hit('2'), path: 'javascript:alert(1)' }, { ...hit('3'), label: 7 }, null, 'x'];
    const { ask } = await setUp(JSON.stringify(OFFER), () => Promise.resolve(answer));
    expect(await ask()).toEqual([hit('1')]);
  });

  it.each([
    [
      'throws at once',
      () => {
        throw new Error('broken');
      },
    ],
    ['answers no list', () => Promise.resolve({ length: 3 })],
    ['is no function', { search: true }],
  ])('rejects when the module %s', async (_what, module) => {
    const { ask } = await setUp(JSON.stringify(OFFER), module);
    await expect(ask()).rejects.toThrow();
  });

  it('gives up on a module that never answers, and reports it', async () => {
    let given: AbortSignal | undefined;
    const { ask, clock } = await setUp(
      JSON.stringify(OFFER),
      (_ports: unknown, _query: unknown, signal: AbortSignal) => {
        given = signal;
        return new Promise(() => undefined);
      },
    );
    const answer = ask().catch((error: unknown) => error);
    await until(() => given !== undefined);
    await settle();
    clock.runOut();
    expect(await answer).toMatchObject({ kind: 'timeout' });
    expect(given?.aborted).toBe(true);
  });
});
