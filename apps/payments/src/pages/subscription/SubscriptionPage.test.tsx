/** @jest-environment ../../jest.browser.mjs */
import { emitted, json } from '@nemus/testing/jest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import meeting from '../../../meeting.config';
import { exampleOpenPurchase, exampleSubscription, ORDER_ID } from '../../examples/rows';
import { subscriptionUnderTest } from './subscription-under-test';

const { openAs, open, requests, asked, tabs } = subscriptionUnderTest();

it('shows a trainee nothing but the hint to buy in the catalogue', async () => {
  await openAs('piw');
  await screen.findByText('Kurse kaufen Sie direkt im Seminarkatalog');
  expect(screen.getByRole('link', { name: 'Seminarkatalog öffnen' })).toHaveAttribute('href', '/seminar-catalog');
  expect(screen.queryByText(/Credits|Monat/)).toBeNull();
  expect(requests()).toEqual([]);
});

it('renders everything that an institution sees in one go', async () => {
  const { element } = await openAs('institution', { nemus_subscriptions: () => [exampleSubscription()] });
  expect(element.querySelector('[aria-busy="true"]')).toBeNull();
  expect(element).toHaveTextContent('320 Credits verfügbar');
  expect(element).toHaveTextContent('Nächste Verlängerung: 01.03.2027');
  expect(element).toHaveTextContent('Ein Kurs kostet 60 bis 210 Credits.');
});

describe('requests to the support', () => {
  const asked = {
    id: '00000000-0000-4000-8000-000000000001',
    subject: 'Rechnung an zwei Adressen',
    message: 'Geht das?',
    created_at: '2026-11-01T09:00:00Z',
    answer: 'Ja, unter Einstellungen.',
    answered_at: '2026-11-02T09:00:00Z',
  };

  it('are part of a running subscription, and say what the yearly plan adds', async () => {
    await open({ nemus_subscriptions: () => [exampleSubscription({ tier: 'yearly' })] });
    expect(await screen.findByText(/werden Ihre Anfragen vor allen anderen beantwortet/)).toBeVisible();
    expect(screen.getByRole('form', { name: 'Anfrage an den Support' })).toBeVisible();
  });

  it('are not offered without one', async () => {
    await open();
    expect(screen.queryByText('Anfragen an den Support')).toBeNull();
  });

  it('need a subject and a message, are sent once, and keep the text after a refusal', async () => {
    let refused = true;
    const sent: unknown[] = [];
    await open({
      nemus_subscriptions: () => [exampleSubscription()],
      'rpc/nemus_ask_support': async (request) => {
        sent.push(await request.json());
        const details = '{"most": 10}';
        return refused
          ? json(409, { code: 'PT409', message: 'support_requests_open', hint: 'support_requests_open', details })
          : null;
      },
    });
    const send = await screen.findByRole('button', { name: 'Anfrage senden' });
    fireEvent.click(send);
    expect(await screen.findAllByText('Bitte geben Sie mindestens drei Zeichen an.')).toHaveLength(2);
    expect(sent).toEqual([]);
    fireEvent.change(screen.getByLabelText('Betreff'), { target: { value: 'Rechnung' } });
    fireEvent.change(screen.getByLabelText('Nachricht'), { target: { value: 'Geht das?' } });
    fireEvent.click(send);
    expect(await screen.findByText(/Sie haben schon 10 offene Anfragen/)).toBeVisible();
    expect(screen.getByLabelText('Betreff')).toHaveValue('Rechnung');
    refused = false;
    fireEvent.click(send);
    await waitFor(() => expect(screen.getByLabelText('Betreff')).toHaveValue(''));
    // Sent again with the same id, so that a lost answer asks it once.
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });

  it('stay readable with their answers after the subscription ended', async () => {
    await open({
      nemus_subscriptions: () => [exampleSubscription({ status: 'canceled' })],
      'rpc/nemus_own_support': () => [asked],
    });
    expect(await screen.findByText('Ja, unter Einstellungen.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Anfrage senden' })).toBeNull();
  });
});

