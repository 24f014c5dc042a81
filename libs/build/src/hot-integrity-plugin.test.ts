import { createHash } from 'node:crypto';
import { createContext, runInContext } from 'node:vm';
import { hotIntegrity } from './hot-integrity-plugin';

/** A page's runtime with a hash of each chunk, and its loads with their hashes. */
function runtime(files: Readonly<Record<string, string>>, hashes: Record<string, string>) {
  const loaded: (readonly [url: string, hash: string | undefined])[] = [];
  const failed: unknown[] = [];
  const page = {
    load: (url: string, done: () => void, _key: string, id: string) => {
      loaded.push([url, hashes[id]]);
      done();
    },
    hashes,
    fetch: (url: string) =>
      url in files ? Promise.resolve(new Response(files[url])) : Promise.reject(new TypeError('Failed to fetch')),
    crypto: globalThis.crypto,
    btoa: globalThis.btoa,
    Uint8Array,
  };
  const context = createContext(page);
  runInContext(hotIntegrity('load', 'hashes'), context);
  const load = (url: string, chunk: string) =>
    new Promise<void>((resolve) => {
      page.load(
        url,
        (...failure: unknown[]) => {
          failed.push(...failure);
          resolve();
        },
        '',
        chunk,
      );
    });
  return { load, loaded, failed };
}

const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

it('a chunk is loaded with the hash of its bytes, whatever the bundler has recorded', async () => {
  const files = { '/assets/ui.1.js': 'built again', '/assets/main.2.hot-update.js': 'update' };
  const { load, loaded, failed } = runtime(files, { ui: hashOf('built before'), main: hashOf('main') });
  await load('/assets/ui.1.js', 'ui');
  await load('/assets/main.2.hot-update.js', 'main');
  expect(loaded).toEqual([
    ['/assets/ui.1.js', hashOf('built again')],
    ['/assets/main.2.hot-update.js', hashOf('update')],
  ]);
  expect(failed).toEqual([]);
});

it('a script that cannot be read is one that cannot be loaded', async () => {
  const { load, loaded, failed } = runtime({}, {});
  await load('/assets/gone.js', 'gone');
  expect(loaded).toEqual([]);
  expect(failed).toEqual([{ type: 'error', target: { src: '/assets/gone.js' } }]);
});
