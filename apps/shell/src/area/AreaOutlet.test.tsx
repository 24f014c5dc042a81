/** @jest-environment ../../jest.browser.mjs */
import { RemoteFailure } from '@nemus/contract';
import type { AreaHandle, AreaState } from '@nemus/loader';
import type { MissingNames, RegisteredRemote } from '@nemus/registry';
import { sampleRegistry } from '@nemus/registry/samples';
import { SKELETON_AFTER_MS } from '@nemus/start/limits';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Profiler, useEffect, type ReactNode } from 'react';
import { fakePortal, renderPortal } from '../testing/render-portal';
import { createStore } from 'zustand/vanilla';
import type { RegistryState } from '@nemus/host/registry/registry-state';
import { UNCHECKED } from '@nemus/host/registry/apply-stop-list';
import type { StopList } from '@nemus/registry';
import type { StopState } from '@nemus/host/registry/stop-source';
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

function failure(
  kind: RemoteFailure['kind'],
  canUsePrevious = false,
  missing: readonly MissingNames[] = [],
): AreaState {
  const origin = { remote: 'alpha', version: '1.0.0-0123456789ab', team: 'team-a' };
  return {
    phase: 'failed',
    failure: new RemoteFailure(kind, origin, 'text'),
    canUsePrevious,
    ...(missing.length > 0 ? { missing } : {}),
  };
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
  const prepareMenu = jest.fn();
  const drawn = jest.fn();
  const running = {
    ...portal,
    rememberStart,
    prepareMenu,
    loader: { ...portal.loader, mountArea },
    registry: { ...portal.registry, refresh, renew: () => renewal },
  };
  const view = renderPortal(
    running,
    <Profiler id="outlet" onRender={drawn}>
      <AreaOutlet remote={REMOTE} title="Dashboard" />
    </Profiler>,
  );
  const tell = (state: AreaState) => act(() => mounts.at(-1)?.tell(state));
  return { handle, mounts, refresh, rememberStart, prepareMenu, drawn, tell, view };
}

it('mounts the area into its own element and removes it again', async () => {
  const { handle, mounts, view } = open();
  expect(mounts).toHaveLength(1);
  expect(mounts[0]?.remote).toBe('alpha');
  expect(mounts[0]?.host).toHaveAttribute('data-area', 'alpha');
  view.unmount();
  // React cannot unmount another root while it renders.
  expect(handle.unmount).not.toHaveBeenCalled();
  await Promise.resolve();
  expect(handle.unmount).toHaveBeenCalledTimes(1);
});

it('requests the area before its frame is painted', () => {
  const order: string[] = [];
  const portal = fakePortal();
  const mountArea = () => {
    order.push('asked');
    return { retry: jest.fn(), usePrevious: jest.fn(), unmount: () => Promise.resolve() };
  };
  function Frame({ children }: { children: ReactNode }) {
    useEffect(() => void order.push('painted'), []);
    return children;
  }
  renderPortal(
    { ...portal, loader: { ...portal.loader, mountArea } },
    <>
      <Frame>
        <p>Seitenleiste</p>
      </Frame>
      <AreaOutlet remote={REMOTE} title="Dashboard" />
    </>,
  );
  expect(order).toEqual(['asked', 'painted']);
});

