/** @jest-environment ../../jest.browser.mjs */
import type { Profile } from '@nemus/contract';
import type { SessionState } from '@nemus/session';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createStore } from 'zustand/vanilla';
import type { RegistryState } from '@nemus/host/registry/registry-state';
import { fakeClient } from '@nemus/host/testing/fake-client';
import { fakePortal, fakeSession } from '../testing/render-portal';
import { LateAuthPage } from '../pages/auth/late-auth';
import { PROFILE, REGISTRY, SIGNED_IN, SIGNED_OUT } from '@nemus/host/testing/samples';
import { App } from './App';

function open(
  address: string,
  state: SessionState,
  registry: Partial<RegistryState> = {},
  client = fakeClient(() => null),
) {
  window.history.replaceState(null, '', address);
  const session = fakeSession(state);
  const mounted: string[] = [];
  const unmounted: string[] = [];
  const accesses: unknown[] = [];
  const point = jest.fn();
  const leave = jest.fn(() => Promise.resolve());
  const portal = fakePortal(session);
  render(
    <App
      portal={{
        ...portal,
        client: () => Promise.resolve(client),
        opening: { ...portal.opening, point },
        leave,
        registry: {
          store: createStore<RegistryState>(() => ({
            status: 'ready',
            document: REGISTRY,
            stale: false,
            refused: [],
            ...registry,
          })),
          refresh: () => Promise.resolve(),
          renew: () => null,
          prepare: () => Promise.resolve(),
        },
        loader: {
          ...portal.loader,
          mountArea: (name, _host, _onState, access) => {
            mounted.push(name);
            accesses.push(access);
            const unmount = () => Promise.resolve(void unmounted.push(name));
            return { retry: () => undefined, usePrevious: () => undefined, unmount };
          },
        },
      }}
    />,
  );
  const location = () => window.location.pathname + window.location.search;
  const reload = jest.spyOn(portal.navigation, 'reload').mockImplementation(() => undefined);
  return { portal, session, mounted, unmounted, point, leave, location, accesses, reload };
}

beforeAll(() => LateAuthPage.prepare());
beforeEach(() => {
  // jsdom has no layout, so nothing scrolls.
  window.scrollTo = () => undefined;
});

const menu = () =>
  Array.from(document.querySelectorAll('nav[aria-label="Hauptnavigation"] a'), (link) => link.textContent);

it('opens the requested page after the sign-in, not before', () => {
  const { session, mounted, location } = open('/catalog?q=angst', SIGNED_OUT);
  expect(location()).toBe('/auth');
  expect(document.title).toBe('Anmelden · Nemus');
  expect(mounted).toEqual([]);

  act(() => session.store.setState(SIGNED_IN));
  expect(location()).toBe('/catalog?q=angst');
  expect(mounted).toEqual(['alpha']);
  expect(document.title).toBe('Seminarkatalog · Nemus');
});

it.each([
  ['with its page reloaded', 'loading'],
  ['of a returning user', 'signed-in'],
] as const)('a session at /auth leads to the dashboard, whatever the entry remembers: %s', (_case, status) => {
  const { portal, session, location } = open('/dashboard', { ...SIGNED_IN, status });
  act(() => portal.navigation.redirect('/auth', { returnTo: '/catalog', returnFor: null }));
  act(() => session.store.setState(SIGNED_IN));
  expect(location()).toBe('/dashboard');
});

it('says that an area is left out, with a contact', () => {
  open('/dashboard', SIGNED_IN, { refused: [{ name: 'beta', message: 'Its content does not match its signature.' }] });
  expect(
    screen.getByText(/Ein Bereich fehlt gerade, weil seine Freigabe nicht geprüft werden konnte/),
  ).toHaveTextContent('support@nemus.example');
});

it('renders the menu of the role, in order, and the account', () => {
  open('/dashboard', SIGNED_IN);
  expect(menu()).toEqual(['Dashboard', 'Seminarkatalog']);
  expect(document.querySelector('[aria-current="page"]')).toHaveTextContent('Dashboard');
  expect(screen.getByText('Mira Sander')).toBeInTheDocument();
  expect(screen.getByText('Psychotherapeut*in in Weiterbildung')).toBeInTheDocument();
});

it('mounts the area of the role', () => {
  const institution: Profile = { ...PROFILE, userType: 'institution', institutionName: 'Praxis am Park' };
  const { mounted } = open('/dashboard', { ...SIGNED_IN, profile: institution });
  expect(mounted).toEqual(['beta']);
  expect(menu()).toEqual(['Übersicht']);
  expect(screen.getByText('Praxis am Park')).toBeInTheDocument();
});

