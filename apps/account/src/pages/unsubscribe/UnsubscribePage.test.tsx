/** @jest-environment ../../jest.browser.mjs */
import { installBackend, json, mountModule, type FakeBackend, type MountedModule } from '@nemus/testing/jest';
import { fireEvent, screen } from '@testing-library/react';
import app from '../../app';

const TOKEN = 'ab'.repeat(32);
const USE = '/rest/v1/rpc/nemus_unsubscribe';
let backend: ReturnType<typeof installBackend>;
let mounted: MountedModule;
afterEach(async () => {
  await mounted.unmount();
  backend.uninstall();
});

async function open(search: string, page: unknown, unsubscribed: () => Response = () => json(200, {})) {
  const answer: FakeBackend = (request) => (new URL(request.url).pathname === USE ? unsubscribed() : json(200, page));
  backend = installBackend(answer);
  mounted = await mountModule(app, { address: `/abbestellen${search}`, access: 'public' });
}
const uses = () =>
  Promise.all(
    backend.requests
      .filter(({ url }) => new URL(url).pathname === USE)
      .map((request): Promise<unknown> => request.clone().json()),
  );
const PAGE = { kind: 'place_confirmed', wanted: true };

it('names the kind, does nothing by being opened, and turns off mails of it', async () => {
  await open(`?link=${TOKEN}`, PAGE);
  expect(await screen.findByText('Platz bestätigt')).toBeInTheDocument();
  expect(await uses()).toEqual([]);
  for (const { url, headers } of backend.requests) {
    expect(url).not.toContain(TOKEN);
    expect(headers.get('authorization') ?? '').not.toContain('eyJ');
  }
  fireEvent.click(screen.getByRole('button', { name: 'Diese E-Mails abbestellen' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'Abbestellt' })).toBeInTheDocument();
  expect(await uses()).toEqual([{ p_token: TOKEN, p_all: false }]);
});

it('turns off everything optional, and says what stays', async () => {
  await open(`?link=${TOKEN}`, { ...PAGE, wanted: false });
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
  await open(search, null);
  expect(await screen.findByText('Dieser Link führt nicht mehr weiter')).toBeInTheDocument();
});

it('reports a failure, and keeps the button', async () => {
  await open(`?link=${TOKEN}`, PAGE, () => json(503, { message: 'down' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Diese E-Mails abbestellen' }));
  expect(await screen.findByText(/Das hat nicht geklappt/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Diese E-Mails abbestellen' })).toBeEnabled();
});
