/** @jest-environment ../../jest.browser.mjs */
import { installBackend, json, type FakeBackend } from '@nemus/testing/jest';
import { fireEvent, screen } from '@testing-library/react';
import { fakePortal, renderPortal } from '../../testing/render-portal';
import UnsubscribePage from './UnsubscribePage';

const TOKEN = 'ab'.repeat(32);
const USE = '/rest/v1/rpc/nemus_unsubscribe';
let backend: ReturnType<typeof installBackend>;
afterEach(() => backend.uninstall());

function open(search: string, page: unknown, unsubscribed: () => Response = () => json(200, {})) {
  const answer: FakeBackend = (request) => (new URL(request.url).pathname === USE ? unsubscribed() : json(200, page));
  backend = installBackend(answer);
  const portal = fakePortal();
  portal.navigation.port.push(`/abbestellen${search}`);
  renderPortal(portal, <UnsubscribePage />);
}
const uses = () =>
  Promise.all(
    backend.requests
      .filter(({ url }) => new URL(url).pathname === USE)
      .map((request): Promise<unknown> => request.clone().json()),
  );
const PAGE = { kind: 'place_confirmed', wanted: true };

it('names the kind, does nothing by being opened, and turns off mails of it', async () => {
  open(`?link=${TOKEN}`, PAGE);
  expect(await screen.findByText('Platz bestätigt')).toBeInTheDocument();
  expect(await uses()).toEqual([]);
  for (const { url, headers } of backend.requests) {
    expect(url).not.toContain(TOKEN);
    expect(headers.get('authorization') ?? '').not.toContain('eyJ');
  }
  fireEvent.click(screen.getByRole('button', { name: 'Diese E-Mails abbestellen' }));
  expect(await screen.findByText('Abbestellt')).toBeInTheDocument();
  expect(await uses()).toEqual([{ p_token: TOKEN, p_all: false }]);
});

it('turns off everything optional, and says what stays', async () => {
  open(`?link=${TOKEN}`, { ...PAGE, wanted: false });
  expect(await screen.findByText('Zu diesem Thema schicken wir Ihnen keine E-Mails.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Diese E-Mails abbestellen' })).not.toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: /^Alle abbestellen/ }));
  expect(await screen.findByText(/erhalten Sie weiterhin/)).toBeInTheDocument();
  expect(await uses()).toEqual([{ p_token: TOKEN, p_all: true }]);
});

it.each([
  ['', 'no token'],
  ['?link=abc', 'half a token'],
  [`?link=${TOKEN}`, 'an expired one'],
])('shows the same text for %s (%s)', async (search) => {
  open(search, null);
  expect(await screen.findByText('Dieser Link führt nicht mehr weiter')).toBeInTheDocument();
});

it('reports a failure, and keeps the button', async () => {
  open(`?link=${TOKEN}`, PAGE, () => json(503, { message: 'down' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Diese E-Mails abbestellen' }));
  expect(await screen.findByText(/Das hat nicht geklappt/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Diese E-Mails abbestellen' })).toBeEnabled();
});
