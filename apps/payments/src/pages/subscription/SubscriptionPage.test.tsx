/** @jest-environment ../../jest.browser.mjs */
import {
  brokenBackend,
  fakeProfile,
  installBackend,
  json,
  mountModule,
  type MountedModule,
  backendOf,
  type Answers,
} from '@nemus/testing/jest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import '@nemus/testing/patience';
import { fakeProviderWindow } from '../../examples/provider-window';
import {
  exampleAddress,
  exampleBalance,
  exampleOrder,
  examplePrices,
  exampleSubscription,
  PAGE,
} from '../../examples/rows';

let page: MountedModule | null = null;
let backend: ReturnType<typeof installBackend>;
let provider: ReturnType<typeof fakeProviderWindow>;

const rows: Answers = {
  nemus_billing_addresses: () => [exampleAddress],
  nemus_prices: () => examplePrices,
  nemus_credit_balances: () => [exampleBalance(320)],
  nemus_courses: (request) => [{ credit_cost: request.url.includes('credit_cost.asc') ? 60 : 210 }],
};

async function open(answers: Answers = {}, { blocked = false } = {}) {
  backend = installBackend(backendOf({ ...rows, ...answers }));
  provider = fakeProviderWindow({ blocked });
  page = await mountModule(app, { address: '/subscription', profile: fakeProfile('institution') });
  await screen.findByRole('button', { name: 'Jetzt kaufen' });
  return page;
}
const asked = (name: string) => backend.requests.filter(({ url }) => url.endsWith(`/functions/v1/${name}`));
const field = () => screen.getByRole('spinbutton', { name: 'Anzahl der Credits' });
const buyCredits = () => screen.getByRole('button', { name: 'Jetzt kaufen' });
const total = () => screen.getByRole('status', { name: '' }).textContent;
const type = (value: string) => fireEvent.change(field(), { target: { value } });

afterEach(async () => {
  await page?.unmount();
  page = null;
  backend.uninstall();
  provider?.restore();
});

it('shows a trainee nothing but the hint to buy in the catalogue', async () => {
  backend = installBackend(backendOf(rows));
  page = await mountModule(app, { address: '/subscription', profile: fakeProfile('piw') });
  await screen.findByText('Kurse kaufen Sie direkt im Seminarkatalog');
  expect(screen.getByRole('link', { name: 'Seminarkatalog öffnen' })).toHaveAttribute('href', '/seminar-catalog');
  expect(screen.queryByText(/Credits|Monat/)).toBeNull();
  expect(backend.requests).toEqual([]);
});

