/** @jest-environment ../../jest.browser.mjs */
import { CONFIG_PATH, prepareAnswer, withEarlyAnswers } from '@nemus/start';
import { ConfigError, loadConfig, UnreachableError } from './config';
import { isAnswering } from './is-answering';

const CONFIG = {
  environment: 'local',
  supabase: { url: 'http://localhost:54321', publishableKey: 'sb_publishable_x' },
  storeUrl: 'http://localhost:4210/',
  registryUrl: 'http://localhost:4210/registry/local.json',
  supportEmail: 'support@nemus.example',
  content: {
    impressum: '/content/impressum.md',
    datenschutz: '/content/datenschutz.md',
    barrierefreiheit: '/content/barrierefreiheit.md',
    agb: '/content/agb.md',
    widerrufsbelehrung: '/content/widerrufsbelehrung.md',
  },
  trustedKeys: {},
  overrideOrigins: ['http://localhost:4300'],
  earlyStart: true,
  worker: true,
};

const answering =
  (body: unknown, status = 200) =>
  () =>
    Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));

const late = () => Promise.reject(new DOMException('The operation timed out.', 'TimeoutError'));

it('reads the configuration', async () => {
  await expect(loadConfig(answering(CONFIG))).resolves.toEqual(CONFIG);
});

it('is requested once: the page’s head has done so', async () => {
  const request = jest.fn(answering(CONFIG));
  Object.assign(window, { fetch: request });
  void prepareAnswer(CONFIG_PATH, {});
  await expect(loadConfig(withEarlyAnswers())).resolves.toEqual(CONFIG);
  expect(request).toHaveBeenCalledTimes(1);
});

it('is lenient about slashes and fields of later versions', async () => {
  const given = {
    ...CONFIG,
    supabase: { ...CONFIG.supabase, url: 'http://localhost:54321/' },
    storeUrl: 'http://localhost:4210',
    later: true,
  };
  await expect(loadConfig(answering(given))).resolves.toEqual(CONFIG);
});

it('has early start and worker on by default', async () => {
  const { earlyStart: _start, worker: _worker, ...rest } = CONFIG;
  await expect(loadConfig(answering(rest))).resolves.toEqual(CONFIG);
  const off = { ...rest, earlyStart: false, worker: false };
  await expect(loadConfig(answering(off))).resolves.toEqual(off);
});

it.each([
  ['is missing', answering('Not found', 404), '/config.json: the server answered with status 404.', false],
  ['is a page', answering('<!doctype html>'), '/config.json is not JSON.', false],
  ['does not come', () => Promise.reject(new TypeError('Failed to fetch')), '/config.json could not be fetched.', true],
  ['is late', late, '/config.json was not answered within 12 s.', true],
  ['is behind a server that is down', answering('', 503), '/config.json: the server answered with status 503.', true],
])('reports that it %s', async (_name, send, problem, isUnreachable) => {
  const error: unknown = await loadConfig(send).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ problems: [problem] });
  expect(error instanceof UnreachableError).toBe(isUnreachable);
});

it.each([
  [answering(CONFIG), true],
  [answering('Not found', 404), true],
  [answering('', 502), false],
  [() => Promise.reject(new TypeError('Failed to fetch')), false],
])('looks past every cache whether the server answers: %#', async (send, isThere) => {
  const spy = jest.fn(send);
  Object.assign(window, { fetch: spy });
  await expect(isAnswering()).resolves.toBe(isThere);
  expect(spy).toHaveBeenCalledWith('/config.json', expect.objectContaining({ cache: 'no-store' }));
});

it.each(['http://localhost:4300/', 'http://localhost:4300/x', 'https://evil.example@localhost', '*', 'javascript:0'])(
  'takes no override origin like %s',
  async (origin) => {
    await expect(loadConfig(answering({ ...CONFIG, overrideOrigins: [origin] }))).rejects.toThrow(/overrideOrigins/);
  },
);

it('takes keys in one place, not in two', async () => {
  const trustedKeysFile = { path: '/trusted-keys.json', digest: `sha384-${'A'.repeat(64)}` };
  await expect(loadConfig(answering({ ...CONFIG, trustedKeysFile }))).resolves.toEqual({ ...CONFIG, trustedKeysFile });
  const trustedKeys = {
    alpha: { keys: [{ id: 'k-0123456789abcdef', publicKey: `${'A'.repeat(87)}=` }], routes: ['/alpha'] },
  };
  await expect(loadConfig(answering({ ...CONFIG, trustedKeysFile, trustedKeys }))).rejects.toThrow(
    '/config.json: trustedKeysFile: Keys stand either here or in trustedKeys.',
  );
});

it('requires the paths that the area may claim for every key', async () => {
  const trustedKeys = { alpha: { keys: [{ id: 'k-0123456789abcdef', publicKey: `${'A'.repeat(87)}=` }] } };
  await expect(loadConfig(answering({ ...CONFIG, trustedKeys }))).rejects.toThrow(
    '/config.json: trustedKeys.alpha.routes: Say which paths the area may claim, such as "routes": ["/dashboard"].',
  );
});

it('names every wrong field', async () => {
  const error: unknown = await loadConfig(
    answering({
      ...CONFIG,
      supportEmail: 'no-address',
      content: { ...CONFIG.content, impressum: '//evil.example/x.md' },
    }),
  ).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as ConfigError).problems).toEqual([
    expect.stringMatching(/^\/config\.json: supportEmail: /),
    expect.stringMatching(/^\/config\.json: content\.impressum: /),
  ]);
});
