/** @jest-environment ../../jest.browser.mjs */
import type { Lifecycles, MountProps } from '@nemus/contract';
import { SYSTEM_CLOCK } from './clock';
import { GuardedRoot } from './guarded-root';
import { emptyPorts, lifecyclesWith } from './loader-fixtures';
import type { Problem } from './problem';

const never = () => new Promise<void>(() => undefined);
const RELEASE = { remote: 'demo', title: 'Probe', team: 'red', version: '1' };

beforeEach(() => {
  jest.useFakeTimers();
  document.body.replaceChildren();
});
afterEach(() => jest.useRealTimers());

function rootOf(lifecycles: Lifecycles) {
  const failures: Problem[] = [];
  const troubles: Problem[] = [];
  const root = new GuardedRoot({
    lifecycles,
    props: { ...emptyPorts(RELEASE), name: 'demo#1' },
    host: document.body,
    limits: { mountMs: 1000, unmountMs: 500 },
    clock: SYSTEM_CLOCK,
    onFailure: (problem) => failures.push(problem),
    onTrouble: (problem) => troubles.push(problem),
  });
  return { root, failures, troubles };
}

const rootCount = () => document.querySelectorAll('[data-remote]').length;

describe('a root whose lifecycles succeed', () => {
  it('is mounted, updated and removed', async () => {
    const unmount = jest.fn(() => Promise.resolve());
    const { root, troubles } = rootOf(lifecyclesWith({ unmount }));
    await root.mount();
    expect(root.element.outerHTML).toBe('<div data-remote="demo" data-release="1">1</div>');
    root.update({ variant: 'card' });
    expect(root.element.textContent).toBe('updated {"variant":"card"}');
    await Promise.all([root.remove(), root.remove()]);
    expect(unmount).toHaveBeenCalledTimes(1);
    expect(rootCount()).toBe(0);
    expect(troubles).toEqual([]);
  });

  it('is bootstrapped once, however often its module is mounted', async () => {
    const bootstrap = jest.fn(() => Promise.resolve());
    const lifecycles = lifecyclesWith({ bootstrap });
    await Promise.all([rootOf(lifecycles).root.mount(), rootOf(lifecycles).root.mount()]);
    expect(bootstrap).toHaveBeenCalledTimes(1);
    expect(rootCount()).toBe(2);
  });

  it('begins at once when its module is bootstrapped', async () => {
    const mount = jest.fn(() => Promise.resolve());
    const lifecycles = lifecyclesWith({ mount });
    await rootOf(lifecycles).root.mount();
    mount.mockClear();
    const again = rootOf(lifecycles).root.mount();
    expect(mount).toHaveBeenCalledTimes(1);
    await again;
  });

  it('gets props that changed while it was being mounted', async () => {
    let finish: () => void = () => undefined;
    const mount = () => new Promise<void>((resolve) => (finish = resolve));
    const { root } = rootOf(lifecyclesWith({ mount }));
    const mounted = root.mount();
    await jest.advanceTimersByTimeAsync(0);
    root.update({ variant: 'card' });
    expect(root.element.textContent).toBe('');
    finish();
    await mounted;
    expect(root.element.textContent).toBe('updated {"variant":"card"}');
  });
});

