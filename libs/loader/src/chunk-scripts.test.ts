/** @jest-environment jsdom */
import { ChunkScripts } from './chunk-scripts';

beforeEach(() => document.head.replaceChildren());

const scripts = () => [...document.head.querySelectorAll('script')];

it('runs scripts with their integrity, and leaves other files alone', () => {
  new ChunkScripts(document).run([
    { url: 'http://store.test/a.js?retry=1', integrity: 'sha384-a' },
    { url: 'http://store.test/a.css', integrity: 'sha384-b' },
  ]);
  expect(scripts().map(({ async, integrity, crossOrigin, src }) => ({ async, integrity, crossOrigin, src }))).toEqual([
    { async: true, integrity: 'sha384-a', crossOrigin: 'anonymous', src: 'http://store.test/a.js?retry=1' },
  ]);
});

it('runs each address once, whether it came or was lost', () => {
  const chunks = new ChunkScripts(document);
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
