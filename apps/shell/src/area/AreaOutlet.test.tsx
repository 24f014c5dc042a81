/** @jest-environment ../../jest.browser.mjs */
import { RemoteFailure } from '@nemus/contract';
import type { AreaHandle, AreaState } from '@nemus/loader';
import type { RegisteredRemote } from '@nemus/registry';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { fakePortal, renderPortal } from '../testing/render-portal';
import { AreaOutlet } from './AreaOutlet';

const REMOTE: RegisteredRemote = {
  name: 'alpha',
  title: 'Weiterbildung',
  team: 'team-a',
  routes: [],
  menu: [],
  slots: [],
  enabled: true,
  disabledReason: 'Wartung bis 18 Uhr.',
  stable: {
    version: '1.0.0-0123456789ab',
    path: 'releases/alpha/1.0.0-0123456789ab/',
    digest: `sha384-${'A'.repeat(64)}`,
    contract: '^1.0.0',
  },
  lastGood: [],
};

function failure(kind: RemoteFailure['kind'], canUsePrevious = false): AreaState {
  const origin = { remote: 'alpha', version: '1.0.0-0123456789ab', team: 'team-a' };
  return { phase: 'failed', failure: new RemoteFailure(kind, origin, 'text'), canUsePrevious };
}

function open(renewal: Promise<void> | null = null) {
  const portal = fakePortal();
  const handle = { retry: jest.fn(), usePrevious: jest.fn(), unmount: jest.fn(() => Promise.resolve()) };
  const mounts: { remote: string; host: HTMLElement; tell: (state: AreaState) => void }[] = [];
  const mountArea = (remote: string, host: HTMLElement, tell: (state: AreaState) => void): AreaHandle => {
    mounts.push({ remote, host, tell });
    return handle;
  };
  const refresh = jest.fn(() => Promise.resolve());
  const rememberStart = jest.fn(() => Promise.resolve());
  const running = {
    ...portal,
    rememberStart,
    loader: { ...portal.loader, mountArea },
    registry: { ...portal.registry, refresh, renew: () => renewal },
  };
  const view = renderPortal(running, <AreaOutlet remote={REMOTE} title="Dashboard" />);
  const tell = (state: AreaState) => act(() => mounts.at(-1)?.tell(state));
  return { handle, mounts, refresh, rememberStart, tell, view };
}

it('mounts the area into an element of its own and takes it away again', () => {
  const { handle, mounts, view } = open();
  expect(mounts).toHaveLength(1);
  expect(mounts[0]?.remote).toBe('alpha');
  expect(mounts[0]?.host).toHaveAttribute('data-area', 'alpha');
  view.unmount();
  expect(handle.unmount).toHaveBeenCalledTimes(1);
});

it('waits for the registry of this moment before it opens, and opens nothing that was left meanwhile', async () => {
  let resolve = () => undefined as void;
  const promise = new Promise<void>((done) => (resolve = done));
  const { mounts } = open(promise);
  const other = open(promise);
  other.view.unmount();
  expect(mounts).toEqual([]);
  await act(async () => resolve());
  expect(mounts).toHaveLength(1);
  expect(other.mounts).toEqual([]);
});

it('shows a skeleton only when it takes a while', async () => {
  const { tell } = open();
  expect(screen.queryByText('Dashboard wird geladen …')).toBeNull();
  expect(await screen.findByText('Dashboard wird geladen …')).toBeInTheDocument();
  tell({ phase: 'ready' });
  expect(screen.queryByText('Dashboard wird geladen …')).toBeNull();
});

it('remembers the area for the next start when it is shown', () => {
  const { rememberStart, tell } = open();
  expect(rememberStart).not.toHaveBeenCalled();
  tell({ phase: 'ready' });
  expect(rememberStart).toHaveBeenCalledWith(REMOTE);
});

it('says what failed, and tries again with a fresh registry and without a reload', async () => {
  const { handle, mounts, refresh, tell } = open();
  const state = failure('network');
  tell(state);
  expect(screen.getByText('„Weiterbildung“ kann gerade nicht angezeigt werden')).toBeInTheDocument();
  expect(screen.getByText(state.phase === 'failed' ? state.failure.supportId : '')).toBeInTheDocument();
  expect(mounts[0]?.host).toHaveAttribute('hidden');
  expect(screen.queryByText('Vorherige Version')).toBeNull();

  fireEvent.click(screen.getByText('Erneut versuchen'));
  await waitFor(() => expect(handle.retry).toHaveBeenCalledTimes(1));
  expect(refresh).toHaveBeenCalledTimes(1);
  expect(mounts).toHaveLength(1);
  tell({ phase: 'ready' });
  expect(screen.queryByText('Erneut versuchen')).toBeNull();
  expect(mounts[0]?.host).not.toHaveAttribute('hidden');
});

it('offers the previous version when there is one', () => {
  const { handle, tell } = open();
  tell(failure('render', true));
  fireEvent.click(screen.getByText('Vorherige Version'));
  expect(handle.usePrevious).toHaveBeenCalledTimes(1);
});

it('passes on why an area is switched off', () => {
  const { tell } = open();
  tell(failure('disabled'));
  expect(screen.getByText('Wartung bis 18 Uhr.')).toBeInTheDocument();
});

it.each([
  ['network', 1],
  ['chunk', 1],
  ['integrity', 0],
  ['disabled', 0],
] as const)(
  'opens by itself when the line is back, after a failure that it can have caused: %s',
  async (kind, times) => {
    const { handle, tell } = open();
    tell(failure(kind));
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect(handle.retry).toHaveBeenCalledTimes(times);
    tell({ phase: 'ready' });
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect(handle.retry).toHaveBeenCalledTimes(times);
  },
);