describe('the plans', () => {
  it('are shown side by side with price and tax, none selected, the yearly one as popular', async () => {
    await open();
    const plans = within(await screen.findByRole('list', { name: 'Abonnements' }))
      .getAllByRole('heading', { level: 3 })
      .map((heading) => heading.closest('li')?.textContent);
    expect(plans).toEqual([
      expect.stringMatching(/^Monatsabonnement299,00\s€pro Monatinkl\. 19 % USt\./),
      expect.stringMatching(/^Jahresabonnementbeliebt2\.990,00\s€pro Jahrinkl\. 19 % USt\./),
    ]);
    expect(screen.getByText('Zwei Monate gratis')).toBeVisible();
    expect(screen.getByText('Priority-Support')).toBeVisible();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('mark the running one, and sell no second one', async () => {
    await open({ nemus_subscriptions: () => [exampleSubscription()] });
    expect(await screen.findByText('Ihr Abonnement')).toBeVisible();
    expect(screen.getByText('Nächste Verlängerung: 01.03.2027')).toBeVisible();
    expect(screen.queryByRole('button', { name: /abonnieren/ })).toBeNull();
  });

  it('can be bought again after the last one ended', async () => {
    await open({ nemus_subscriptions: () => [exampleSubscription({ status: 'canceled' })] });
    expect(await screen.findAllByRole('button', { name: /Zahlungspflichtig abonnieren/ })).toHaveLength(2);
  });

  it('report a refusal with the title of S-9.9, and close the tab', async () => {
    const refusal = { error: { code: 'already_subscribed', message: 'Sie haben bereits ein Abonnement.' } };
    const { ports } = await open({ 'functions/create-subscription': () => json(409, refusal) });
    fireEvent.click(await screen.findByRole('button', { name: /abonnieren: Jahresabonnement/ }));
    await waitFor(() =>
      expect(ports.toasts()).toEqual([
        { kind: 'error', title: 'Subscription Fehler', description: 'Sie haben bereits ein Abonnement.' },
      ]),
    );
    expect(tabs().map(({ closed }) => closed)).toEqual([true]);
    expect(await asked('create-subscription')[0]?.json()).toEqual({ tier: 'yearly', shownCents: 299_000 });
  });
});

it('opens the customer portal in a new tab, and reports a failure', async () => {
  let answer: () => unknown = () =>
    json(502, { error: { code: 'provider_unavailable', message: 'Nicht erreichbar.' } });
  const { ports } = await open({
    nemus_subscriptions: () => [exampleSubscription()],
    'functions/customer-portal': () => answer(),
  });
  const button = await screen.findByRole('button', { name: 'Kundenportal' });
  fireEvent.click(button);
  await waitFor(() =>
    expect(ports.toasts()).toEqual([{ kind: 'error', title: 'Portal Fehler', description: 'Nicht erreichbar.' }]),
  );
  answer = () => ({ url: 'http://checkout.test/p/session/1' });
  fireEvent.click(button);
  await waitFor(() => expect(tabs()[1]?.addresses).toEqual(['http://checkout.test/p/session/1']));
});

it.each([
  ['with', [exampleSubscription()]],
  ['without', []],
])('links to our invoices, %s a subscription', async (_, rows) => {
  await open({ nemus_subscriptions: () => rows });
  expect(await screen.findByRole('link', { name: 'Rechnungen' })).toHaveAttribute('href', '/purchases');
});

it('offers the customer portal without a subscription too', async () => {
  await open({ 'functions/customer-portal': () => ({ url: 'http://checkout.test/p/session/1' }) });
  expect(await screen.findByText('Noch kein Abonnement')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Kundenportal' }));
  await waitFor(() => expect(tabs()[0]?.addresses).toEqual(['http://checkout.test/p/session/1']));
});

it('notifies every area when the subscription was changed in the customer portal', async () => {
  let subscription = exampleSubscription();
  const { ports } = await open({
    nemus_subscriptions: () => [subscription],
    'functions/customer-portal': () => ({ url: 'http://checkout.test/p/session/1' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Kundenportal' }));
  await waitFor(() => expect(tabs()[0]?.addresses).toHaveLength(1));
  subscription = exampleSubscription({ cancel_at_period_end: true });
  fireEvent.focus(window);
  expect(await screen.findByText('Gültig bis: 01.03.2027')).toBeVisible();
  expect(ports.events.published()).toEqual([
    emitted(meeting, 'subscription-changed', 'it was changed at the provider'),
  ]);
});

it('stays a page while the backend is broken: each part has its own retry', async () => {
  const broken = () => json(503, { message: 'Service unavailable' });
  await openAs('institution', {
    nemus_subscriptions: broken,
    nemus_billing_addresses: broken,
    nemus_prices: broken,
    nemus_credit_balances: broken,
    nemus_courses: broken,
  });
  expect(await screen.findByText('Laden fehlgeschlagen: Ihr Abonnement')).toBeVisible();
  expect(await screen.findByText('Laden fehlgeschlagen: Die Abonnements')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Abonnement' })).toBeVisible();
});

describe('the return from a cancelled purchase', () => {
  const address = `/subscription?purchase=cancelled&order_id=${ORDER_ID}`;
  const titles = ({ ports }: Awaited<ReturnType<typeof open>>) => ports.toasts().map(({ title }) => title);

  it('gives the order up: one state, and a subscription can be bought again', async () => {
    let purchases = [exampleOpenPurchase({ kind: 'subscription', course_id: null })];
    const page = await open(
      {
        'rpc/nemus_open_purchases': () => purchases,
        'functions/cancel-purchase': () => {
          purchases = [];
          return { cancelled: true, message: 'Der Kaufvorgang wurde abgebrochen.' };
        },
      },
      { address },
    );
    expect(await screen.findByText('Sie haben nichts gekauft')).toBeVisible();
    await waitFor(() => expect(titles(page)).toEqual(['Kauf abgebrochen']));
    await waitFor(() => expect(screen.queryByText('Sie haben diesen Kauf begonnen')).toBeNull());
    expect(await asked('cancel-purchase')[0]?.json()).toEqual({ orderId: ORDER_ID });
    for (const button of await screen.findAllByRole('button', { name: /Zahlungspflichtig abonnieren/ })) {
      expect(button).toBeEnabled();
    }
    expect(page.ports.navigation.getLocation().search).toBe('');
  });

  it('does not claim that nothing was bought when the payment was faster', async () => {
    const page = await open(
      {
        'rpc/nemus_open_purchases': () => [],
        'functions/cancel-purchase': () => ({
          cancelled: false,
          message: '100 Credits wurden Ihrem Konto hinzugefügt.',
        }),
      },
      { address },
    );
    await waitFor(() => expect(titles(page)).toEqual(['Kauf nicht abgebrochen']));
    expect(screen.queryByText('Sie haben nichts gekauft')).toBeNull();
    const balances = () => requests().filter(({ url }) => url.includes('nemus_credit_balances')).length;
    await waitFor(() => expect(balances()).toBe(2));
  });

  it('leaves the purchase open when the provider cannot be reached', async () => {
    const page = await open(
      {
        'rpc/nemus_open_purchases': () => [exampleOpenPurchase({ kind: 'subscription', course_id: null })],
        'functions/cancel-purchase': () =>
          json(502, { error: { code: 'provider_unavailable', message: 'Der Zahlungsanbieter antwortet nicht.' } }),
      },
      { address },
    );
    await waitFor(() => expect(titles(page)).toEqual(['Kauf nicht abgebrochen']));
    expect(await screen.findByText('Sie haben diesen Kauf begonnen')).toBeVisible();
    expect(screen.queryByText('Sie haben nichts gekauft')).toBeNull();
  });
});
