/** @jest-environment ../../jest.browser.mjs */
import { fakeProfile } from '@nemus/testing';
import { installBackend, json, mountModule, type FakeBackend, type MountedModule } from '@nemus/testing/jest';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import app from '../../app';

const RECEIPT = { reference: 'W-20261121-1A2B3C4D', received_at: '2026-11-21T09:15:00+00:00', receipt_sent: true };
let backend: ReturnType<typeof installBackend>;
let page: MountedModule;
const VISITOR = { access: 'public' } as const;
const fill = (element: HTMLElement, value: string) => fireEvent.input(element, { target: { value } });

async function open(
  answer: FakeBackend = () => json(200, RECEIPT),
  account: Parameters<typeof mountModule>[1] = VISITOR,
) {
  backend = installBackend(answer);
  page = await mountModule(app, { address: '/widerruf', ...account });
  await screen.findByRole('heading', { level: 1 });
  return userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
}
afterEach(async () => {
  await page.unmount();
  backend.uninstall();
});

const button = (name: string) => screen.getByRole('button', { name });
async function declare(user: ReturnType<typeof userEvent.setup>) {
  fill(screen.getByLabelText('Name'), 'Mira Sommer');
  fill(screen.getByLabelText('E-Mail für die Eingangsbestätigung'), 'mira@nemus.example');
  fill(screen.getByLabelText('Welchen Vertrag widerrufen Sie?'), 'Kurs Ethik vom 20.11.2026');
  await user.click(button('Weiter'));
  await screen.findByRole('button', { name: 'Widerruf bestätigen' });
}

it('names the purchase whose button opened it, and nothing of an address without one', async () => {
  const order = '00000000-0000-4000-8000-0000000000b1';
  backend = installBackend(() => json(200, RECEIPT));
  page = await mountModule(app, { ...VISITOR, address: `/widerruf?kurs=Traumatherapie&bestellung=${order}` });
  expect(await screen.findByLabelText('Welchen Vertrag widerrufen Sie?')).toHaveValue(
    `Traumatherapie, Bestellung ${order}`,
  );
  expect(backend.requests).toEqual([]);
  await page.unmount();
  page = await mountModule(app, { ...VISITOR, address: '/widerruf?kurs=Rufen+Sie+an&bestellung=1' });
  expect(await screen.findByLabelText('Welchen Vertrag widerrufen Sie?')).toHaveValue('');
});

it('requires person and contract before it continues', async () => {
  const user = await open();
  await user.click(button('Weiter'));
  expect(await screen.findByText('Bitte geben Sie Ihren Namen ein.')).toBeInTheDocument();
  expect(screen.getByText('Bitte geben Sie Ihre E-Mail-Adresse ein.')).toBeInTheDocument();
  expect(screen.getByText('Bitte nennen Sie den Kurs oder die Nummer der Rechnung.')).toBeInTheDocument();
  expect(backend.requests).toEqual([]);
});

it('declares with the second step alone, once, and shows number and time', async () => {
  const user = await open();
  await declare(user);
  expect(screen.getByText('Hiermit widerrufe ich den folgenden Vertrag.')).toBeInTheDocument();
  expect(backend.requests).toEqual([]);
  // A double click declares once.
  await user.dblClick(button('Widerruf bestätigen'));
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

it('fills in name and address of an account', async () => {
  await open(undefined, { profile: fakeProfile('piw') });
  expect(screen.getByLabelText('Name')).toHaveValue('Paula Probe');
  expect(screen.getByLabelText('E-Mail für die Eingangsbestätigung')).toHaveValue('paula@nemus.example');
});

it('links to the instruction on withdrawal', async () => {
  await open();
  expect(screen.getByRole('link', { name: 'Widerrufsbelehrung' })).toHaveAttribute('href', '/widerrufsbelehrung');
});

it('keeps the input on the way back', async () => {
  const user = await open();
  await declare(user);
  await user.click(button('Zurück'));
  expect(screen.getByLabelText('Welchen Vertrag widerrufen Sie?')).toHaveValue('Kurs Ethik vom 20.11.2026');
});

it('sends the same declaration again after a lost answer', async () => {
  let down = true;
  const user = await open(() => (down ? Promise.reject(new TypeError('fetch failed')) : json(200, RECEIPT)));
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
  const user = await open(() => json(200, { ...RECEIPT, receipt_sent: false }));
  await declare(user);
  await user.click(button('Widerruf bestätigen'));
  expect(await screen.findByText(/Ihr Widerruf ist trotzdem eingegangen/)).toBeInTheDocument();
});

it('shows the server’s message of a refusal', async () => {
  const message = 'Für diese E-Mail-Adresse sind gerade mehrere Widerrufe eingegangen.';
  const user = await open(() => json(429, { error: { code: 'too_many_withdrawals', message } }));
  await declare(user);
  await user.click(button('Widerruf bestätigen'));
  expect(await screen.findByText(message)).toBeInTheDocument();
});
