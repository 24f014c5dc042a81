/** @jest-environment ../../jest.browser.mjs */
import { answer, DOCUMENT, registryOf } from '../testing/registry-store';

describe('before an area is opened', () => {
  it('refreshes, except for the first area just after an answer', async () => {
    let time = new Date('2026-11-10T00:00:00Z').getTime();
    const { source, send } = registryOf(
      [7, 8, 9, 10].map((revision) => answer({ ...DOCUMENT, revision })),
      undefined,
      () => time,
    );
    await source.refresh();
    expect(source.renew()).toBeNull();
    await source.renew();
    expect(source.store.getState().document?.revision).toBe(8);
    await source.refresh();
    time += 2_500;
    await source.renew();
    expect(source.store.getState().document?.revision).toBe(10);
    expect(send).toHaveBeenCalledTimes(4);
  });

  it('waits longer for the code that draws the first one than for a further one', async () => {
    let time = new Date('2026-11-10T00:00:00Z').getTime();
    const { source } = registryOf(
      [7, 8, 9].map((revision) => answer({ ...DOCUMENT, revision })),
      undefined,
      () => time,
    );
    await source.refresh();
    time += 5_000;
    expect(source.renew()).toBeNull();
    await source.refresh();
    time += 5_000;
    await source.renew();
    expect(source.store.getState().document?.revision).toBe(9);
  });

  it('has already refreshed when an area was about to be opened', async () => {
    const { source, send } = registryOf([7, 8, 9].map((revision) => answer({ ...DOCUMENT, revision })));
    await source.refresh();
    source.prepare();
    expect(send).toHaveBeenCalledTimes(1);
    source.renew();
    source.prepare();
    await source.refresh();
    expect(source.renew()).toBeNull();
    expect(source.store.getState().document?.revision).toBe(8);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('waits for the answer that is under way', async () => {
    const { source, send } = registryOf([answer(DOCUMENT)]);
    void source.refresh();
    await source.renew();
    expect(source.store.getState().status).toBe('ready');
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('does not wait long', async () => {
    const { source } = registryOf([new Promise<Response>(() => undefined)]);
    await source.renew();
    expect(source.store.getState().status).toBe('loading');
  });
});