it('waits for the current registry before it opens, and does not open an area that was left meanwhile', async () => {
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

/** As the loader does it: a root's element in the host, with the area's content. */
function draw(host: HTMLElement | undefined) {
  const root = document.createElement('div');
  root.innerHTML = '<h1>Seite</h1>';
  host?.append(root);
}

it('shows an area that renders at once, without a skeleton', () => {
  jest.useFakeTimers();
  const { mounts, tell } = open();
  draw(mounts[0]?.host);
  expect(screen.getByRole('heading', { name: 'Seite' })).toBeVisible();
  act(() => jest.advanceTimersByTime(SKELETON_AFTER_MS));
  jest.useRealTimers();
  expect(screen.queryByText('Dashboard wird geladen …')).toBeNull();
  tell({ phase: 'ready' });
  expect(screen.getByRole('heading', { name: 'Seite' })).toBeVisible();
});

it('keeps an area that draws below the skeleton hidden until it is mounted', async () => {
  const { mounts, tell } = open();
  await screen.findByText('Dashboard wird geladen …');
  draw(mounts[0]?.host);
  expect(mounts[0]?.host).toHaveAttribute('hidden');
  tell({ phase: 'ready' });
  expect(screen.getByRole('heading', { name: 'Seite' })).toBeVisible();
});

it('is drawn once for all steps of a mount, which look the same', () => {
  const { tell, drawn } = open();
  expect(drawn).toHaveBeenCalledTimes(1);
  for (const phase of ['resolving', 'verifying', 'loading', 'mounting'] as const) tell({ phase });
  expect(drawn).toHaveBeenCalledTimes(1);
  drawn.mockClear();
  tell({ phase: 'ready' });
  expect(drawn).toHaveBeenCalled();
});

it('remembers the area for the next start when it is shown, and prepares the others', () => {
  const { rememberStart, prepareMenu, tell } = open();
  expect(rememberStart).not.toHaveBeenCalled();
  expect(prepareMenu).not.toHaveBeenCalled();
  tell({ phase: 'ready' });
  expect(rememberStart).toHaveBeenCalledWith(REMOTE);
  expect(prepareMenu).toHaveBeenCalledWith('alpha');
});

it('marks an earlier release that replaces the current one', () => {
  const { tell } = open();
  tell({ phase: 'ready' });
  expect(screen.queryByText(/Sie sehen eine frühere Version/)).toBeNull();
  tell({ phase: 'ready', isPrevious: true });
  expect(screen.getByText(/^Sie sehen eine frühere Version dieses Bereichs/).closest('[role=status]')).toBeVisible();
});

it('says what failed, and retries with a fresh registry and without a reload', async () => {
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

it('shows support why a version does not fit: names, versions and what its team must do', () => {
  const { tell } = open();
  const origin = { remote: 'alpha', version: '1.0.0-0123456789ab', team: 'team-a' };
  const message =
    '"react" is expected as ^19.4.0; the shell provides 19.3.1. Its team builds with 19.3.1, or waits for a shell that has 19.4.0.';
  tell({ phase: 'failed', failure: new RemoteFailure('contract', origin, message), canUsePrevious: false });
  expect(screen.getByText('Diese Version des Bereichs passt nicht zu diesem Portal.')).toBeVisible();
  expect(screen.getByText(message)).toBeInTheDocument();
  tell(failure('execution'));
  expect(screen.queryByText('Grund')).toBeNull();
});

it('offers the previous version when there is one', () => {
  const { handle, tell } = open();
  tell(failure('render', true));
  fireEvent.click(screen.getByText('Vorherige Version'));
  expect(handle.usePrevious).toHaveBeenCalledTimes(1);
});

describe('an area that is switched off', () => {
  const since = '2026-06-01T10:00:00.000Z';
  const on: RegisteredRemote = { ...REMOTE, enabled: true, disabledReason: undefined };
  const off = (change: Partial<RegisteredRemote> = {}): RegisteredRemote => ({ ...REMOTE, enabled: false, ...change });

  /** The outlet with a registry and a stop list that close the area; `close` changes the registry. */
  function openClosed(remote: RegisteredRemote, stop?: { reason: string; by: string; since: string }) {
    const portal = fakePortal();
    const documentOf = (one: RegisteredRemote) => ({
      ...sampleRegistry([one]),
      ...(one.enabled ? {} : { switches: { alpha: { by: `Team ${one.team}`, since } } }),
    });
    const store = createStore<RegistryState>(() => ({
      status: 'ready',
      document: documentOf(remote),
      stale: false,
      refused: [],
    }));
    const unmount = jest.fn(() => Promise.resolve());
    const tells: ((state: AreaState) => void)[] = [];
    const mountArea = (_name: string, _host: HTMLElement, tell: (state: AreaState) => void): AreaHandle => {
      tells.push(tell);
      return { retry: jest.fn(), usePrevious: jest.fn(), unmount };
    };
    const list = stop ? stopped(stop) : null;
    renderPortal(
      {
        ...portal,
        registry: { ...portal.registry, store },
        stops: { ...portal.stops, store: createStore<StopState>(() => ({ ...portal.stops.store.getState(), list })) },
        loader: { ...portal.loader, mountArea },
      },
      <AreaOutlet remote={remote} title="Dashboard" />,
    );
    const tell = (state: AreaState) => act(() => tells.at(-1)?.(state));
    const close = (one: RegisteredRemote) => act(() => store.setState({ document: documentOf(one) }));
    const go = (path: string) => act(async () => portal.navigation.port.push(path));
    return { tell, close, go, unmount, tells };
  }

  function stopped(stop: { reason: string; by: string; since: string }): StopList {
    const signature = { keyId: 'k', value: '' };
    const times = { issuedAt: since, expiresAt: since };
    const areas = [{ name: 'alpha', ...stop }];
    return { schema: 1, environment: 'test', serial: 1, ...times, areas, canaries: [], signature };
  }

  it('reads like a notice: who, why and since when, and that it is unsigned', () => {
    const { tell } = openClosed(off());
    tell(failure('disabled'));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('„Weiterbildung“ ist zurzeit abgeschaltet');
    // Apart from the toast region.
    expect(screen.queryAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['']);
    expect(screen.queryByText(/Support-ID/)).toBeNull();
    for (const text of ['Wartung bis 18 Uhr.', 'Team Weiterbildung', '01.06.2026, 12:00 Uhr']) {
      expect(screen.getByText(text)).toBeInTheDocument();
    }
    expect(screen.getByText(/nicht digital unterschrieben/)).toBeInTheDocument();
  });

  it('says what the operators signed, without that warning', () => {
    const { tell } = openClosed(off(), { reason: 'Wartung bis 18 Uhr.', by: 'Betrieb', since });
    tell(failure('disabled'));
    expect(screen.getByText('Betrieb')).toBeInTheDocument();
    expect(screen.queryByText(/nicht digital unterschrieben/)).toBeNull();
  });

  it.each([
    [
      'a bait',
      { disabledReason: 'Konto bestätigen: https://boese.example/login' },
      'Der Bereich ist vorübergehend abgeschaltet.',
    ],
    ['no reason', { disabledReason: undefined }, 'Der Bereich ist vorübergehend abgeschaltet.'],
    ['the portal’s own reason', { disabledReason: UNCHECKED }, UNCHECKED],
  ])('shows nothing that contains a link or number: %s', (_case, change, shown) => {
    const { tell } = openClosed(off(change));
    tell(failure('disabled'));
    expect(screen.getByText(shown)).toBeInTheDocument();
    expect(document.body.textContent).not.toContain('boese');
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('appears at the next page of the open area, not in the middle of one', async () => {
    const { tell, close, go, unmount, tells } = openClosed(on);
    tell({ phase: 'ready' });
    close(off());
    expect(unmount).not.toHaveBeenCalled();
    await go('/next');
    expect(await screen.findByText('„Weiterbildung“ ist zurzeit abgeschaltet')).toBeInTheDocument();
    expect(unmount).toHaveBeenCalledTimes(1);

    close(on);
    fireEvent.click(screen.getByText('Erneut prüfen'));
    await waitFor(() => expect(tells).toHaveLength(2));
    expect(screen.queryByText(/abgeschaltet/)).toBeNull();
  });

  it('is left alone inside where nothing was closed', async () => {
    const { tell, go, unmount } = openClosed(on);
    tell({ phase: 'ready' });
    await go('/next');
    expect(unmount).not.toHaveBeenCalled();
  });
});

it.each([
  ['network', 1],
  ['chunk', 1],
  ['integrity', 0],
  ['disabled', 0],
] as const)(
  'opens automatically when the connection is back, after a failure that it may have caused: %s',
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

it('opens again in development when its source was changed', async () => {
  const environment = jest.replaceProperty(process, 'env', { NODE_ENV: 'development' });
  const { handle, tell } = open();
  tell(failure('render'));
  await act(async () => void window.dispatchEvent(new CustomEvent('nemus:refreshed', { detail: 'other' })));
  expect(handle.retry).not.toHaveBeenCalled();
  await act(async () => void window.dispatchEvent(new CustomEvent('nemus:refreshed', { detail: 'alpha' })));
  expect(handle.retry).toHaveBeenCalledTimes(1);
  environment.restore();
});

it('names what the version uses and the portal lacks', () => {
  const { tell } = open();
  const missing = [
    { module: '@nemus/ui', names: ['New', 'Later'] },
    { module: null, names: ['session.later'] },
  ];
  tell(failure('contract', false, missing));
  expect(
    screen.getByText('Dieses Portal hat nicht: „New“, „Later“ aus @nemus/ui; „session.later“ der Ports.'),
  ).toBeInTheDocument();
});
