import { createHash } from 'node:crypto';
import { byHash, trimFiles } from './cached-files';

const CODE = 'export const answer = 42;';
const HASH = `sha384-${createHash('sha384').update(CODE).digest('base64')}`;
const deleted: string[] = [];
const rule = byHash({
  open: (name: string) =>
    Promise.resolve({
      delete: ({ url }: Request) => Promise.resolve(deleted.push(`${name} ${url}`) > 0),
    } as unknown as Cache),
});
const request = new Request('https://store.test/releases/a/1/entry.js', { integrity: HASH });
const event = {} as never;
const stored = (response: Response) => rule.cacheWillUpdate?.({ request, response, event, state: {} });
const taken = (cachedResponse: Response | undefined) =>
  rule.cachedResponseWillBeUsed?.({
    cacheName: 'files',
    request,
    event,
    state: {},
    ...(cachedResponse && { cachedResponse }),
  });

beforeEach(() => deleted.splice(0));

it('stores an answer that has its hash, and can still be read', async () => {
  const answer = await stored(new Response(CODE));
  await expect(answer?.text()).resolves.toBe(CODE);
});

it.each([
  ['another byte', new Response(`${CODE} `)],
  ['a part of the file', new Response(CODE, { status: 206 })],
  ['an error that has the bytes', new Response(CODE, { status: 500 })],
])('does not store %s', async (_what, answer) => {
  await expect(stored(answer)).resolves.toBeNull();
});

it('returns a file with the right hash', async () => {
  await expect((await taken(new Response(CODE)))?.text()).resolves.toBe(CODE);
  expect(deleted).toEqual([]);
});

it('refuses a file that was changed on the device, and deletes it', async () => {
  await expect(taken(new Response(`${CODE} attack()`))).resolves.toBeNull();
  expect(deleted).toEqual([`files ${request.url}`]);
});

it('returns nothing when nothing is stored', async () => {
  await expect(taken(undefined)).resolves.toBeNull();
});

it('deletes the oldest files when there are too many', async () => {
  const files = ['a', 'b', 'c'].map((name) => new Request(`https://store.test/${name}`));
  const gone: string[] = [];
  const cache = {
    keys: () => Promise.resolve(files),
    delete: (file: RequestInfo | URL) => Promise.resolve(gone.push((file as Request).url) > 0),
  };
  await trimFiles(cache, 3);
  expect(gone).toEqual([]);
  await trimFiles(cache, 1);
  expect(gone).toEqual(['https://store.test/a', 'https://store.test/b']);
});
