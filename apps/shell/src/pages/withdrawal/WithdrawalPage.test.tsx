/** @jest-environment ../../jest.browser.mjs */
import { installBackend, json, type FakeBackend } from '@nemus/testing/jest';
import { screen, waitFor } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { fakePortal, fill, renderPortal } from '../../testing/render-portal';
import WithdrawalPage from './WithdrawalPage';

const RECEIPT = { reference: 'W-20261121-1A2B3C4D', received_at: '2026-11-21T09:15:00+00:00', receipt_sent: true };
let backend: ReturnType<typeof installBackend>;

function open(answer: FakeBackend = () => json(200, RECEIPT)) {
  backend = installBackend(answer);
  renderPortal(fakePortal(), <WithdrawalPage />);
  return userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
}
afterEach(() => backend.uninstall());

const button = (name: string) => screen.getByRole('button', { name });
async function declare(user: ReturnType<typeof userEvent.setup>) {
  fill(screen.getByLabelText('Name'), 'Mira Sommer');
  fill(screen.getByLabelText('E-Mail für die Eingangsbestätigung'), 'mira@nemus.example');
  fill(screen.getByLabelText('Welchen Vertrag widerrufen Sie?'), 'Kurs Ethik vom 20.11.2026');
  await user.click(button('Weiter'));
  await screen.findByRole('button', { name: 'Widerruf bestätigen' });
}

it('requires person and contract before it continues', async () => {
  const user = open();
  await user.click(button('Weiter'));
  expect(await screen.findByText('Bitte geben Sie Ihren Namen ein.')).toBeInTheDocument();
  expect(screen.getByText('Bitte geben Sie Ihre E-Mail-Adresse ein.')).toBeInTheDocument();
  expect(screen.getByText('Bitte nennen Sie den Kurs oder die Nummer der Rechnung.')).toBeInTheDocument();
  expect(backend.requests).toEqual([]);
});

it('declares with the second step alone, once, and shows number and time', async () => {
  const user = open();
  await declare(user);
  expect(screen.getByText('Hiermit widerrufe ich den folgenden Vertrag.')).toBeInTheDocument();
  expect(backend.requests).toEqual([]);
  await user.click(button('Widerruf bestätigen'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Ihr Widerruf ist eingegangen' })).toBeInTheDocument();
  expect(screen.getByText(RECEIPT.reference)).toBeInTheDocument();
  expect(screen.getByText('21.11.2026, 10:15 Uhr')).toBeInTheDocument();
  expect(screen.getByText('Hiermit widerrufe ich den folgenden Vertrag.')).toBeInTheDocument();
  expect(backend.requests).toHaveLength(1);
  expect(await backend.requests[0]?.json()).toMatchObject({
    name: 'Mira Sommer',
    email: 'mira@nemus.example',
    contract: 'Kurs Ethik vom 20.11.2026',
    message: '',
  });
});

it('links to the instruction on withdrawal', () => {
  open();
  expect(screen.getByRole('link', { name: 'Widerrufsbelehrung' })).toHaveAttribute('href', '/widerrufsbelehrung');
});

it('keeps the input on the way back', async () => {
  const user = open();
  await declare(user);
  await user.click(button('Zurück'));
  expect(screen.getByLabelText('Welchen Vertrag widerrufen Sie?')).toHaveValue('Kurs Ethik vom 20.11.2026');
});

it('sends the same declaration again after a lost answer', async () => {
  let down = true;
  const user = open(() => (down ? Promise.reject(new TypeError('fetch failed')) : json(200, RECEIPT)));
  await declare(user);
  await user.click(button('Widerruf bestätigen'));
  expect(await screen.findByText(/Der Server ist gerade nicht erreichbar/)).toBeInTheDocument();
  down = false;
  await user.click(button('Widerruf bestätigen'));
  await screen.findByText(RECEIPT.reference);
  const bodies = await Promise.all(backend.requests.map(async (request): Promise<unknown> => request.json()));
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies[0]).toEqual(bodies[1]);
});

it('reports an unsent receipt, and that the withdrawal is valid', async () => {
  const user = open(() => json(200, { ...RECEIPT, receipt_sent: false }));
  await declare(user);
  await user.click(button('Widerruf bestätigen'));
  expect(await screen.findByText(/Ihr Widerruf ist trotzdem eingegangen/)).toBeInTheDocument();
});

it('shows the server’s message of a refusal', async () => {
  const message = 'Für diese E-Mail-Adresse sind gerade mehrere Widerrufe eingegangen.';
  const user = open(() => json(429, { error: { code: 'too_many_withdrawals', message } }));
  await declare(user);
  await user.click(button('Widerruf bestätigen'));
  expect(await screen.findByText(message)).toBeInTheDocument();
});
