/** @jest-environment ../../jest.browser.mjs */
import type { PaymentVerification } from '@nemus/data';
import {
  emitted,
  fakeProfile,
  installBackend,
  json,
  mountModule,
  type Answers,
  type MountedModule,
  backendOf,
} from '@nemus/testing/jest';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import meeting from '../../../meeting.config';
import app from '../../app';
import '@nemus/testing/patience';
import { exampleAddress, exampleVerification, SESSION_ID } from '../../examples/rows';

let page: MountedModule | null = null;
let backend: ReturnType<typeof installBackend>;

async function open(
  answer: () => PaymentVerification | Response,
  search = `?session_id=${SESSION_ID}`,
  type: 'piw' | 'institution' = 'institution',
  answers: Answers = {},
) {
  backend = installBackend(
    backendOf({ 'rpc/nemus_offered_address': () => null, 'functions/verify-payment': answer, ...answers }),
  );
  page = await mountModule(app, { address: `/payment-success${search}`, profile: fakeProfile(type) });
  return page;
}
const verified = () => backend.requests.filter(({ url }) => url.endsWith('/functions/v1/verify-payment'));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const supportLink = () => screen.getByRole('link', { name: 'Support kontaktieren' });

afterEach(async () => {
  await page?.unmount();
  page = null;
  backend.uninstall();
});

it.each(['', '?session_id=', '?session_id=%20'])(
  'reports the address "%s" as one without a session',
  async (search) => {
    await open(exampleVerification, search);
    expect(await heading('Zahlungsfehler')).toBeVisible();
    expect(screen.getByText('Keine Session-ID gefunden')).toBeVisible();
    expect(backend.requests).toEqual([]);
  },
);

it('shows what was bought and paid, and tells every area once', async () => {
  const { ports } = await open(exampleVerification);
  expect(await heading('Zahlung erfolgreich!')).toBeVisible();
  expect(screen.getByText('200 Credits wurden Ihrem Konto hinzugefügt.')).toBeVisible();
  expect(screen.getByText(/^400,00\s€$/)).toBeVisible();
  expect(screen.getByText('700')).toBeVisible();
  expect(await backend.requests[0]?.json()).toEqual({ session_id: SESSION_ID });
  expect(ports.events.published()).toEqual([emitted(meeting, 'credits-changed', 'a package was bought')]);
  expect(verified()).toHaveLength(1);
});

