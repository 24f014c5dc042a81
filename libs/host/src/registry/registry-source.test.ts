/** @jest-environment ../../jest.browser.mjs */
import { openRegistry } from '@nemus/registry';
import { answer, DOCUMENT, registryOf } from '../testing/registry-store';
import { REGISTRY_KEY } from './registry-copy';

it('requests the store and keeps usable entries', async () => {
  const { source, stored, reports } = registryOf([answer(DOCUMENT)]);
  expect(source.store.getState().status).toBe('loading');
  await source.refresh();
  expect(source.store.getState()).toMatchObject({ status: 'ready', stale: false, document: { revision: 7 } });
  expect(stored.has(REGISTRY_KEY)).toBe(true);
  expect(reports).toEqual([]);
});

it('sends one request for several callers', async () => {
  const { source, send } = registryOf([answer(DOCUMENT)]);
  await Promise.all([source.refresh(), source.refresh()]);
  expect(send).toHaveBeenCalledTimes(1);
});

describe('when the store does not help', () => {
  const kept = async () => {
    const { source, stored } = registryOf([answer(DOCUMENT)]);
    await source.refresh();
    return stored;
  };

  it.each([
    ['does not answer', () => new TypeError('Failed to fetch')],
    ['answers with an error', () => answer({}, 503)],
    ['answers with a page', () => new Response('<!doctype html>')],
    ['answers with another environment', () => answer({ ...DOCUMENT, environment: 'production' })],
    ['answers with an older revision', () => answer({ ...DOCUMENT, revision: 6 })],
    ['answers with an expired document', () => answer({ ...DOCUMENT, revision: 8, expiresAt: '2026-11-02T00:00:00Z' })],
  ])('takes the last good copy: it %s', async (_name, given) => {
    const { source, reports } = registryOf([given()], await kept());
    await source.refresh();
    expect(source.store.getState()).toMatchObject({ status: 'ready', stale: true, document: { revision: 7 } });
    expect(reports).toContain('registry-unusable');
  });

  it('is missing when there is no copy', async () => {
    const { source } = registryOf([new TypeError('Failed to fetch')]);
    await source.refresh();
    expect(source.store.getState()).toMatchObject({ status: 'missing', document: null });
  });

  it('is missing when the copy has expired', async () => {
    const { source } = registryOf([new TypeError('Failed to fetch')], await kept(), '2027-01-01T00:00:00Z');
    await source.refresh();
    expect(source.store.getState().status).toBe('missing');
  });

  it('keeps its state, and recovers later', async () => {
    const { source } = registryOf([
      answer(DOCUMENT),
      new TypeError('Failed to fetch'),
      answer({ ...DOCUMENT, revision: 8 }),
    ]);
    await source.refresh();
    await source.refresh();
    expect(source.store.getState()).toMatchObject({ status: 'ready', stale: true, document: { revision: 7 } });
    await source.refresh();
    expect(source.store.getState()).toMatchObject({ status: 'ready', stale: false, document: { revision: 8 } });
  });

  it.each(['', '{', '{"url":"http://other.test/x.json","text":"","seen":{}}'])(
    'does not believe the copy %j',
    async (copy) => {
      const { source } = registryOf([new TypeError('Failed to fetch')], new Map([[REGISTRY_KEY, copy]]));
      await source.refresh();
      expect(source.store.getState().status).toBe('missing');
    },
  );
});

it('has none where its own code does not come, and has one once it does', async () => {
  let arrived = false;
  const open: typeof openRegistry = (...parameters) =>
    arrived ? openRegistry(...parameters) : Promise.reject(new Error('Loading chunk platform failed.'));
  const { source, reports } = registryOf([answer(DOCUMENT), answer(DOCUMENT)], undefined, undefined, undefined, open);
  await source.refresh();
  expect(source.store.getState().status).toBe('missing');
  expect(reports).toEqual(['registry-unusable']);
  arrived = true;
  await source.refresh();
  expect(source.store.getState()).toMatchObject({ status: 'ready', document: { revision: 7 } });
});
