/** @jest-environment ../../jest.browser.mjs */
import { EarlyFiles } from './early-files';

beforeEach(() => document.head.replaceChildren());

const scripts = () => [...document.head.querySelectorAll('script')];
const links = () => [...document.head.querySelectorAll('link')];

describe('early requests', () => {
  it('carry the integrity without which the early copy would be thrown away', () => {
    new EarlyFiles(document).request([
      { url: 'http://store.test/a.js?retry=1', integrity: 'sha384-a' },
      { url: 'http://store.test/a.css?retry=1', integrity: 'sha384-b' },
    ]);
    expect(links().map(({ as, integrity, crossOrigin, href }) => ({ as, integrity, crossOrigin, href }))).toEqual([
      { as: 'script', integrity: 'sha384-a', crossOrigin: 'anonymous', href: 'http://store.test/a.js?retry=1' },
      { as: 'style', integrity: 'sha384-b', crossOrigin: 'anonymous', href: 'http://store.test/a.css?retry=1' },
    ]);
  });

  it('are made once per address, and leave when they are answered', () => {
    const preloads = new EarlyFiles(document);
    const file = { url: 'http://store.test/a.js', integrity: 'sha384-a' };
    preloads.request([file, file]);
    preloads.request([file]);
    expect(links()).toHaveLength(1);
    links()[0]?.dispatchEvent(new Event('load'));
    expect(links()).toHaveLength(0);
    preloads.request([file]);
    expect(links()).toHaveLength(0);
  });
});

describe('files that are held', () => {
  const FILES = ['a', 'b', 'c'].map((name) => ({ url: `http://store.test/${name}.js`, integrity: `sha384-${name}` }));
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const answer = async (event: 'load' | 'error') => {
    links()[0]?.dispatchEvent(new Event(event));
    await settle();
  };

  it('come one after the other, with their hashes and behind everything else', async () => {
    const held = new EarlyFiles(document).hold(FILES);
    for (const { url, integrity } of FILES) {
      expect(links()).toHaveLength(1);
      expect(links()[0]).toMatchObject({ rel: 'preload', href: url, integrity, fetchPriority: 'low' });
      await answer('load');
    }
    await expect(held).resolves.toBe(true);
    expect(links()).toHaveLength(0);
  });

  it.each([
    ['go on where the browser refuses preloads, into its cache', () => Promise.resolve(new Response('')), true],
    ['end at the first that does not come', () => Promise.reject(new TypeError('Failed to fetch')), false],
    ['end at the first that is gone', () => Promise.resolve(new Response('', { status: 404 })), false],
  ])('%s', async (_what, send, goesOn) => {
    const fetched = jest.fn(send);
    Object.assign(window, { fetch: fetched });
    const held = new EarlyFiles(document).hold(FILES.slice(0, 2));
    await answer('error');
    expect(fetched.mock.calls).toEqual([[FILES[0]?.url, { integrity: FILES[0]?.integrity, priority: 'low' }]]);
    expect(links().map(({ href }) => href)).toEqual(goesOn ? [FILES[1]?.url] : []);
    if (goesOn) await answer('load');
    await expect(held).resolves.toBe(goesOn);
  });

  it('do not delay a request that needs the later ones now', async () => {
    const early = new EarlyFiles(document);
    const held = early.hold(FILES);
    early.request(FILES);
    expect(links().map(({ fetchPriority }) => fetchPriority)).toEqual(['low', undefined, undefined]);
    await answer('load');
    await expect(held).resolves.toBe(true);
  });
});

describe('early scripts', () => {
  it('runs scripts with their integrity, and leaves other files alone', () => {
    new EarlyFiles(document).run([
      { url: 'http://store.test/a.js?retry=1', integrity: 'sha384-a' },
      { url: 'http://store.test/a.css', integrity: 'sha384-b' },
    ]);
    expect(scripts().map(({ async, integrity, crossOrigin, src }) => ({ async, integrity, crossOrigin, src }))).toEqual(
      [{ async: true, integrity: 'sha384-a', crossOrigin: 'anonymous', src: 'http://store.test/a.js?retry=1' }],
    );
  });

  it('runs each address once, whether it came or was lost', () => {
    const chunks = new EarlyFiles(document);
    const files = ['a', 'b'].map((name) => ({ url: `http://store.test/${name}.js`, integrity: `sha384-${name}` }));
    chunks.run(files);
    chunks.run(files);
    expect(scripts()).toHaveLength(2);
    scripts()[0]?.dispatchEvent(new Event('load'));
    scripts()[0]?.dispatchEvent(new Event('error'));
    expect(scripts()).toHaveLength(0);
    chunks.run(files);
    expect(scripts()).toHaveLength(0);
  });
});