describe('the plans', () => {
  it('stand beside each other with price and tax, none chosen, the yearly one as popular', async () => {
    await open();
    const plans = within(await screen.findByRole('list', { name: 'Abonnements' }))
      .getAllByRole('heading', { level: 3 })
      .map((heading) => heading.closest('li')?.textContent);
    expect(plans).toEqual([
      expect.stringMatching(/^Monatsabonnement299,00\s€pro Monatinkl\. gesetzlicher Umsatzsteuer/),
      expect.stringMatching(/^Jahresabonnementbeliebt2\.990,00\s€pro Jahrinkl\. gesetzlicher Umsatzsteuer/),
    ]);
    expect(screen.getByText('Zwei Monate gratis')).toBeVisible();
    expect(screen.getByText('Priority-Support')).toBeVisible();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('say which one is running, and sell no second one', async () => {
    await open({ nemus_subscriptions: () => [exampleSubscription()] });
    expect(await screen.findByText('Ihr Abonnement')).toBeVisible();
    expect(screen.getByText('Nächste Verlängerung: 01.03.2027')).toBeVisible();
    expect(screen.queryByRole('button', { name: /abonnieren/ })).toBeNull();
  });

  it('can be bought again after the last one ended', async () => {
    await open({ nemus_subscriptions: () => [exampleSubscription({ status: 'canceled' })] });
    expect(await screen.findAllByRole('button', { name: /Zahlungspflichtig abonnieren/ })).toHaveLength(2);
  });

  it('tell a refusal under the title of S-9.9, and close the tab again', async () => {
    const refusal = { error: { code: 'already_subscribed', message: 'Sie haben bereits ein Abonnement.' } };
    const { ports } = await open({ 'functions/create-subscription': () => json(409, refusal) });
    fireEvent.click(await screen.findByRole('button', { name: /abonnieren: Jahresabonnement/ }));
    await waitFor(() =>
      expect(ports.toasts()).toEqual([
        { kind: 'error', title: 'Subscription Fehler', description: 'Sie haben bereits ein Abonnement.' },
      ]),
    );
    expect(provider.tabs.map(({ closed }) => closed)).toEqual([true]);
    expect(await asked('create-subscription')[0]?.json()).toEqual({ tier: 'yearly' });
  });
});

describe('the credit form', () => {
  it('begins at 100 and shows the sum of the database’s price', async () => {
    await open();
    expect(field()).toHaveValue(100);
    expect(total()).toBe('200,00\u00a0€');
    type('1250');
    expect(total()).toBe('2.500,00\u00a0€');
  });

  it.each([
    ['50', 100],
    ['', 100],
    ['120', 150],
  ])('cannot buy "%s", and raises it to %i', async (value, raised) => {
    await open();
    type(value);
    expect(buyCredits()).toBeDisabled();
    fireEvent.blur(field());
    expect(field()).toHaveValue(raised);
    expect(buyCredits()).toBeEnabled();
  });

  it('does not order by the enter key what was not shown', async () => {
    await open({ 'functions/create-credit-purchase': () => PAGE });
    type('120');
    fireEvent.keyDown(field(), { key: 'Enter' });
    fireEvent.submit(screen.getByRole('form', { name: 'Credits kaufen' }));
    expect(field()).toHaveValue(150);
    expect(asked('create-credit-purchase')).toHaveLength(0);
  });

  it('computes what courses cost from the catalogue', async () => {
    await open();
    expect(await screen.findByText(/Ein Kurs kostet 60 bis 210 Credits\./)).toBeVisible();
  });

  it('opens one page for one click, however often it is pressed', async () => {
    await open({ 'functions/create-credit-purchase': () => PAGE, nemus_orders: () => [exampleOrder()] });
    type('200');
    const button = buyCredits();
    fireEvent.click(button);
    fireEvent.click(button);
    await screen.findByText('Bitte bezahlen Sie im neuen Tab');
    fireEvent.click(button);
    expect(asked('create-credit-purchase')).toHaveLength(1);
    expect(await asked('create-credit-purchase')[0]?.json()).toEqual({ credits: 200 });
    expect(provider.tabs).toHaveLength(1);
    expect(provider.tabs[0]).toMatchObject({ opener: null, addresses: [PAGE.url] });
  });

  it('shows the link when the browser blocks the tab', async () => {
    await open({ 'functions/create-credit-purchase': () => PAGE }, { blocked: true });
    fireEvent.click(buyCredits());
    await screen.findByText('Ihr Browser hat den neuen Tab blockiert');
    const link = screen.getByRole('link', { name: 'Bezahlseite öffnen' });
    expect(link).toHaveAttribute('href', PAGE.url);
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it('learns of the payment when another tab tells of it, and tells every area', async () => {
    let status: 'open' | 'paid' = 'open';
    const { ports } = await open({
      'functions/create-credit-purchase': () => PAGE,
      nemus_orders: () => [exampleOrder({ status, credits: 200 })],
    });
    type('200');
    fireEvent.click(buyCredits());
    await screen.findByText('Bitte bezahlen Sie im neuen Tab');
    status = 'paid';
    ports.events.publish('credits-changed', {});
    await waitFor(() => expect(screen.queryByText('Bitte bezahlen Sie im neuen Tab')).toBeNull());
    expect(ports.toasts()).toEqual([
      {
        kind: 'success',
        title: 'Zahlung erfolgreich!',
        description: '200 Credits wurden Ihrem Konto hinzugefügt.',
      },
    ]);
    expect(ports.events.published().filter(({ name }) => name === 'credits-changed')).toHaveLength(2);
  });

  it('asks the provider when the tab was closed, and says that nothing was paid', async () => {
    await open({
      'functions/create-credit-purchase': () => PAGE,
      'functions/check-payment-status': () => ({ success: false, message: 'Noch nicht.' }),
      nemus_orders: () => [exampleOrder()],
    });
    fireEvent.click(buyCredits());
    await screen.findByText('Bitte bezahlen Sie im neuen Tab');
    provider.tabs[0]?.close();
    await screen.findByText('Die Bezahlseite ist geschlossen');
    expect(screen.getByText(/^Noch keine Zahlung eingegangen/)).toBeVisible();
    await waitFor(() => expect(asked('check-payment-status')).toHaveLength(1));
    const again = screen.getByRole('link', { name: 'Bezahlseite öffnen' });
    expect(again).toHaveAttribute('href', PAGE.url);
    // The page that is opened again is watched as the first one was.
    fireEvent.click(again);
    await screen.findByText('Bitte bezahlen Sie im neuen Tab');
    expect(provider.tabs[1]?.addresses).toEqual([PAGE.url]);
    provider.tabs[1]?.close();
    await screen.findByText('Die Bezahlseite ist geschlossen');
    fireEvent.click(screen.getByRole('button', { name: 'Nicht mehr warten' }));
    expect(buyCredits()).toBeEnabled();
  });

  it('tells a payment that failed', async () => {
    const { ports } = await open({
      'functions/create-credit-purchase': () => PAGE,
      nemus_orders: () => [exampleOrder({ status: 'failed' })],
    });
    fireEvent.click(buyCredits());
    await waitFor(() =>
      expect(ports.toasts()).toEqual([expect.objectContaining({ kind: 'error', title: 'Credit-Kauf Fehler' })]),
    );
    expect(buyCredits()).toBeEnabled();
  });

  it('has the words of S-9.3 for a failure without any', async () => {
    const { ports } = await open({ 'functions/create-credit-purchase': () => new Response('', { status: 500 }) });
    fireEvent.click(buyCredits());
    await waitFor(() =>
      expect(ports.toasts()).toEqual([{ kind: 'error', title: 'Credit-Kauf Fehler', description: 'Error occurred' }]),
    );
  });
});

it('opens the customer portal in a tab of its own, and tells when it cannot', async () => {
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
  await waitFor(() => expect(provider.tabs[1]?.addresses).toEqual(['http://checkout.test/p/session/1']));
});

it('offers the customer portal without a subscription too', async () => {
  await open({ 'functions/customer-portal': () => ({ url: 'http://checkout.test/p/session/1' }) });
  expect(await screen.findByText('Noch kein Abonnement')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Kundenportal' }));
  await waitFor(() => expect(provider.tabs[0]?.addresses).toEqual(['http://checkout.test/p/session/1']));
});

it('tells every area when the subscription was changed in the customer portal', async () => {
  let subscription = exampleSubscription();
  const { ports } = await open({
    nemus_subscriptions: () => [subscription],
    'functions/customer-portal': () => ({ url: 'http://checkout.test/p/session/1' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Kundenportal' }));
  await waitFor(() => expect(provider.tabs[0]?.addresses).toHaveLength(1));
  subscription = exampleSubscription({ cancel_at_period_end: true });
  fireEvent.focus(window);
  expect(await screen.findByText('Gültig bis: 01.03.2027')).toBeVisible();
  expect(ports.events.published().map(({ name }) => name)).toEqual(['subscription-changed']);
});

it('stays a page while the backend is broken: each part has its own retry', async () => {
  backend = installBackend(brokenBackend);
  page = await mountModule(app, { address: '/subscription', profile: fakeProfile('institution') });
  expect(await screen.findByText('Laden fehlgeschlagen: Ihr Abonnement')).toBeVisible();
  expect(await screen.findByText('Laden fehlgeschlagen: Die Abonnements')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Abonnement' })).toBeVisible();
});
