/** @jest-environment ../../jest.browser.mjs */
import { createDataClient } from '@nemus/data';
import { installBackend, json } from '@nemus/testing/jest';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakePortal, fakeSession, renderPortal } from '../testing/render-portal';
import { NotificationBell } from './NotificationBell';

const news = (id: string, of: object = {}) => ({
  id,
  kind: 'certificate_issued',
  facts: { title: `Trauma ${id} <img src=x onerror=alert(1)>` },
  path: '/competencies',
  read_at: null,
  created_at: '2026-11-20T10:00:00+00:00',
  ...of,
});
let unread = 2;
let rows: readonly object[] = [];
let broken = false;
let backend: ReturnType<typeof installBackend>;
afterEach(() => backend.uninstall());

function draw(user: { id: string } | null = { id: 'u-1' }) {
  backend = installBackend((request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('nemus_unread_notifications')) return json(200, unread);
    if (pathname.endsWith('nemus_read_notifications')) return json(200, (unread = 0));
    return broken ? json(500, { message: 'down' }) : json(200, rows);
  });
  const session = fakeSession(
    user ? { status: 'signed-in', profileStatus: 'ready', user: { ...user, email: 'a@b.example', metadata: {} } } : {},
  );
  const access = { url: 'http://backend.test', publishableKey: 'k', accessToken: () => Promise.resolve('token') };
  const portal = { ...fakePortal(session), client: () => Promise.resolve(createDataClient(access)) };
  renderPortal(portal, <NotificationBell />);
  return portal;
}
const asked = (name: string) => backend.requests.filter(({ url }) => new URL(url).pathname.endsWith(name));
const bell = (name: RegExp) => screen.findByRole('button', { name }, { timeout: 4000 });

beforeEach(() => {
  [unread, rows, broken] = [
    2,
    [news('a'), news('b', { path: null }), news('c', { read_at: '2026-11-21T10:00:00Z' })],
    false,
  ];
});

it('shows the number of unread news, up to 99', async () => {
  draw();
  // The bell renders before the number is known: the page does not wait for it.
  expect(screen.getByRole('button', { name: 'Benachrichtigungen' })).toBeInTheDocument();
  expect(asked('nemus_unread_notifications')).toEqual([]);
  await bell(/^Benachrichtigungen, 2 ungelesen$/);
  unread = 100;
  act(() => void window.dispatchEvent(new Event('focus')));
  await bell(/mehr als 99 ungelesen/);
  expect(screen.getByText('99+')).toHaveAttribute('aria-hidden', 'true');
});

it('is not there without an account', () => {
  draw(null);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('refetches when the page becomes visible, and not while it is hidden', async () => {
  draw();
  await bell(/2 ungelesen/);
  const before = asked('nemus_unread_notifications').length;
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(asked('nemus_unread_notifications')).toHaveLength(before);
  hidden.mockReturnValue(false);
  unread = 0;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await bell(/keine ungelesen/);
  hidden.mockRestore();
});

it('lists the newest with their links, always as plain text', async () => {
  const portal = draw();
  fireEvent.click(await bell(/Benachrichtigungen/));
  const dialog = await screen.findByRole('dialog', { name: 'Benachrichtigungen' });
  const link = await within(dialog).findByRole('link', { name: /Trauma a/ });
  expect(link).toHaveAttribute('href', '/competencies');
  expect(link).toHaveTextContent('<img src=x onerror=alert(1)>');
  expect(dialog.querySelector('img')).toBeNull();
  expect(within(dialog).getAllByText('Ungelesen:', { exact: false })).toHaveLength(2);
  expect(within(dialog).getByRole('link', { name: 'Alle anzeigen' })).toHaveAttribute('href', '/account/notifications');
  fireEvent.click(link);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(portal.navigation.port.getLocation().pathname).toBe('/competencies');
  const [read] = asked('nemus_read_notifications');
  expect(await read?.clone().json()).toEqual({ p_ids: ['a'] });
});

it('marks all as read', async () => {
  draw();
  fireEvent.click(await bell(/Benachrichtigungen/));
  fireEvent.click(await screen.findByRole('button', { name: 'Alle als gelesen markieren' }));
  await waitFor(() => expect(screen.queryByText('Ungelesen:', { exact: false })).not.toBeInTheDocument());
  const [read] = asked('nemus_read_notifications');
  expect(await read?.clone().json()).toEqual({});
  fireEvent.click(screen.getByRole('button', { name: 'Schließen' }));
  await bell(/keine ungelesen/);
});

it('says that there is nothing yet, and offers a retry after a failure', async () => {
  broken = true;
  draw();
  fireEvent.click(await bell(/Benachrichtigungen/));
  const again = await screen.findByRole('button', { name: /Erneut|noch einmal/ });
  [broken, rows] = [false, []];
  fireEvent.click(again);
  expect(await screen.findByText('Noch keine Benachrichtigungen')).toBeInTheDocument();
});
