/** @jest-environment ../../jest.browser.mjs */
import { digestOf } from '@nemus/registry';
import { createKeyRing, KEYS_KEY } from './key-ring';

const KEYS = { alpha: { keys: [{ id: 'k-0123456789abcdef', publicKey: `${'A'.repeat(87)}=` }], routes: ['/alpha'] } };
const TEXT = JSON.stringify(KEYS);

async function setUp(answers: (Response | Error)[], stored = new Map<string, string>(), text = TEXT) {
  const send = jest.fn(() => {
    const next = answers.shift() ?? new Error('The test gave no further answer.');
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  });
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const trustedKeysFile = { path: '/trusted-keys.json', digest: await digestOf(text) };
  return { ring: createKeyRing({ trustedKeys: {}, trustedKeysFile }, { send, storage }), send, stored };
}

it('has the keys of the configuration', async () => {
  const ring = createKeyRing({ trustedKeys: KEYS });
  expect(await ring.read()).toEqual(KEYS);
  expect(ring.id).not.toBe(createKeyRing({ trustedKeys: {} }).id);
});

it('reads the file that the configuration names when keys are needed, once, and never again while it stays', async () => {
  const first = await setUp([new Response(TEXT)]);
  expect(first.send).not.toHaveBeenCalled();
  expect(await Promise.all([first.ring.read(), first.ring.read()])).toEqual([KEYS, KEYS]);
  expect(first.send).toHaveBeenCalledTimes(1);
  const later = await setUp([], first.stored);
  expect(await later.ring.read()).toEqual(KEYS);
  expect(later.send).not.toHaveBeenCalled();
  const changed = await setUp([new Response('{}')], first.stored, '{}');
  expect(await changed.ring.read()).toEqual({});
});

it.each([
  ['another file', new Response('{}'), /has the digest sha384-.* the configuration names/],
  ['no file', new Response('', { status: 404 }), /status 404/],
  ['no answer', new TypeError('Failed to fetch'), /Failed to fetch/],
])('believes no other keys when there is %s, and tries again', async (_what, answer, problem) => {
  const { ring, stored } = await setUp([answer, new Response(TEXT)]);
  await expect(ring.read()).rejects.toThrow(problem);
  expect(stored.size).toBe(0);
  expect(await ring.read()).toEqual(KEYS);
});

it('does not believe a stored file that was changed', async () => {
  const { stored } = await setUp([]);
  const kept = { digest: await digestOf(TEXT), text: '{}' };
  stored.set(KEYS_KEY, JSON.stringify(kept));
  const { ring } = await setUp([new Response(TEXT)], stored);
  expect(await ring.read()).toEqual(KEYS);
});