describe('a public route', () => {
  it('is mounted without an account in the public frame, and stays as sessions come and go', () => {
    const { session, mounted, accesses, unmounted } = open('/check/NE-1', SIGNED_OUT);
    expect(accesses).toEqual(['public']);
    expect(document.title).toBe('Prüfen · Nemus');
    expect(menu()).toEqual([]);
    act(() => session.store.setState(SIGNED_IN));
    expect(menu()).toEqual(['Dashboard', 'Seminarkatalog']);
    act(() => session.store.setState({ ended: true }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect([mounted, unmounted]).toEqual([['alpha'], []]);
  });

  it.each([
    ['/auth', SIGNED_OUT, '/auth'],
    ['/', SIGNED_OUT, '/auth'],
    ['/catalog', SIGNED_OUT, '/auth'],
    ['/reset-password', SIGNED_OUT, '/reset-password'],
    ['/dashboard', { ...SIGNED_OUT, status: 'factor-needed' }, '/dashboard'],
    ['/dashboard', SIGNED_IN, '/dashboard'],
  ] as const)('is left for %s by loading the document', async (to, state, arrived) => {
    const { portal, mounted, unmounted, location, reload } = open('/check/NE-1?link=secret', state);
    act(() => portal.navigation.port.push('/check/NE-2'));
    expect(reload).not.toHaveBeenCalled();
    await act(async () => portal.navigation.port.push(to));
    expect(location()).toBe(arrived);
    expect(reload).toHaveBeenCalledTimes(1);
    expect([mounted, unmounted]).toEqual([['alpha'], ['alpha']]);
    expect(document.querySelector('input')).toBeNull();
  });

  it('cannot say where a sign-in ends, other than a page of the portal', () => {
    const { portal, session, location } = open('/auth', SIGNED_OUT);
    act(() => portal.navigation.redirect('/auth', { returnTo: '//evil.example/check', returnFor: null }));
    act(() => session.store.setState(SIGNED_IN));
    expect(location()).toBe('/dashboard');
  });
});

it('waits for the profile before it mounts anything', () => {
  const { session, mounted } = open('/dashboard', { ...SIGNED_IN, profile: null, profileStatus: 'loading' });
  expect(mounted).toEqual([]);
  expect(screen.getAllByText('Wird geladen …')).not.toHaveLength(0);
  act(() => session.store.setState({ profileStatus: 'failed' }));
  expect(screen.getByText('Profil nicht gefunden')).toBeInTheDocument();
  expect(mounted).toEqual([]);
});

it('replaces the open area of a blocked account by a notice with contact and sign-out', async () => {
  const { session, unmounted, leave } = open('/dashboard', SIGNED_IN);
  await act(async () => session.store.setState({ profileStatus: 'blocked', ended: true }));
  expect(screen.getByRole('heading', { level: 1, name: 'Ihr Konto ist gesperrt' })).toBeInTheDocument();
  expect(document.title).toBe('Konto gesperrt · Nemus');
  expect(screen.getByRole('link', { name: 'E-Mail an den Support' })).toHaveAttribute(
    'href',
    'mailto:support@nemus.example',
  );
  expect(unmounted).toEqual(['alpha']);
  // No password is requested, since it would not help.
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Abmelden' }));
  expect(leave).toHaveBeenCalledTimes(1);
});

it('draws the frame and the menu of the stated role while the profile is on its way', () => {
  open('/dashboard', {
    ...SIGNED_IN,
    user: { id: 'u-1', email: PROFILE.email, metadata: { user_type: 'institution' } },
    profile: null,
    profileStatus: 'loading',
  });
  expect(menu()).toEqual(['Übersicht']);
});

it.each([
  ['/dashboard', 'a stored session', 1],
  ['/dashboard', null, 0],
  ['/auth', 'a stored session', 0],
])('at %s with %j, there are %d frames before the session is known', (path, stored, frames) => {
  if (stored !== null) localStorage.setItem('nemus-auth', stored);
  open(path, { ...SIGNED_OUT, status: 'loading' });
  localStorage.clear();
  expect(document.querySelectorAll('nav[aria-label="Hauptnavigation"]')).toHaveLength(frames);
  expect(menu()).toEqual([]);
});

it('keeps an area mounted between its pages, with the sidebar and without', () => {
  const { portal, mounted, unmounted } = open('/dashboard', SIGNED_IN);
  act(() => portal.navigation.port.push('/catalog'));
  act(() => portal.navigation.port.push('/result'));
  expect(menu()).toEqual([]);
  expect(mounted).toEqual(['alpha']);
  expect(unmounted).toEqual([]);
});

it('takes the areas away when the session ends, and gives another account new ones', async () => {
  const { session, mounted, unmounted, location } = open('/dashboard', SIGNED_IN);
  await act(async () => session.store.setState(SIGNED_OUT));
  expect(unmounted).toEqual(['alpha']);
  expect(location()).toBe('/auth');
  await act(async () => session.store.setState({ ...SIGNED_IN, user: { id: 'u-2', email: 'x', metadata: {} } }));
  expect(mounted).toEqual(['alpha', 'alpha']);
  await act(async () => session.store.setState({ ...SIGNED_IN, user: { id: 'u-3', email: 'y', metadata: {} } }));
  expect(unmounted).toEqual(['alpha', 'alpha']);
  expect(mounted).toEqual(['alpha', 'alpha', 'alpha']);
});

it('requests an area while its menu entry is pointed at or focused', () => {
  const { point } = open('/dashboard', SIGNED_IN);
  const entry = screen.getByText('Seminarkatalog');
  fireEvent.mouseEnter(entry);
  expect(point.mock.calls).toEqual([['alpha']]);
  fireEvent.focus(entry);
  expect(point).toHaveBeenCalledTimes(2);
});

it.each([{ ctrlKey: true }, { metaKey: true }])('toggles the sidebar with %j and B, and remembers it', (keys) => {
  document.cookie = 'sidebar_state=; path=/; max-age=0';
  open('/dashboard', SIGNED_IN);
  const state = () => document.querySelector('aside')?.getAttribute('data-state');
  expect(state()).toBe('expanded');
  fireEvent.keyDown(window, { key: 'b', ...keys });
  expect(state()).toBe('collapsed');
  expect(document.cookie).toContain('sidebar_state=collapsed');
  fireEvent.keyDown(window, { key: 'b' });
  expect(state()).toBe('collapsed');
  fireEvent.keyDown(window, { key: 'b', ...keys });
  expect(state()).toBe('expanded');
});

it.each(['/auth', '/impressum', '/404', '/old'])('shows the legal links at %s', async (path) => {
  open(path, SIGNED_OUT);
  const links = Array.from(document.querySelectorAll('[aria-label="Rechtliches"] a'), (link) =>
    link.getAttribute('href'),
  );
  expect(links).toEqual([
    '/impressum',
    '/datenschutz',
    '/barrierefreiheit',
    '/agb',
    '/widerrufsbelehrung',
    '/widerruf',
  ]);
  await act(() => new Promise((resolve) => setTimeout(resolve)));
});

it('logs the path that was not found, in the console too', () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { portal } = open('/404', SIGNED_OUT);
  expect(screen.getByText('Oops! Page not found')).toBeInTheDocument();
  expect(portal.telemetry.entries()).toMatchObject([{ name: 'not-found', message: '/404' }]);
  expect(warn.mock.calls).toEqual([['Not found: /404 (shell)']]);
  warn.mockRestore();
});

it('logs an address that no area claims, and links to the home page', () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { portal, location } = open('/gibt-es-nicht', SIGNED_IN);
  expect(location()).toBe('/dashboard');
  expect(portal.telemetry.entries()).toMatchObject([{ name: 'not-found', message: '/gibt-es-nicht' }]);
  warn.mockRestore();
});

