import { createHash } from 'node:crypto';
import { CachedPage } from './cached-page';

const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
const PAGE = '<!doctype html><title>Nemus</title>';
const BUILD = { page: hashOf(PAGE), policy: "object-src 'none'" };
const POLICY = { 'Content-Security-Policy': "default-src 'none'" };

/** The used part of Cache Storage. */
function memoryCache() {
  const kept = new Map<string, { body: string; headers: Headers }>();
  const keyOf = (key: RequestInfo | URL) => new URL(key instanceof Request ? key.url : key, 'https://portal.test').href;
  const cache = {
    match: (key: RequestInfo | URL) => {
      const found = kept.get(keyOf(key));
      return Promise.resolve(found && new Response(found.body, { headers: found.headers }));
    },
    put: async (key: RequestInfo | URL, answer: Response) => {
      kept.set(keyOf(key), { body: await answer.text(), headers: answer.headers });
    },
    delete: (key: RequestInfo | URL) => Promise.resolve(kept.delete(keyOf(key))),
    keys: () => Promise.resolve([...kept.keys()].map((url) => new Request(url))),
  };
  return { kept, cache: cache as unknown as Cache };
}

/** A server with a page. */
const server =
  (text: string, headers: Record<string, string> = POLICY) =>
  () =>
    Promise.resolve(new Response(text, { headers }));

it('hands out the page that it was built with, with the headers of the server and the policy of the build', async () => {
  const { cache } = memoryCache();
  const page = new CachedPage(cache, BUILD);
  await expect(page.read()).resolves.toBeNull();
  await page.store(server(PAGE, { ...POLICY, 'Content-Encoding': 'br' }));
  const answer = await page.read();
  await expect(answer?.text()).resolves.toBe(PAGE);
  expect(answer?.headers.get('Content-Security-Policy')).toBe("default-src 'none', object-src 'none'");
  expect(answer?.headers.has('Content-Encoding')).toBe(false);
});

it('stores no other page', async () => {
  const { cache, kept } = memoryCache();
  await expect(new CachedPage(cache, BUILD).store(server(`${PAGE} `))).rejects.toThrow();
  expect(kept.size).toBe(0);
});

it('refuses a page that was changed on the device, and keeps the policy of the build over changed headers', async () => {
  const { cache, kept } = memoryCache();
  const page = new CachedPage(cache, BUILD);
  await page.store(server(PAGE));
  const [key = ''] = kept.keys();
  kept.set(key, { body: PAGE, headers: new Headers() });
  expect((await page.read())?.headers.get('Content-Security-Policy')).toBe("object-src 'none'");
  kept.set(key, { body: `${PAGE}<script>attack()</script>`, headers: new Headers(POLICY) });
  await expect(page.read()).resolves.toBeNull();
  expect(kept.size).toBe(0);
});

it('steps back once the server has another page, and returns with it', async () => {
  const page = new CachedPage(memoryCache().cache, BUILD);
  await page.store(server(PAGE));
  await expect(page.compare(server('<!doctype html>'))).resolves.toBe('other');
  await expect(page.read()).resolves.toBeNull();
  // Without a connection, an older page is better than none.
  await expect((await page.read({ evenOutdated: true }))?.text()).resolves.toBe(PAGE);
  await expect(page.compare(server(PAGE))).resolves.toBe('same');
  await expect((await page.read())?.text()).resolves.toBe(PAGE);
});

it('takes a changed policy for a changed page, once', async () => {
  const page = new CachedPage(memoryCache().cache, BUILD);
  await page.store(server(PAGE));
  const changed = server(PAGE, { 'Content-Security-Policy': "default-src 'self'" });
  await expect(page.compare(changed)).resolves.toBe('other');
  expect((await page.read())?.headers.get('Content-Security-Policy')).toBe("default-src 'self', object-src 'none'");
  await expect(page.compare(changed)).resolves.toBe('same');
});

it('keeps the page while the server is unreachable, or fails', async () => {
  const page = new CachedPage(memoryCache().cache, BUILD);
  await page.store(server(PAGE));
  await expect(page.compare(() => Promise.reject(new TypeError('offline')))).resolves.toBe('unknown');
  await expect(page.compare(() => Promise.resolve(new Response('', { status: 503 })))).resolves.toBe('unknown');
  await expect((await page.read())?.text()).resolves.toBe(PAGE);
});

it('deletes the pages of earlier builds, and their marks', async () => {
  const { cache, kept } = memoryCache();
  const before = new CachedPage(cache, { ...BUILD, page: hashOf('before') });
  await before.store(server('before'));
  await before.compare(server(PAGE));
  const page = new CachedPage(cache, BUILD);
  await page.store(server(PAGE));
  await page.forgetOthers();
  expect(kept.size).toBe(1);
  await expect((await page.read())?.text()).resolves.toBe(PAGE);
});