describe('a root whose lifecycles fail or hang', () => {
  it.each([
    ['bootstrap', 'rejects', { bootstrap: () => Promise.reject(new Error('no')) }, 'execution'],
    ['mount', 'rejects', { mount: () => Promise.reject(new Error('no')) }, 'execution'],
    [
      'mount',
      'throws',
      {
        mount: () => {
          throw new Error('no');
        },
      },
      'execution',
    ],
    ['bootstrap', 'hangs', { bootstrap: never }, 'mount-timeout'],
    ['mount', 'hangs', { mount: never }, 'mount-timeout'],
  ] as const)('fails when %s %s', async (_name, _how, changes, kind) => {
    const { root } = rootOf(lifecyclesWith(changes));
    const outcome = root.mount().catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(1000);
    expect(await outcome).toMatchObject({ name: 'Problem', kind });
    await root.remove();
    expect(rootCount()).toBe(0);
  });

  it('may try its bootstrap again after a failure', async () => {
    const bootstrap = jest.fn().mockRejectedValueOnce(new Error('no')).mockResolvedValue(undefined);
    const lifecycles = lifecyclesWith({ bootstrap });
    await expect(rootOf(lifecycles).root.mount()).rejects.toMatchObject({ kind: 'execution' });
    await rootOf(lifecycles).root.mount();
    expect(bootstrap).toHaveBeenCalledTimes(2);
  });

  it('fails as soon as its boundary reports, without waiting for a mount that may never finish', async () => {
    const mount = ({ reportFailure }: MountProps) => {
      reportFailure('render', new Error('first render'));
      return never();
    };
    await expect(rootOf(lifecyclesWith({ mount })).root.mount()).rejects.toMatchObject({
      kind: 'render',
      message: 'first render',
    });
  });

  it('reports a failure after it was mounted, and none after it was removed', async () => {
    let report: MountProps['reportFailure'] = () => undefined;
    const mount = (props: MountProps) => {
      report = props.reportFailure;
      return Promise.resolve();
    };
    const { root, failures, troubles } = rootOf(lifecyclesWith({ mount }));
    await root.mount();
    report('chunk', new Error('lost'));
    expect(failures).toMatchObject([{ kind: 'chunk', message: 'lost' }]);
    await root.remove();
    report('render', new Error('late'));
    expect(failures).toHaveLength(1);
    expect(troubles).toMatchObject([{ kind: 'render', message: 'After its removal: late' }]);
  });

  it.each([
    ['hangs', never, 'timeout'],
    ['rejects', () => Promise.reject(new Error('no')), 'execution'],
    [
      'throws',
      () => {
        throw new Error('no');
      },
      'execution',
    ],
  ] as const)('leaves the page at once when unmount %s', async (_how, unmount, kind) => {
    const { root, troubles } = rootOf(lifecyclesWith({ unmount }));
    await root.mount();
    const removed = root.remove();
    expect(rootCount()).toBe(0);
    await jest.advanceTimersByTimeAsync(500);
    await removed;
    expect(troubles).toMatchObject([{ kind }]);
  });

  it('is cleaned up when its mount finishes after its removal', async () => {
    let finish: () => void = () => undefined;
    const unmount = jest.fn(() => Promise.resolve());
    const mount = () => new Promise<void>((resolve) => (finish = resolve));
    const { root } = rootOf(lifecyclesWith({ mount, unmount }));
    void root.mount();
    await jest.advanceTimersByTimeAsync(0);
    await root.remove();
    expect(rootCount()).toBe(0);
    expect(unmount).not.toHaveBeenCalled();
    finish();
    await jest.advanceTimersByTimeAsync(0);
    expect(unmount).toHaveBeenCalledTimes(1);
  });

  it('has nothing to clean up when its mount fails after its removal', async () => {
    let fail: (error: Error) => void = () => undefined;
    const unmount = jest.fn(() => Promise.resolve());
    const mount = () => new Promise<void>((_resolve, reject) => (fail = reject));
    const { root } = rootOf(lifecyclesWith({ mount, unmount }));
    root.mount().catch(() => undefined);
    await jest.advanceTimersByTimeAsync(0);
    await root.remove();
    fail(new Error('late'));
    await jest.advanceTimersByTimeAsync(0);
    expect(unmount).not.toHaveBeenCalled();
  });

  it('is not mounted any more when it was removed during its bootstrap', async () => {
    let finish: () => void = () => undefined;
    const mount = jest.fn(() => Promise.resolve());
    const { root } = rootOf(lifecyclesWith({ bootstrap: () => new Promise((resolve) => (finish = resolve)), mount }));
    const mounted = root.mount();
    await jest.advanceTimersByTimeAsync(0);
    await root.remove();
    finish();
    await mounted;
    expect(mount).not.toHaveBeenCalled();
  });

  it('does not break its host when it refuses an update', async () => {
    const { root, troubles } = rootOf(lifecyclesWith({ update: () => Promise.reject(new Error('no')) }));
    await root.mount();
    root.update({});
    await jest.advanceTimersByTimeAsync(0);
    expect(troubles).toMatchObject([{ kind: 'execution', message: 'no' }]);
  });
});