describe('staff without a second factor', () => {
  function openAsStaff(path: string, rights_require: boolean) {
    const [alpha, ...others] = REGISTRY.remotes;
    if (!alpha) throw new Error('The registry has no area.');
    const routes = [
      ...alpha.routes,
      { path: '/desk', layout: 'none' as const, title: 'Bestellungen', requires: ['staff:orders'] },
      { path: '/account/security', layout: 'none' as const, title: 'Sicherheit' },
    ];
    const document = { ...REGISTRY, remotes: [{ ...alpha, routes }, ...others] };
    const asked: string[] = [];
    const client = fakeClient((name) => {
      asked.push(name);
      return { codes_left: 0, codes_made_at: null, is_recovered: false, required_by: null, rights_require };
    });
    const staff = { ...SIGNED_IN, profile: { ...PROFILE, rights: ['staff:orders'] } };
    const opened = open(path, staff, { document }, client);
    return { ...opened, asked, go: (to: string) => act(() => opened.portal.navigation.port.push(to)) };
  }

  it('is led to its setup from each page that needs the right, and then goes on', async () => {
    const { session, location, asked, go } = openAsStaff('/result', true);
    expect(asked).toEqual([]);
    go('/desk');
    await waitFor(() => expect(location()).toBe('/account/security'), { timeout: 4000 });
    expect(document.body).toHaveTextContent('Zweiter Faktor erforderlich');
    // Pages of the account itself stay open.
    go('/result');
    expect(location()).toBe('/result');
    go('/desk');
    expect(location()).toBe('/account/security');
    act(() => session.store.setState({ hasFactor: true }));
    go('/desk');
    expect(location()).toBe('/desk');
  });

  it('works without one as a demo account of a local portal', async () => {
    const { location, asked } = openAsStaff('/desk', false);
    await waitFor(() => expect(asked).toEqual(['nemus_factor_state']), { timeout: 4000 });
    expect(location()).toBe('/desk');
  });
});