it('offers to save the address of the payment, once', async () => {
  await open(exampleVerification, undefined, 'institution', {
    'rpc/nemus_offered_address': () => exampleAddress,
    nemus_billing_addresses: () => null,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Anschrift merken' }));
  await waitFor(() => expect(screen.queryByText('Diese Rechnungsanschrift merken?')).toBeNull());
  const saved = backend.requests.filter(({ url, method }) => method === 'POST' && url.includes('billing_addresses'));
  expect(await saved[0]?.json()).toMatchObject(exampleAddress);
});

it.each([
  ['piw', '/profile/kaeufe'],
  ['institution', '/purchases'],
] as const)('leads an account of type %s to its own purchases at %s', async (type, to) => {
  await open(() => exampleVerification({ kind: 'course' }), `?session_id=${SESSION_ID}`, type);
  expect(await screen.findByRole('link', { name: 'Käufe ansehen' })).toHaveAttribute('href', to);
  expect(screen.getByRole('link', { name: 'Zum Dashboard' })).toHaveAttribute('href', '/dashboard');
});

it('says that a payment which cannot be granted is refunded', async () => {
  const message = 'Der Kurs war inzwischen schon gekauft oder gebucht. Wir erstatten Ihnen 120,00 €.';
  const { ports } = await open(() =>
    exampleVerification({ success: false, status: 'returning', kind: 'course', message }),
  );
  expect(await heading('Ihre Zahlung geht an Sie zurück')).toBeVisible();
  expect(screen.getByText(message)).toBeVisible();
  expect(supportLink()).toBeVisible();
  expect(ports.events.published()).toEqual([]);
});

it('clears the session from the address, and finds it again in the history after a reload', async () => {
  const { ports } = await open(exampleVerification, `?session_id=${SESSION_ID}&quelle=mail`);
  expect(await heading('Zahlung erfolgreich!')).toBeVisible();
  const { search, state } = ports.navigation.getLocation();
  expect(search).toBe('?quelle=mail');
  expect(verified()).toHaveLength(1);
  await page?.unmount();
  backend.uninstall();
  backend = installBackend(
    backendOf({ 'functions/verify-payment': () => exampleVerification({ already_processed: true }) }),
  );
  page = await mountModule(app, { address: '/payment-success', profile: fakeProfile('institution'), state });
  expect(await heading('Zahlung bereits verarbeitet')).toBeVisible();
  expect(await backend.requests[0]?.json()).toEqual({ session_id: SESSION_ID });
});

it.each([
  ['subscription', 'Abonnement aktiviert!', emitted(meeting, 'subscription-changed', 'it was changed at the provider')],
  [
    'course',
    'Sie haben erfolgreich Zugang zu diesem Kurs erhalten.',
    emitted(meeting, 'enrollments-changed', 'a course was paid at the provider'),
  ],
] as const)('tells of a %s in the words of S-9.15', async (kind, text, event) => {
  const tier = kind === 'subscription' ? ('yearly' as const) : null;
  const { ports } = await open(() => exampleVerification({ kind, credits_added: null, subscription_tier: tier }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(ports.events.published()).toEqual([event]);
});

it('says that it was processed already', async () => {
  await open(() => exampleVerification({ already_processed: true }));
  expect(await heading('Zahlung bereits verarbeitet')).toBeVisible();
  expect(screen.getByText('200 Credits wurden Ihrem Konto hinzugefügt.')).toBeVisible();
});

it('waits for a payment that is not in, and shows it when it is', async () => {
  let paid = false;
  await open(() =>
    paid ? exampleVerification() : exampleVerification({ success: false, status: 'open', message: 'Noch offen.' }),
  );
  expect(await heading('Ihre Zahlung ist noch nicht eingegangen')).toBeVisible();
  expect(screen.getByText('Wir prüfen automatisch weiter.')).toBeVisible();
  paid = true;
  fireEvent.click(screen.getByRole('button', { name: 'Jetzt prüfen' }));
  expect(await heading('Zahlung erfolgreich!')).toBeVisible();
});

it('reports a failed payment, and how to reach support', async () => {
  const { ports } = await open(() =>
    exampleVerification({ success: false, status: 'failed', message: 'Die Zahlung ist fehlgeschlagen.' }),
  );
  expect(await heading('Zahlungsfehler')).toBeVisible();
  expect(supportLink()).toHaveAttribute('href', expect.stringMatching(new RegExp(`^mailto:support@.*${SESSION_ID}`)));
  expect(ports.events.published()).toEqual([]);
});

it('reports another account’s session as not found', async () => {
  const message = 'Diese Zahlung wurde nicht gefunden.';
  await open(() => json(404, { error: { code: 'payment_not_found', message } }));
  expect(await heading('Verifikationsfehler')).toBeVisible();
  expect(screen.getByText(message)).toBeVisible();
  expect(supportLink()).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Jetzt prüfen' })).toBeNull();
  expect(backend.requests).toHaveLength(1);
});

it('tries a check without an answer again, and lets the reader do so', async () => {
  let down = true;
  await open(() =>
    down ? json(502, { error: { code: 'provider_unavailable', message: 'Nicht erreichbar.' } }) : exampleVerification(),
  );
  expect(await heading('Verifikationsfehler')).toBeVisible();
  expect(backend.requests).toHaveLength(3);
  down = false;
  fireEvent.click(screen.getByRole('button', { name: 'Jetzt prüfen' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Zahlung erfolgreich!'));
});
